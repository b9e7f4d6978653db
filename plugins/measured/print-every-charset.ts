/**
 * SHOW CREATE TABLE prints the charset of every column that has one, differing or not. Recorded: behaviour 0.8.
 */
import {
	type ColumnFacts,
	type HookClass,
	ShowCreate,
	type TableFacts,
	changed,
	quirk,
} from "../../core/rules/index.ts";
import guide from "./print-every-charset.guide.ts";

const printEveryCharset = (Base: HookClass<ShowCreate>) =>
	class PrintEveryCharset extends Base {
		override columnCharset(column: ColumnFacts, _table: TableFacts): boolean {
			return column.inForce.charset !== "binary";
		}
	};

export default quirk(
	"print-every-charset",
	{ from: "2.1.3", to: "2.1.4" },
	"SHOW CREATE TABLE prints the charset of every column that is not binary.",
	["default-charset-2.1.3", "default-charset-2.1.4", "alter-*-2.1.3"],
	[changed(ShowCreate, printEveryCharset, "Every column's charset is printed.", guide)],
);
