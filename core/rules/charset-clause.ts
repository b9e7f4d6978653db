/**
 * Hook charset-clause: how the words of a CHARACTER SET and COLLATE clause are read.
 *
 * Asked in the order of the methods, before any question about the clause's meaning.
 */
import { type AnswerKinds, nothingOrRefusal, yesOrNo, text, clause, words } from "./answer.ts";
import { charsets } from "../types/text/charset.ts";
import { collationNamed } from "../types/collation/collation.ts";
import type { TypeName } from "../types/value/type.ts";
import { canonicalCharset } from "./clause.ts";
import type { Clause } from "./facts.ts";
import { Hook } from "./hook.ts";
import { type Refusal, refuse } from "./refusal.ts";

/** The kind of clause: of a new database, a new table, ALTER TABLE, a column of either. */
export type ClausePlace = "database" | "table" | "alter-table" | "column";

/** Questions about the words of a charset clause. */
export class CharsetClause extends Hook {
	static readonly hook: string = "charset-clause";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		spell: text,
		charsets: words,
		knows: yesOrNo,
		refuseCharset: nothingOrRefusal,
		conflict: nothingOrRefusal,
		columnClause: clause,
		knowsCollation: yesOrNo,
		refuseCollation: nothingOrRefusal,
	};

	/** @returns the spelling of a charset's name that is used from here on */
	spell(word: string, _place: ClausePlace): string {
		return canonicalCharset(word);
	}

	/** @returns the known charsets, in lower case */
	charsets(): readonly string[] {
		return charsets.map(({ name }) => name);
	}

	/** Decides whether a charset of this name, as written, exists. */
	knows(word: string, _place: ClausePlace): boolean {
		return this.charsets().includes(canonicalCharset(word));
	}

	/**
	 * The error for an unknown charset.
	 * @param _type the column's type
	 * @returns undefined: the questions that follow decide
	 */
	refuseCharset(written: Clause, _place: ClausePlace, _type?: TypeName): Refusal | undefined {
		return refuse(1115, "42000", `Unknown character set: '${written.charset}'`);
	}

	/**
	 * Decides about two CHARACTER SET options of one table or database.
	 * @returns a refusal, or undefined: the last counts
	 */
	conflict(former: string, charset: string): Refusal | undefined {
		const [first, last] = [canonicalCharset(former), canonicalCharset(charset)];
		return first === last
			? undefined
			: refuse(1302, "HY000", `Conflicting declarations: 'CHARACTER SET ${first}' and 'CHARACTER SET ${last}'`);
	}

	/** @returns the part of a column's clause that takes effect */
	columnClause(written: Clause): Clause {
		return written;
	}

	/** Decides whether a collation of this name, as written, exists. */
	knowsCollation(word: string, _place: ClausePlace): boolean {
		return collationNamed(word) !== undefined;
	}

	/**
	 * Refuses a collation that does not exist, or does not belong to the charset beside it.
	 * @returns a refusal, or undefined to allow it
	 */
	refuseCollation(written: Clause, place: ClausePlace): Refusal | undefined {
		if (written.collation === undefined) {
			return undefined;
		}
		const collation = collationNamed(written.collation);
		if (collation === undefined || !this.knowsCollation(written.collation, place)) {
			return refuse(1273, "HY000", `Unknown collation: '${written.collation}'`);
		}
		const charset = written.charset === undefined ? undefined : canonicalCharset(written.charset);
		if (charset !== undefined && collation.charset !== charset) {
			return refuse(1253, "42000", `COLLATION '${collation.name}' is not valid for CHARACTER SET '${charset}'`);
		}
		return undefined;
	}
}
