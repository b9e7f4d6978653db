/**
 * CREATE TABLE ... SELECT is refused. Recorded: the default-charset recordings.
 */
import { Grammar, type HookClass, type Refusal, changed, quirk, refuse } from "../../core/rules/index.ts";
import guide from "./no-table-from-select.guide.ts";

const refuseTablesFromQueries = (Base: HookClass<Grammar>) =>
	class RefuseTablesFromQueries extends Base {
		override createTableSelect(): Refusal {
			return refuse(1105, "HY000", "'CREATE TABLE ... SELECT' is not implemented yet");
		}
	};

export default quirk(
	"no-table-from-select",
	{ from: "2.1.0" },
	"CREATE TABLE ... SELECT is not implemented.",
	["default-charset-*"],
	[changed(Grammar, refuseTablesFromQueries, "CREATE TABLE ... SELECT is refused.", guide)],
);
