/**
 * CONVERT TO, [DEFAULT] CHARSET= and COLLATE=: the table's charset, and its effect on columns.
 *
 * Rules decide how far a change reaches; the clause as written is recorded. A refusal changes nothing.
 */
import { checkVarcharLength } from "../../../catalog/maximum-column-length.ts";
import { longerForm, textTypeOf } from "../../../catalog/column-type.ts";
import {
	decodeStoredValue,
	encodeStoredValue,
	type CharsetPair,
	type Clause,
	type ColumnRecord,
	type StoredType,
} from "../../../catalog/record.ts";
import type { Column } from "../../../catalog/table.ts";
import { sqlError } from "../../../errors/catalogue.ts";
import { AlterValidation } from "../../../rules/alter-validation.ts";
import { isWritten } from "../../../rules/clause.ts";
import type { TableChangeKind } from "../../../rules/facts.ts";
import { granted } from "../../../rules/warned.ts";
import { SchemaLoad } from "../../../rules/schema-load.ts";
import type { TableOption } from "../../../sql/tree/table.ts";
import { charsetNamed, convertText, lossFinder } from "../../../types/text/charset.ts";
import { isCharacterType, type SqlType } from "../../../types/value/type.ts";
import { encodeText } from "../../../types/value/value.ts";
import { columnFacts, tableFacts } from "../../rows/charset-facts.ts";
import type { Execution } from "../../execution.ts";
import { optionClause, readClause, refuseConflicts, writtenWords } from "../charset-clause.ts";
import { changesSilently, noteOfChange } from "../silent-change.ts";
import type { Alteration } from "./alteration.ts";

export function convertTo(alteration: Alteration, charset: string, collation: string | undefined): void {
	changeTable(alteration, "convert", writtenWords(charset, collation));
}

/** Changes the table's default only: columns keep their charsets. */
export function changeTableDefault(alteration: Alteration, options: readonly TableOption[]): void {
	const written = optionClause(options);
	refuseConflicts(options, alteration.execution);
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
		if (checksLengths && !(reach === "columns" && mayChange(column, execution))) {
			checkLength(column, to);
		}
	}
	draft.record = { ...draft.record, written, resolved: to };
	alteration.tablePair = to;
	for (const column of reach === "columns" ? columns : []) {
		const record = alteration.drafted(column);
		draft.replace(record, converted(record, column.type, to, execution));
	}
}

/**
 * The column in the next charset: elements and default converted, and TINYTEXT, TEXT and MEDIUMTEXT enlarged to hold
 * as many characters as before, as MySQL does.
 */
function converted(record: ColumnRecord, from: SqlType, to: CharsetPair, execution: Execution): ColumnRecord {
	const text = execution.book.ask(SchemaLoad).text(to);
	const silently = mayChange({ record }, execution) ? noteOfChange(record.name, execution) : undefined;
	const longer = longerForm(record.type.name, record.type, to, silently);
	const type = {
		...enlarged(record.type, from.charset, to.charset),
		...longer,
		elements: record.type.elements.map((element) => convertText(element, from.charset, text.charset)),
	};
	const next: ColumnRecord = { ...record, type, written: {}, resolved: to };
	const stored = record.default?.kind === "constant" ? decodeStoredValue(record.default.value) : undefined;
	if (typeof stored !== "string") {
		return next;
	}
	if (lossFinder(from.charset, text.charset)(stored) >= 0) {
		throw sqlError("invalidDefault", encodeText(record.name));
	}
	const value = encodeStoredValue(convertText(stored, from.charset, text.charset));
	return { ...next, default: { kind: "constant", value } };
}

/** Outside strict mode a VARCHAR may become a TEXT, which has no default. */
function mayChange({ record }: Pick<Column, "record">, execution: Execution): boolean {
	return record.default === undefined && changesSilently(execution);
}

function enlarged(type: StoredType, from: string, to: string): StoredType {
	const characters = Math.floor(type.length / (charsetNamed(from)?.maxBytes ?? 1));
	const bytes = characters * (charsetNamed(to)?.maxBytes ?? 1);
	const next = type.name.endsWith("text") && bytes > type.length ? textTypeOf(bytes) : undefined;
	if (next === undefined) {
		return type;
	}
	const { declaredLength: _declared, ...rest } = type;
	return { ...rest, ...next };
}

function checkLength({ name, type }: Column, to: CharsetPair): void {
	if (type.name === "varchar") {
		checkVarcharLength(encodeText(name), type.length, to.charset);
	}
}
