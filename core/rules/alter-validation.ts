/**
 * alter-validation: what ALTER TABLE may do, above all to charsets, and what it means where it names none.
 *
 * In: facts of the column or table, what it is and what it is to be. Out: a pair, an outcome or a refusal. Questions
 * that are made of others (`modifyColumn`, `changeTable`) come with MySQL's reading; a rule may compare more, or
 * less.
 */
import {
	type AnswerKinds,
	nothing,
	refusal,
	nothingOrRefusal,
	yesOrNo,
	statedPair,
	either,
	tableOutcome,
} from "./answer.ts";
import type { TypeName } from "../types/type.ts";
import { filledPair, isWritten, resolveClause } from "./clause.ts";
import type {
	CharsetPair,
	Clause,
	ColumnChange,
	ColumnFacts,
	Surroundings,
	TableChange,
	TableChangeKind,
	TableFacts,
	TableOutcome,
} from "./facts.ts";
import { Hook } from "./hook.ts";
import { type Refusal, refuse } from "./refusal.ts";

export class AlterValidation extends Hook {
	static readonly hook: string = "alter-validation";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		changeCount: nothingOrRefusal,
		impliedCharset: statedPair,
		charsetOfOtherType: either(nothing, statedPair),
		modifyColumn: nothingOrRefusal,
		changeColumn: nothingOrRefusal,
		changeCollation: nothingOrRefusal,
		changeElements: nothingOrRefusal,
		checkPair: nothingOrRefusal,
		recordedCharset: statedPair,
		heedsTable: yesOrNo,
		changeTable: either(tableOutcome, refusal),
		isUnchanged: yesOrNo,
		convertTable: nothingOrRefusal,
		convertColumn: nothingOrRefusal,
		changeTableDefault: nothingOrRefusal,
	};

	/** May a statement ask for so many changes at once? */
	changeCount(_count: number): Refusal | undefined {
		return undefined;
	}

	/** What a CHANGE or MODIFY of a character type without a charset clause means. */
	impliedCharset(column: ColumnFacts, _around: Surroundings, _table: TableFacts): CharsetPair {
		return column.inForce;
	}

	/** What a CHANGE between a character type and another implies; undefined: what a new column of the type gets. */
	charsetOfOtherType(_column: ColumnFacts, _type: TypeName, _table: TableFacts): CharsetPair | undefined {
		return undefined;
	}

	/** May a CHANGE or MODIFY make this of the column? Asked of every one; charsets count where both types have one. */
	modifyColumn(change: ColumnChange): Refusal | undefined {
		const { column, from, to } = change;
		const counts = from.isCharacterType && to.isCharacterType;
		return counts && from.charset.charset !== to.charset.charset
			? this.changeColumn(column, from.charset, to.charset)
			: undefined;
	}

	/** May a column's charset become another one by CHANGE or MODIFY? */
	changeColumn(_column: ColumnFacts, from: CharsetPair, to: CharsetPair): Refusal | undefined {
		return refuse(1105, "HY000", `unsupported modify column charset ${to.charset} not match origin ${from.charset}`);
	}

	/** May a column's or table's collation become another one of its charset? */
	changeCollation(_from: CharsetPair, _to: CharsetPair): Refusal | undefined {
		return undefined;
	}

	/** May the elements of an ENUM become others? Asked by rules that compare them. */
	changeElements(_from: readonly string[], _to: readonly string[]): Refusal | undefined {
		return undefined;
	}

	/** Do the words of a new pair fit each other? Asked by rules that have pairs nobody checked before. */
	checkPair(_pair: CharsetPair): Refusal | undefined {
		return undefined;
	}

	/**
	 * What is recorded of a changed column. One that is only read as another charset stays as it is, unless the text
	 * asks for a charset.
	 */
	recordedCharset(column: ColumnFacts, to: CharsetPair, written: Clause): CharsetPair {
		const { charset } = column.inForce;
		const isReadOtherwise = column.resolved.charset !== charset;
		return isReadOtherwise && to.charset === charset && !isWritten(written) ? column.resolved : to;
	}

	/** Is what ALTER TABLE says of the table's charset heeded at all? */
	heedsTable(_kind: TableChangeKind): boolean {
		return true;
	}

	/**
	 * What comes of CONVERT TO, [DEFAULT] CHARSET= and COLLATE=. Columns within reach are asked about in
	 * `convertColumn`.
	 */
	changeTable({ table, kind, written, around }: TableChange): TableOutcome | Refusal {
		const from = table.inForce;
		if (kind === "convert") {
			const to = resolveClause(written, filledPair(around.database, around.server));
			return this.convertTable(table, from, to) ?? { reach: "columns", to, checksLengths: true };
		}
		const to = resolveClause(written, from);
		const refusal = to.charset === from.charset ? undefined : this.changeTableDefault(table, from, to);
		return refusal ?? { reach: "default", to, checksLengths: false };
	}

	/** Has the table this pair already, so that nothing is to be done? */
	isUnchanged(_table: TableFacts, from: CharsetPair, to: CharsetPair): boolean {
		return from.charset === to.charset && from.collation === to.collation;
	}

	/** May CONVERT TO CHARACTER SET be said of the table at all? */
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
