/**
 * Definition checks of generated columns and CHECK constraints.
 *
 * Errors 1111, 1117, 3102, 3107 to 3109, 3813 to 3822, 3959, 1054.
 */
import type { CooperativeTask } from "../../async/cooperative-task.ts";
import { fold } from "../../catalog/identifier.ts";
import type { CheckRecord } from "../../catalog/record.ts";
import type { Column, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import {
	bindStored,
	columnNames,
	isNondeterministic,
	missingColumn,
	parseStored,
	readsBeyondRow,
	readsGroup,
	refuseUnknown,
} from "../../plan/bind/stored-expression.ts";
import { encodeText } from "../../types/value/value.ts";
import { checkClause, generatedClause } from "../write/row-rules.ts";

/** Characters of all expressions of a definition, as in MySQL 5.7: they are bound in one piece where it is used. */
const maximumLength = 65_535;

/** A step for each column and check. */
export function* checkRowRules(table: Table, former?: Table): CooperativeTask {
	refuseLong(table);
	for (const column of table.columns) {
		if (column.record.generated !== undefined) {
			checkGenerated(column, column.record.generated.text, table, former);
			yield;
		}
	}
	const seen = new Set<string>();
	for (const check of table.record.checks) {
		if (seen.has(fold(check.name))) {
			throw sqlError("duplicateCheck", encodeText(check.name));
		}
		seen.add(fold(check.name));
		checkCheck(check, table, former);
		yield;
	}
}

function refuseLong({ columns, record: { checks } }: Table): void {
	const lengths = [
		...columns.map(({ record: { generated } }) => generated?.text.length ?? 0),
		...checks.map(({ text }) => text.length),
	];
	if (lengths.reduce((sum, length) => sum + length, 0) > maximumLength) {
		throw sqlError("tooManyColumns");
	}
}

function checkGenerated(column: Column, text: string, table: Table, former: Table | undefined): void {
	const name = encodeText(column.name);
	const expression = parseStored(text);
	if (readsGroup(expression)) {
		throw sqlError("invalidGroupFunctionUse");
	}
	if (readsBeyondRow(expression)) {
		throw sqlError("generatedFunctionNotAllowed", name);
	}
	const missing = missingColumn(expression, table);
	if (missing !== undefined && former !== undefined && didRead(former, column, missing)) {
		throw sqlError("dependentByGenerated", encodeText(missing));
	}
	refuseUnknown(expression, table, generatedClause);
	for (const read of columnNames(expression).map((each) => table.columnsByName.get(fold(each)))) {
		if (read?.autoIncrement === true) {
			throw sqlError("generatedRefersAutoIncrement", name);
		}
		if (read?.record.generated !== undefined && read.offset >= column.offset) {
			throw sqlError("generatedNotPrior");
		}
	}
	if (isNondeterministic(bindStored(expression, table, generatedClause))) {
		throw sqlError("generatedFunctionNotAllowed", name);
	}
}

/** Whether the column read it before: an added column cannot refer to a dropped one. */
function didRead(former: Table, { record: { id } }: Column, name: string): boolean {
	const generated = former.columns.find(({ record }) => record.id === id)?.record.generated;
	return generated !== undefined && columnNames(parseStored(generated.text)).some((each) => fold(each) === fold(name));
}

function checkCheck({ name, text }: CheckRecord, table: Table, former: Table | undefined): void {
	const expression = parseStored(text);
	const missing = missingColumn(expression, table);
	if (missing !== undefined) {
		const isLost = former?.columnsByName.has(fold(missing)) === true;
		throw sqlError(isLost ? "dependentByCheck" : "checkRefersMissing", encodeText(name), encodeText(missing));
	}
	if (columnNames(expression).some((each) => table.columnsByName.get(fold(each))?.autoIncrement === true)) {
		throw sqlError("checkRefersAutoIncrement", encodeText(name));
	}
	if (readsBeyondRow(expression) || isNondeterministic(bindStored(expression, table, checkClause))) {
		throw sqlError("checkFunctionNotAllowed", encodeText(name));
	}
}
