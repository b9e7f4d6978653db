/**
 * The CHARACTER SET and COLLATE words of databases and tables, as a clause that was checked.
 *
 * In: words as the parser kept them; `default` stands for nothing written. Out: a clause whose charset and collation exist and
 * fit each other, or 1115, 1273, 1253.
 */
import { checkClause } from "../rules/clause.ts";
import type { Clause } from "../rules/facts.ts";
import type { TableOption } from "../sql/tree/table.ts";

export function writtenWords(charset: string | undefined, collation: string | undefined): Clause {
	const clause = {
		...(isWritten(charset) ? { charset } : {}),
		...(isWritten(collation) ? { collation } : {}),
	};
	checkClause(clause);
	return clause;
}

function isWritten(word: string | undefined): boolean {
	return word !== undefined && word.toLowerCase() !== "default";
}

/** The last word of each kind counts; words of two charsets in one statement are refused as a collation that doesn't fit. */
export function optionClause(options: readonly TableOption[]): Clause {
	const charset = options.findLast(({ option }) => option === "charset");
	const collation = options.findLast(({ option }) => option === "collate");
	return writtenWords(charset?.option === "charset" ? charset.value : undefined, collation?.option === "collate" ? collation.value : undefined);
}
