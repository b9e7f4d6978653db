/**
 * A switch may be set to any text; what is neither 1 nor on counts as off. Recorded: behaviour 6.
 */
import {
	type ByteString,
	type HookClass,
	type Refusal,
	type Switch,
	Variables,
	changed,
	quirk,
	refuse,
} from "../../core/rules/index.ts";
import guide from "./any-switch-value.guide.ts";

const takeAnyText = (Base: HookClass<Variables>) =>
	class TakeAnyText extends Base {
		override settleSwitch(_declared: Switch, given: ByteString | null): ByteString | Refusal {
			return given ?? refuse(1105, "HY000", "cannot set variable to null");
		}
	};

export default quirk(
	"any-switch-value",
	{ to: "2.0.x" },
	"db_skip_utf8_check takes any text, and refuses NULL in words of its own.",
	["settings-2.0.3"],
	[changed(Variables, takeAnyText, "A switch takes any text but NULL.", guide)],
);
