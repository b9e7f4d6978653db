/**
 * Hook alter-validation: which changes ALTER TABLE may make, above all of charsets, and the meaning of an absent
 * clause.
 *
 * Questions that are made of others (`modifyColumn`, `changeTable`) answer as MySQL does; a rule may compare more, or
 * less.
 */
import {
	type AnswerKinds,
	nothing,
	verdict,
	nothingOrRefusal,
	yesOrNo,
	statedPair,
	either,
	tableOutcome,
} from "./answer.ts";
import type { TypeName } from "../types/value/type.ts";
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
import { allowedAs } from "./warned.ts";

/** Questions about ALTER TABLE. */
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
		changeTable: verdict(tableOutcome),
		isUnchanged: yesOrNo,
		convertTable: nothingOrRefusal,
		convertColumn: nothingOrRefusal,
		changeTableDefault: nothingOrRefusal,
	};

	/**
	 * Decides whether one statement may make this many changes.
	 *
	 * @returns a refusal, or undefined to allow it
	 */
	changeCount(_count: number): Refusal | undefined {
		return undefined;
	}

	/**
	 * The charset that CHANGE or MODIFY implies for a character type without a charset clause.
	 * @param column the column before the change
	 */
	impliedCharset(column: ColumnFacts, _around: Surroundings, _table: TableFacts): CharsetPair {
		return column.inForce;
	}

	/**
	 * The charset that CHANGE implies where the column's type was of the other kind (with or without a charset).
	 * @returns undefined: what a new column of the type gets
	 */
	charsetOfOtherType(_column: ColumnFacts, _type: TypeName, _table: TableFacts): CharsetPair | undefined {
		return undefined;
	}

	/**
	 * Decides whether CHANGE or MODIFY may make this of the column. Asked of every one; charsets count where both types
	 * have one.
	 * @returns a refusal, or undefined to allow it
	 */
	modifyColumn(change: ColumnChange): Refusal | undefined {
		const { column, from, to } = change;
		const counts = from.isCharacterType && to.isCharacterType;
		return counts && from.charset.charset !== to.charset.charset
			? this.changeColumn(column, from.charset, to.charset)
			: undefined;
	}

	/**
	 * Decides whether CHANGE or MODIFY may replace a column's charset.
	 * @returns a refusal, or undefined to allow it
	 */
	changeColumn(_column: ColumnFacts, from: CharsetPair, to: CharsetPair): Refusal | undefined {
		return refuse(1105, "HY000", `unsupported modify column charset ${to.charset} not match origin ${from.charset}`);
	}

	/**
	 * Decides whether a column's or table's collation may become another one of its charset.
	 * @returns a refusal, or undefined to allow it
	 */
	changeCollation(_from: CharsetPair, _to: CharsetPair): Refusal | undefined {
		return undefined;
	}

	/**
	 * Decides whether the elements of an ENUM may change. Asked by rules that compare them.
	 * @returns a refusal, or undefined to allow it
	 */
	changeElements(_from: readonly string[], _to: readonly string[] | string): Refusal | undefined {
		return undefined;
	}

	/**
	 * Decides whether charset and collation of a new pair fit each other. Asked by rules whose pairs were not checked
	 * before.
	 * @returns a refusal, or undefined to allow it
	 */
	checkPair(_pair: CharsetPair): Refusal | undefined {
		return undefined;
	}

	/**
	 * The charset recorded for a changed column. A column that is only read as another charset keeps its record, unless
	 * the statement names a charset.
	 * @param to the pair in force after the change
	 * @param written the statement's own clause
	 */
	recordedCharset(column: ColumnFacts, to: CharsetPair, written: Clause): CharsetPair {
		const { charset } = column.inForce;
		const isReadOtherwise = column.resolved.charset !== charset;
		return isReadOtherwise && to.charset === charset && !isWritten(written) ? column.resolved : to;
	}

	/** Decides whether ALTER TABLE's charset clause for the table has any effect. */
	heedsTable(_kind: TableChangeKind): boolean {
		return true;
	}

	/**
	 * The outcome of CONVERT TO, [DEFAULT] CHARSET= and COLLATE=. Columns within reach are asked about in
	 * `convertColumn`.
	 * @returns what changes, or a refusal
	 */
	changeTable({ table, kind, written, around }: TableChange): TableOutcome | Refusal {
		const from = table.inForce;
		if (kind === "convert") {
			const to = resolveClause(written, filledPair(around.database, around.server));
			return allowedAs(this.convertTable(table, from, to), { reach: "columns", to, checksLengths: true });
		}
		const to = resolveClause(written, from);
		const refusal = to.charset === from.charset ? undefined : this.changeTableDefault(table, from, to);
		return allowedAs(refusal, { reach: "default", to, checksLengths: false });
	}

	/** Decides whether the table has this pair already, so that nothing is to be done. */
	isUnchanged(_table: TableFacts, from: CharsetPair, to: CharsetPair): boolean {
		return from.charset === to.charset && from.collation === to.collation;
	}

	/**
	 * Decides whether CONVERT TO CHARACTER SET may be applied to the table at all.
	 * @returns a refusal, or undefined to allow it
	 */
	convertTable(_table: TableFacts, _from: CharsetPair, _to: CharsetPair): Refusal | undefined {
		return refuse(1105, "HY000", "unsupported ALTER TABLE ... CONVERT TO CHARACTER SET");
	}

	/**
	 * Decides whether CONVERT TO may give this column another charset.
	 * @returns a refusal, or undefined to allow it
	 */
	convertColumn(column: ColumnFacts, from: CharsetPair, to: CharsetPair): Refusal | undefined {
		return this.changeColumn(column, from, to);
	}

	/**
	 * Decides whether [DEFAULT] CHARSET= or COLLATE= may replace the table's default charset.
	 * @returns a refusal, or undefined to allow it
	 */
	changeTableDefault(table: TableFacts, from: CharsetPair, to: CharsetPair): Refusal | undefined {
		return this.convertTable(table, from, to);
	}
}
