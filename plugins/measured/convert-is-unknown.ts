/**
 * CONVERT TO CHARACTER SET is a syntax error. Recorded: behaviour 0.6 and 0.7.
 */
import { Grammar, type HookClass, type Refusal, changed, quirk } from "../../core/rules/index.ts";
import { syntaxError } from "./syntax-error.ts";
import guide from "./convert-is-unknown.guide.ts";

const refuseToReadConvert = (Base: HookClass<Grammar>) =>
	class RefuseToReadConvert extends Base {
		override convertTable(): Refusal {
			return syntaxError("convert to character set");
		}
	};

export default quirk(
	"convert-is-unknown",
	{ to: "2.0.x" },
	"CONVERT TO CHARACTER SET is a syntax error.",
	["alter-2.0.3-2.0.3", "insert-2.0.3-2.0.3"],
	[changed(Grammar, refuseToReadConvert, "CONVERT TO is a syntax error.", guide)],
);
