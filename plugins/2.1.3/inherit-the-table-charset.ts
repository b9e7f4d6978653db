/**
 * A column without a clause takes its table's charset, and the collation a table gets is recorded even where none was
 * written. Source: the versioning table ("the column-charset defect is fixed"); the recorded collate is measured.
 */
import {
	type CharsetPair,
	type Clause,
	type DefaultCharset,
	type HookClass,
	type Refusal,
	type Surroundings,
	filledPair,
	resolveClause,
} from "../../core/rules/index.ts";

export const inheritTheTableCharset = (Base: HookClass<DefaultCharset>) =>
	class InheritTheTableCharset extends Base {
		override createTable(written: Clause, database: CharsetPair): CharsetPair | Refusal {
			return resolveClause(written, filledPair(database, this.server()));
		}

		override createColumn(written: Clause, around: Surroundings): CharsetPair | Refusal {
			return resolveClause(written, filledPair(around.table, around.server));
		}
	};
