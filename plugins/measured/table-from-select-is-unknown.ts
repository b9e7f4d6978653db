/**
 * CREATE TABLE ... SELECT is a syntax error. Recorded: default-charset-2.0.3.
 */
import { Grammar, type HookClass, type Refusal, changed, quirk } from "../../core/rules/index.ts";
import { syntaxError } from "./syntax-error.ts";
import guide from "./table-from-select-is-unknown.guide.ts";

const refuseToReadTablesFromQueries = (Base: HookClass<Grammar>) =>
	class RefuseToReadTablesFromQueries extends Base {
		override createTableSelect(): Refusal {
			return syntaxError("select");
		}
	};

export default quirk(
	"table-from-select-is-unknown",
	{ to: "2.0.x" },
	"CREATE TABLE ... SELECT is a syntax error.",
	["default-charset-2.0.3"],
	[changed(Grammar, refuseToReadTablesFromQueries, "CREATE TABLE ... SELECT is a syntax error.", guide)],
);
