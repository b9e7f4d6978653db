/**
 * CHANGE, MODIFY, RENAME COLUMN, SET DEFAULT and DROP DEFAULT: replaces a column's record in the draft.
 *
 * The alter-validation questions decide the meaning of an absent clause, whether the change is allowed, and its
 * record.
 */
import { checkColumnName, fold } from "../../../catalog/identifier.ts";
import { readDefault } from "../../../catalog/column-default.ts";
import type { CharsetPair, Clause, ColumnRecord } from "../../../catalog/record.ts";
import type { Column } from "../../../catalog/table.ts";
import { AlterValidation } from "../../../rules/alter-validation.ts";
import { isWritten, resolveClause } from "../../../rules/clause.ts";
import { granted } from "../../../rules/warned.ts";
import type { Expression } from "../../../sql/tree/expression.ts";
import type { ColumnDefinition } from "../../../sql/tree/table.ts";
import { isCharacterType } from "../../../types/value/type.ts";
import { columnFacts, tableFacts } from "../../rows/charset-facts.ts";
import { columnClause, defineColumn, newCharset, recordedType } from "../column-definition.ts";
import { defaultReading } from "../default-reading.ts";
import { columnShape, wantedShape } from "../column-shape.ts";
import { hasTimestamp, withImpliedTimestamp } from "../implied-timestamp.ts";
import type { RuleQuestions } from "../charset-clause.ts";
import type { Alteration } from "./alteration.ts";

/** The clause and the charset are asked for again when the column is changed, with the same warnings. */
const ignored = (): void => undefined;

/** A release's refusals come before MySQL's checks of names, except for a new name that another column keeps. */
export function refuseChange(
	alteration: Alteration,
	name: string,
	written: ColumnDefinition,
	given: ReadonlySet<string>,
): void {
	const { execution, table } = alteration;
	const column = table.columnsByName.get(fold(name));
	if (column !== undefined) {
		const wanted = fold(written.name);
		if (wanted !== fold(name) && table.columnsByName.has(wanted) && !given.has(wanted)) {
			return;
		}
		const quiet: RuleQuestions = { book: execution.book, record: ignored };
		const to = wantedCharset(alteration, column, written, columnClause(written, quiet), quiet);
		granted(
			execution.book.ask(AlterValidation).modifyColumn({
				column: columnFacts(column),
				table: tableFacts(table),
				from: columnShape(column),
				to: wantedShape(written, to, execution),
			}),
			execution,
		);
	}
}

export function changeColumn(alteration: Alteration, name: string, written: ColumnDefinition): void {
	const { draft, execution } = alteration;
	const column = alteration.column(name);
	const before = draft.columns.slice(0, draft.columns.indexOf(alteration.drafted(column)));
	const definition = withImpliedTimestamp(written, !hasTimestamp(before), execution);
	const facts = columnFacts(column);
	const rules = execution.book.ask(AlterValidation);
	const clause = columnClause(definition, execution);
	const to = wantedCharset(alteration, column, definition, clause, execution);
	const { release, objectVersion } = column.record;
	const record = defineColumn(
		definition,
		column.id,
		rules.recordedCharset(facts, to, clause),
		{ release, objectVersion },
		execution,
		alteration.defining,
	);
	if (definition.nullable === true) {
		draft.explicitlyNull.add(column.id);
	}
	const isBinaryNow = isCharacterType(definition.type) && !isCharacterType(record.type);
	const type = isBinaryNow ? { ...record.type, changedText: true as const } : record.type;
	draft.replace(alteration.drafted(column), { ...record, type, originDefault: column.record.originDefault });
}

/** Returns the charset and collation of the change, written or implied. */
function wantedCharset(
	alteration: Alteration,
	column: Column,
	definition: ColumnDefinition,
	clause: Clause,
	execution: RuleQuestions,
): CharsetPair {
	const { around, table } = alteration;
	const rules = execution.book.ask(AlterValidation);
	if (isCharacterType(definition.type) && isCharacterType(column.type)) {
		const implied = rules.impliedCharset(columnFacts(column), around, tableFacts(table));
		return isWritten(clause) ? resolveClause(clause, implied) : implied;
	}
	const other = isWritten(clause)
		? undefined
		: rules.charsetOfOtherType(columnFacts(column), definition.type.name, tableFacts(table));
	return other ?? newCharset(definition, clause, around, execution);
}

export function renameColumn(alteration: Alteration, from: string, to: string): void {
	checkColumnName(to);
	replace(alteration, from, (record) => ({ ...record, name: to }));
}

export function setDefault(alteration: Alteration, name: string, expression: Expression): void {
	replace(alteration, name, ({ default: _former, noDefault: _none, ...record }) => {
		const found = readDefault(
			record.name,
			expression,
			recordedType(record, alteration.execution),
			record.nullable,
			defaultReading(record, alteration.defining),
		);
		return found === null ? record : { ...record, default: found };
	});
}

export function dropDefault(alteration: Alteration, name: string): void {
	replace(alteration, name, ({ default: _former, ...record }) =>
		record.nullable ? { ...record, noDefault: true } : record,
	);
}

function replace(alteration: Alteration, name: string, change: (record: ColumnRecord) => ColumnRecord): void {
	const record = alteration.drafted(alteration.column(name));
	alteration.draft.replace(record, change(record));
}
