/**
 * The error of an unknown variable begins with a small letter. Recorded: behaviour 6.
 */
import { type HookClass, type Refusal, Variables, changed, quirk, refuse } from "../../core/rules/index.ts";
import guide from "./unknown-variable-in-small-letters.guide.ts";

const beginSmall = (Base: HookClass<Variables>) =>
	class BeginSmall extends Base {
		override refuseUnknown(name: string): Refusal {
			return refuse(1193, "HY000", `unknown system variable '${name}'`);
		}
	};

export default quirk(
	"unknown-variable-in-small-letters",
	{ to: "2.0.x" },
	"`unknown system variable` begins with a small letter.",
	["settings-2.0.3", "insert-2.0.3-2.0.3"],
	[changed(Variables, beginSmall, "The error of an unknown variable begins with a small letter.", guide)],
);
