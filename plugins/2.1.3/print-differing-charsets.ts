/**
 * SHOW CREATE TABLE prints a column's charset and collation where either differs from the table's. Source: "Column"
 * in the resources, and the versioning table.
 */
import type { ColumnFacts, HookClass, ShowCreate, TableFacts } from "../../core/rules/index.ts";

export const printDifferingCharsets = (Base: HookClass<ShowCreate>) =>
	class PrintDifferingCharsets extends Base {
		override columnCharset(column: ColumnFacts, table: TableFacts): boolean {
			const { charset, collation } = column.inForce;
			return charset !== table.inForce.charset || collation !== table.inForce.collation;
		}
	};
