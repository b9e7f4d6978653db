/**
 * CHARACTER SET and COLLATE clauses of databases, tables and columns, read by the charset-clause questions.
 *
 * The clause as written is recorded; the clause as read is passed to the other rules. `default` counts as not
 * written.
 */
import type { RuleBook } from "../../rules/book.ts";
import { CharsetClause, type ClausePlace } from "../../rules/charset-clause.ts";
import type { Clause } from "../../rules/facts.ts";
import { forbid } from "../../rules/refusal.ts";
import type { TableOption } from "../../sql/tree/table.ts";
import type { TypeName } from "../../types/value/type.ts";

export function writtenWords(charset: string | undefined, collation: string | undefined): Clause {
	return {
		...(isSaid(charset) ? { charset } : {}),
		...(isSaid(collation) ? { collation } : {}),
	};
}

function isSaid(word: string | undefined): boolean {
	return word !== undefined && word.toLowerCase() !== "default";
}

/** The last word of each kind counts; two charsets in one statement are refused as a collation that does not fit. */
export function optionClause(options: readonly TableOption[]): Clause {
	const charset = options.findLast(({ option }) => option === "charset");
	const collation = options.findLast(({ option }) => option === "collate");
	return writtenWords(
		charset?.option === "charset" ? charset.value : undefined,
		collation?.option === "collate" ? collation.value : undefined,
	);
}

/** Throws the refusal of unknown or unfitting words. `type` is a column's. */
export function readClause(written: Clause, place: ClausePlace, book: RuleBook, type?: TypeName): Clause {
	const rules = book.ask(CharsetClause);
	const { charset, collation } = written;
	if (charset !== undefined && !rules.knows(charset, place)) {
		forbid(rules.refuseCharset(written, place, type));
	}
	const spelled: Clause = {
		...(charset === undefined ? {} : { charset: rules.spell(charset, place) }),
		...(collation === undefined ? {} : { collation }),
	};
	const clause = place === "column" ? rules.columnClause(spelled) : spelled;
	forbid(rules.refuseCollation(clause, place));
	return clause;
}
