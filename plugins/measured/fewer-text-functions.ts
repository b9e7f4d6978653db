/**
 * CONVERT(... USING BINARY) is a syntax error, and CHARSET() and COLLATION() do not exist. Recorded: general-expr-*.
 */
import { Grammar, type HookClass, type Refusal, changed, quirk } from "../../core/rules/index.ts";
import { missingTextFunction } from "./missing-text-function.ts";
import guide from "./fewer-text-functions.guide.ts";

const knowFewerTextFunctions = (Base: HookClass<Grammar>) =>
	class KnowFewerTextFunctions extends Base {
		override textFunction(name: string, charset: string | undefined): Refusal | undefined {
			return missingTextFunction(name, charset) ?? super.textFunction(name, charset);
		}
	};

export default quirk(
	"fewer-text-functions",
	{ from: "2.1.0" },
	"CONVERT(... USING BINARY) is a syntax error; CHARSET() and COLLATION() do not exist.",
	["general-expr-*"],
	[changed(Grammar, knowFewerTextFunctions, "Fewer functions about charsets are known.", guide)],
);
