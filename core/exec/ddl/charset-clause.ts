/**
 * CHARACTER SET and COLLATE clauses of databases, tables and columns, read by the charset-clause questions.
 *
 * The clause as written is recorded; the clause as read is passed to the other rules. `default` counts as not
 * written.
 */
import { CharsetClause, type ClausePlace } from "../../rules/charset-clause.ts";
import type { Clause } from "../../rules/facts.ts";
import { granted } from "../../rules/warned.ts";
import type { TableOption } from "../../sql/tree/table.ts";
import type { TypeName } from "../../types/value/type.ts";
import type { Execution } from "../execution.ts";

/** The rules in force, and the receiver of their warnings. */
export type RuleQuestions = Pick<Execution, "book" | "record">;

export function writtenWords(charset: string | undefined, collation: string | undefined): Clause {
	return {
		...(isSaid(charset) ? { charset } : {}),
		...(isSaid(collation) ? { collation } : {}),
	};
}

function isSaid(word: string | undefined): boolean {
	return word !== undefined && word.toLowerCase() !== "default";
}

/** Throws 1302 where the charsets of one statement differ, unless the rule in force takes the last. */
export function refuseConflicts(options: readonly TableOption[], execution: RuleQuestions): void {
	const words = options.flatMap((each) => (each.option === "charset" && isSaid(each.value) ? [each.value] : []));
	words.forEach((word, at) => refuseConflict(words[at - 1], word, execution));
}

/** The same for two words; the former may be absent. */
export function refuseConflict(
	former: string | undefined,
	charset: string | undefined,
	execution: RuleQuestions,
): void {
	const rules = execution.book.ask(CharsetClause);
	const words = [former, charset].flatMap((word) =>
		word !== undefined && isSaid(word) && rules.knows(word, "table") ? [word] : [],
	);
	if (words.length === 2) {
		granted(rules.conflict(words[0]!, words[1]!), execution);
	}
}

/** The last word of each kind counts. */
export function optionClause(options: readonly TableOption[]): Clause {
	const charset = options.findLast(({ option }) => option === "charset");
	const collation = options.findLast(({ option }) => option === "collate");
	return writtenWords(
		charset?.option === "charset" ? charset.value : undefined,
		collation?.option === "collate" ? collation.value : undefined,
	);
}

/** Throws the refusal of unknown or unfitting words. `type` is a column's. */
export function readClause(written: Clause, place: ClausePlace, execution: RuleQuestions, type?: TypeName): Clause {
	const rules = execution.book.ask(CharsetClause);
	const { charset, collation } = written;
	if (charset !== undefined && !rules.knows(charset, place)) {
		granted(rules.refuseCharset(written, place, type), execution);
	}
	const spelled: Clause = {
		...(charset === undefined ? {} : { charset: rules.spell(charset, place) }),
		...(collation === undefined ? {} : { collation }),
	};
	const clause = place === "column" ? rules.columnClause(spelled) : spelled;
	granted(rules.refuseCollation(clause, place), execution);
	return clause;
}
