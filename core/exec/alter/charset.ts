/**
 * CONVERT TO, [DEFAULT] CHARSET= and COLLATE=: the table's charset, and what CONVERT TO makes of its columns.
 *
 * In: words as written. Out: changes in the draft, or the refusal of the rule that forbids, and then nothing is changed. What
 * is asked about is the charset in force; what is stored is what was written.
 */
import { checkVarcharLength } from "../../catalog/column-type.ts";
import type { CharsetPair } from "../../catalog/record.ts";
import type { Column } from "../../catalog/table.ts";
import { AlterValidation } from "../../rules/alter-validation.ts";
import { resolveClause } from "../../rules/clause.ts";
import { granted, Refusal } from "../../rules/refusal.ts";
import type { TableOption } from "../../sql/tree/table.ts";
import { isCharacterType } from "../../types/type.ts";
import { encodeText } from "../../types/value.ts";
import { columnFacts, databasePair, tableFacts } from "../charset-facts.ts";
import { optionClause, writtenWords } from "../written-clause.ts";
import type { Alteration } from "./alteration.ts";

export function convertTo(alteration: Alteration, charset: string, collation: string | undefined): void {
	const { table, draft, execution } = alteration;
	const database = databasePair(alteration.database);
	const written = writtenWords(charset.toLowerCase() === "default" ? database.charset : charset, collation);
	const to = resolveClause(written, database);
	const rules = execution.book.ask(AlterValidation);
	forbid(rules.convertTable(tableFacts(table), pairOf(table), to));
	const columns = table.columns.filter(({ type, id }) => isCharacterType(type) && draft.columns.some((column) => column.id === id));
	for (const column of columns) {
		const from = pairOf(column.type);
		if (from.charset !== to.charset) {
			forbid(rules.convertColumn(columnFacts(column), from, to));
		}
		checkLength(column, to);
	}
	draft.record = { ...draft.record, written, resolved: to };
	alteration.tablePair = to;
	for (const column of columns) {
		const record = alteration.drafted(column);
		draft.replace(record, { ...record, written: {}, resolved: to });
	}
}

function checkLength({ name, type }: Column, to: CharsetPair): void {
	if (type.name === "varchar") {
		checkVarcharLength(encodeText(name), type.length, to.charset);
	}
}

/** The table's default only: its columns keep theirs. */
export function changeTableDefault(alteration: Alteration, options: readonly TableOption[]): void {
	const { table, draft, execution } = alteration;
	const written = optionClause(options);
	if (written.charset === undefined && written.collation === undefined) {
		return;
	}
	const from = pairOf(table);
	const to = resolveClause(written, from);
	if (to.charset !== from.charset) {
		forbid(execution.book.ask(AlterValidation).changeTableDefault(tableFacts(table), from, to));
	}
	draft.record = { ...draft.record, written, resolved: to };
	alteration.tablePair = to;
}

export function pairOf({ charset, collation }: CharsetPair): CharsetPair {
	return { charset, collation };
}

/** Throws a refusal, if it is one. */
export function forbid(answer: Refusal | undefined): void {
	if (answer !== undefined) {
		granted(answer);
	}
}
