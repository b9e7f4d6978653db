/**
 * CONVERT TO, [DEFAULT] CHARSET= and COLLATE=: the table's charset, and its effect on columns.
 *
 * Rules decide how far a change reaches; the clause as written is recorded. A refusal changes nothing.
 */
import { checkVarcharLength } from "../../../catalog/maximum-column-length.ts";
import type { CharsetPair, Clause } from "../../../catalog/record.ts";
import type { Column } from "../../../catalog/table.ts";
import { AlterValidation } from "../../../rules/alter-validation.ts";
import { isWritten } from "../../../rules/clause.ts";
import type { TableChangeKind } from "../../../rules/facts.ts";
import { granted } from "../../../rules/warned.ts";
import type { TableOption } from "../../../sql/tree/table.ts";
import { isCharacterType } from "../../../types/value/type.ts";
import { encodeText } from "../../../types/value/value.ts";
import { columnFacts, tableFacts } from "../../rows/charset-facts.ts";
import { optionClause, readClause, writtenWords } from "../charset-clause.ts";
import type { Alteration } from "./alteration.ts";

export function convertTo(alteration: Alteration, charset: string, collation: string | undefined): void {
	changeTable(alteration, "convert", writtenWords(charset, collation));
}

/** Changes the table's default only: columns keep their charsets. */
export function changeTableDefault(alteration: Alteration, options: readonly TableOption[]): void {
	const written = optionClause(options);
	if (isWritten(written)) {
		changeTable(alteration, "default", written);
	}
}

function changeTable(alteration: Alteration, kind: TableChangeKind, written: Clause): void {
	const { table, draft, execution, around } = alteration;
	const rules = execution.book.ask(AlterValidation);
	if (!rules.heedsTable(kind)) {
		return;
	}
	const clause = readClause(written, "alter-table", execution);
	const { reach, to, checksLengths } = granted(
		rules.changeTable({ table: tableFacts(table), kind, written: clause, around }),
		execution,
	);
	if (reach === "nothing") {
		return;
	}
	const columns = table.columns.filter(
		({ type, id }) => isCharacterType(type) && draft.columns.some((column) => column.id === id),
	);
	for (const column of columns) {
		if (reach === "columns" && column.charset !== to.charset) {
			const from = { charset: column.charset, collation: column.collation };
			granted(rules.convertColumn(columnFacts(column), from, to), execution);
		}
		if (checksLengths) {
			checkLength(column, to);
		}
	}
	draft.record = { ...draft.record, written, resolved: to };
	alteration.tablePair = to;
	for (const column of reach === "columns" ? columns : []) {
		const record = alteration.drafted(column);
		draft.replace(record, { ...record, written: {}, resolved: to });
	}
}

function checkLength({ name, type }: Column, to: CharsetPair): void {
	if (type.name === "varchar") {
		checkVarcharLength(encodeText(name), type.length, to.charset);
	}
}
