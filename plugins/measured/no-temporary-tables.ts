/**
 * CREATE TEMPORARY TABLE is a syntax error. Recorded: the default-charset recordings.
 */
import { Grammar, type HookClass, type Refusal, changed, quirk } from "../../core/rules/index.ts";
import { syntaxError } from "./syntax-error.ts";
import guide from "./no-temporary-tables.guide.ts";

const refuseToReadTemporaryTables = (Base: HookClass<Grammar>) =>
	class RefuseToReadTemporaryTables extends Base {
		override createTemporaryTable(): Refusal {
			return syntaxError("temporary table");
		}
	};

export default quirk(
	"no-temporary-tables",
	{},
	"CREATE TEMPORARY TABLE is a syntax error.",
	["default-charset-*"],
	[changed(Grammar, refuseToReadTemporaryTables, "CREATE TEMPORARY TABLE is a syntax error.", guide)],
);
