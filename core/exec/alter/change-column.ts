/**
 * CHANGE, MODIFY, RENAME COLUMN, SET DEFAULT, DROP DEFAULT.
 *
 * In: the change as written. Out: another record in the column's place. Where old and new type are both character types the
 * alter-validation question decides about charsets; a collation within a charset is changed at every release; other
 * type changes go by MySQL.
 */
import { checkColumnName } from "../../catalog/identifier.ts";
import { readDefault } from "../../catalog/column-default.ts";
import { settleType } from "../../catalog/settle.ts";
import type { CharsetPair, ColumnRecord } from "../../catalog/record.ts";
import type { Column } from "../../catalog/table.ts";
import { AlterValidation } from "../../rules/alter-validation.ts";
import { resolveClause } from "../../rules/clause.ts";
import type { Expression } from "../../sql/tree/expression.ts";
import type { ColumnDefinition } from "../../sql/tree/table.ts";
import { isCharacterType } from "../../types/type.ts";
import { columnFacts } from "../charset-facts.ts";
import { checkedClause, defineColumn, newColumnCharset } from "../column-definition.ts";
import type { Alteration } from "./alteration.ts";
import { forbid, pairOf } from "./charset.ts";

export function changeColumn(alteration: Alteration, name: string, definition: ColumnDefinition): void {
	const { draft, execution } = alteration;
	const column = alteration.column(name);
	const charset = changedCharset(alteration, column, definition);
	const { release, objectVersion } = column.record;
	const record = defineColumn(definition, column.id, charset, { release, objectVersion }, execution);
	if (definition.nullable === true) {
		draft.explicitlyNull.add(column.id);
	}
	draft.replace(alteration.drafted(column), { ...record, originDefault: column.record.originDefault });
}

/** What is stored for the changed column. */
function changedCharset(alteration: Alteration, column: Column, definition: ColumnDefinition): CharsetPair {
	const { around, execution } = alteration;
	const written = checkedClause(definition);
	if (!isCharacterType(definition.type) || !isCharacterType(column.type)) {
		return newColumnCharset(definition, around, execution);
	}
	const rules = execution.book.ask(AlterValidation);
	const facts = columnFacts(column);
	const from = pairOf(column.type);
	const implied = rules.impliedCharset(facts, around);
	const isWritten = written.charset !== undefined || written.collation !== undefined;
	const to = isWritten ? resolveClause(written, implied) : implied;
	if (to.charset !== from.charset) {
		forbid(rules.changeColumn(facts, from, to));
		return to;
	}
	// A column that is only read as another charset stays stored as it is, unless the text asks for a charset.
	const isReadOtherwise = column.record.resolved.charset !== from.charset;
	return !isWritten && isReadOtherwise ? column.record.resolved : to;
}

export function renameColumn(alteration: Alteration, from: string, to: string): void {
	checkColumnName(to);
	replace(alteration, from, (record) => ({ ...record, name: to }));
}

export function setDefault(alteration: Alteration, name: string, expression: Expression): void {
	replace(alteration, name, ({ default: _former, noDefault: _none, ...record }) => {
		const found = readDefault(record.name, expression, settleType(record, record.resolved), record.nullable, alteration.execution);
		return found === null ? record : { ...record, default: found };
	});
}

export function dropDefault(alteration: Alteration, name: string): void {
	replace(alteration, name, ({ default: _former, ...record }) => (record.nullable ? { ...record, noDefault: true } : record));
}

function replace(alteration: Alteration, name: string, change: (record: ColumnRecord) => ColumnRecord): void {
	const record = alteration.drafted(alteration.column(name));
	alteration.draft.replace(record, change(record));
}
