/**
 * charset-clause: how the words of a CHARACTER SET and COLLATE clause are read.
 *
 * In: a word or clause as written, and where it stands. Out: the word in the spelling that counts, or a refusal.
 * Asked in the order of the questions below, before any question of what the clause means.
 */
import { type AnswerKinds, nothingOrRefusal, yesOrNo, text, clause, words } from "./answer.ts";
import { charsets } from "../types/text/charset.ts";
import { collationNamed } from "../types/collation/collation.ts";
import type { TypeName } from "../types/type.ts";
import { canonicalCharset } from "./clause.ts";
import type { Clause } from "./facts.ts";
import { Hook } from "./hook.ts";
import { type Refusal, refuse } from "./refusal.ts";

/** Where a clause stands: a new database, a new table, ALTER TABLE, a column of either. */
export type ClausePlace = "database" | "table" | "alter-table" | "column";

export class CharsetClause extends Hook {
	static readonly hook: string = "charset-clause";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		spell: text,
		charsets: words,
		knows: yesOrNo,
		refuseCharset: nothingOrRefusal,
		columnClause: clause,
		knowsCollation: yesOrNo,
		refuseCollation: nothingOrRefusal,
	};

	/** The spelling in which a charset's name counts from now on. */
	spell(word: string, _place: ClausePlace): string {
		return canonicalCharset(word);
	}

	/** The charsets there are, in lower case. */
	charsets(): readonly string[] {
		return charsets.map(({ name }) => name);
	}

	/** Is there a charset of this name, as written? */
	knows(word: string, _place: ClausePlace): boolean {
		return this.charsets().includes(canonicalCharset(word));
	}

	/** The error where there is none; without one the questions that follow judge. `type` is the column's. */
	refuseCharset(written: Clause, _place: ClausePlace, _type?: TypeName): Refusal | undefined {
		return refuse(1115, "42000", `Unknown character set: '${written.charset}'`);
	}

	/** What is left of a column's clause. */
	columnClause(written: Clause): Clause {
		return written;
	}

	/** Is there a collation of this name, as written? */
	knowsCollation(word: string, _place: ClausePlace): boolean {
		return collationNamed(word) !== undefined;
	}

	/** Does the collation exist, and belong to the charset where one is written? */
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
