/**
 * alter-validation: what ALTER TABLE may do to charsets, and what it means where it names none.
 *
 * In: facts of the column or table, the pair it has and the pair it is to get. Out: a pair or a refusal.
 * Asked where old and new type are both character types; all other type changes go by MySQL. A change of collation
 * within a charset is not asked about: it is done.
 */
import type { CharsetPair, ColumnFacts, Surroundings, TableFacts } from "./facts.ts";
import { Hook } from "./hook.ts";
import { type Refusal, refuse } from "./refusal.ts";

export class AlterValidation extends Hook {
	static readonly hook: string = "alter-validation";

	/** What a CHANGE or MODIFY without a charset clause means. */
	impliedCharset(column: ColumnFacts, _around: Surroundings): CharsetPair {
		return column.inForce;
	}

	/** May a column's charset become another one by CHANGE or MODIFY? */
	changeColumn(_column: ColumnFacts, from: CharsetPair, to: CharsetPair): Refusal | undefined {
		return refuse(1105, "HY000", `unsupported modify column charset ${to.charset} not match origin ${from.charset}`);
	}

	/** May CONVERT TO CHARACTER SET be said of the table at all? Its columns are asked about one by one in `convertColumn`. */
	convertTable(_table: TableFacts, _from: CharsetPair, _to: CharsetPair): Refusal | undefined {
		return refuse(1105, "HY000", "unsupported ALTER TABLE ... CONVERT TO CHARACTER SET");
	}

	/** May CONVERT TO give this column another charset? */
	convertColumn(column: ColumnFacts, from: CharsetPair, to: CharsetPair): Refusal | undefined {
		return this.changeColumn(column, from, to);
	}

	/** May the table's default become another charset by [DEFAULT] CHARSET= or COLLATE=? */
	changeTableDefault(table: TableFacts, from: CharsetPair, to: CharsetPair): Refusal | undefined {
		return this.convertTable(table, from, to);
	}
}
