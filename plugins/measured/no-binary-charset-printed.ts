/**
 * SHOW CREATE TABLE never prints the charset binary. Recorded: behaviour 3. ENUM and SET of that charset look like
 * those of the table's.
 */
import {
	type ColumnFacts,
	type HookClass,
	ShowCreate,
	type TableFacts,
	changed,
	quirk,
} from "../../core/rules/index.ts";
import guide from "./no-binary-charset-printed.guide.ts";

const neverPrintBinary = (Base: HookClass<ShowCreate>) =>
	class NeverPrintBinary extends Base {
		override columnCharset(column: ColumnFacts, table: TableFacts): boolean {
			return column.inForce.charset !== "binary" && super.columnCharset(column, table);
		}
	};

export default quirk(
	"no-binary-charset-printed",
	{ from: "2.1.5" },
	"SHOW CREATE TABLE never prints the charset binary.",
	["default-charset-2.1.5", "default-charset-2.1.7"],
	[changed(ShowCreate, neverPrintBinary, "The charset binary is not printed.", guide)],
);
