/**
 * ADD COLUMN, DROP COLUMN and column positions, in the table draft.
 *
 * Rows are not touched: an added column's origin default stands for its value in older rows, and a dropped column's
 * id is never used again.
 */
import type { ColumnRecord } from "../../../catalog/record.ts";
import { sqlError } from "../../../errors/catalogue.ts";
import { invariant } from "../../../errors/invariant.ts";
import { columnNames, parseStored } from "../../../plan/bind/stored-expression.ts";
import type { ColumnDefinition, ColumnPosition } from "../../../sql/tree/table.ts";
import { fold } from "../../../catalog/identifier.ts";
import { encodeText } from "../../../types/value/value.ts";
import { columnVersion } from "../object-version.ts";
import { defineColumn, newColumnCharset, originOf } from "../column-definition.ts";
import { hasTimestamp, withImpliedTimestamp } from "../implied-timestamp.ts";
import type { Alteration } from "./alteration.ts";

export function addColumn(
	alteration: Alteration,
	written: ColumnDefinition,
	position: ColumnPosition | undefined,
): void {
	const { draft, execution } = alteration;
	const definition = withImpliedTimestamp(written, !hasTimestamp(draft.columns), execution);
	const charset = newColumnCharset(definition, alteration.around, execution);
	const column = defineColumn(
		definition,
		draft.takeColumnId(),
		charset,
		columnVersion(execution),
		execution,
		alteration.defining,
	);
	if (definition.nullable === true) {
		draft.explicitlyNull.add(column.id);
	}
	draft.place(originOf(column, execution), position);
}

/** Puts a changed column at the statement's position. */
export function moveColumn(alteration: Alteration, name: string, position: ColumnPosition): void {
	const { draft } = alteration;
	const record = draft.findColumn(name) as ColumnRecord;
	draft.columns.splice(draft.columns.indexOf(record), 1);
	draft.place(record, position);
}

export function dropColumn(alteration: Alteration, name: string): void {
	const { draft, table } = alteration;
	const column = table.columnsByName.get(fold(name));
	const at = draft.columns.findIndex(({ id }) => id === column?.id);
	invariant(column !== undefined && at >= 0, "The names of an ALTER TABLE are looked for before it changes anything.");
	const key = draft.foreignKeys.find(({ columnIds }) => columnIds.includes(column.id));
	if (key !== undefined) {
		throw sqlError("cantDropForeignKeyColumn", encodeText(column.name), encodeText(key.name));
	}
	draft.columns.splice(at, 1);
	// A CHECK of this column alone is dropped with it.
	const others = draft.checks.filter(({ text }) => {
		const names = columnNames(parseStored(text));
		return names.length !== 1 || fold(names[0] ?? "") !== fold(name);
	});
	draft.checks.splice(0, draft.checks.length, ...others);
}
