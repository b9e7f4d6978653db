/**
 * From a column definition as written to the record that is stored.
 *
 * In: the syntax, the charset that rules gave it, an id. Out: a `ColumnRecord`, or one of MySQL's errors. It refuses to know
 * which question the charset was asked of: a new column asks another one than a changed one.
 */
import { checkColumnName } from "../catalog/identifier.ts";
import { checkOnUpdate, readDefault } from "../catalog/column-default.ts";
import { storedType, withBinaryAttribute, writtenClause } from "../catalog/column-type.ts";
import { decodeStoredValue, encodeStoredValue, type Birth, type CharsetPair, type Clause, type ColumnRecord } from "../catalog/record.ts";
import { settleType } from "../catalog/settle.ts";
import { sqlError } from "../errors.ts";
import { checkClause } from "../rules/clause.ts";
import { DefaultCharset } from "../rules/default-charset.ts";
import { granted } from "../rules/refusal.ts";
import type { ColumnDefinition } from "../sql/tree/table.ts";
import { familyOf, isCharacterType, type SqlType } from "../types/type.ts";
import { encodeText, type Value } from "../types/value.ts";
import { currentTimestamp, zeroOf } from "./column-default.ts";
import type { Execution } from "./execution.ts";
import { storedTime } from "./timestamp-column.ts";

const maximumCommentCharacters = 1024;
const binary: CharsetPair = { charset: "binary", collation: "binary" };

/** What surrounds a column: both in force. */
export interface ColumnSurroundings {
	readonly table: CharsetPair;
	readonly database: CharsetPair;
}

/** The clause of a definition, checked: 1115, 1273, 1253. */
export function checkedClause(definition: ColumnDefinition): Clause {
	const written = writtenClause(definition.type);
	checkClause(written);
	return written;
}

/** What a new column's charset is. */
export function newColumnCharset(definition: ColumnDefinition, around: ColumnSurroundings, execution: Execution): CharsetPair {
	const written = checkedClause(definition);
	if (!isCharacterType(definition.type)) {
		return binary;
	}
	return granted(execution.book.ask(DefaultCharset).createColumn(written, around.table, around.database));
}

export function defineColumn(definition: ColumnDefinition, id: number, resolved: CharsetPair, birth: Birth, execution: Execution): ColumnRecord {
	const { name } = definition;
	checkColumnName(name);
	checkComment(definition);
	if (definition.generated !== undefined) {
		throw sqlError("notSupportedYet", "GENERATED COLUMN");
	}
	const { type, pair } = storedType(name, definition.type, withBinaryAttribute(definition.type, resolved));
	const isPrimary = definition.key === "primary";
	if (isPrimary && definition.nullable === true) {
		throw sqlError("primaryCantHaveNull");
	}
	const nullable = !(definition.nullable === false || definition.autoIncrement || isPrimary);
	const record: ColumnRecord = {
		id,
		name,
		type,
		written: writtenClause(definition.type),
		...(definition.type.binary === true ? { binaryAttribute: true } : {}),
		resolved: pair,
		nullable,
		...(!nullable && definition.nullable !== false ? { impliedNotNull: true } : {}),
		originDefault: null,
		onUpdateNow: definition.onUpdate !== undefined,
		autoIncrement: definition.autoIncrement,
		comment: definition.comment ?? "",
		...birth,
	};
	return withDefault(record, definition, execution);
}

function withDefault(record: ColumnRecord, definition: ColumnDefinition, execution: Execution): ColumnRecord {
	const type = settleType(record, record.resolved);
	if (definition.autoIncrement) {
		checkCounter(type, definition);
	}
	if (definition.onUpdate !== undefined) {
		checkOnUpdate(record.name, definition.onUpdate, type);
	}
	if (definition.default === undefined) {
		return record;
	}
	const found = readDefault(record.name, definition.default, type, record.nullable, execution);
	return found === null ? record : { ...record, default: found };
}

/** Only numbers count, and they have no other default. */
function checkCounter(type: SqlType, definition: ColumnDefinition): void {
	const family = familyOf(type);
	if ((family !== "integer" && family !== "float") || type.name === "year") {
		throw sqlError("wrongFieldSpecifier", encodeText(definition.name));
	}
	if (definition.default !== undefined) {
		throw sqlError("invalidDefault", encodeText(definition.name));
	}
}

function checkComment({ name, comment = "" }: ColumnDefinition): void {
	if ([...comment].length > maximumCommentCharacters) {
		throw sqlError("tooLongFieldComment", encodeText(name), maximumCommentCharacters);
	}
}

/** What rows hold that were there before the column, in stored form: its default, or what its type implies. */
export function originOf(record: ColumnRecord, execution: Execution): ColumnRecord {
	const type = settleType(record, record.resolved);
	const value = originValue(record, type, execution);
	return { ...record, originDefault: encodeStoredValue(type.name === "timestamp" ? storedTime(value, type.scale, execution) : value) };
}

function originValue(record: ColumnRecord, type: SqlType, execution: Execution): Value {
	switch (record.default?.kind) {
		case "constant":
			return decodeStoredValue(record.default.value);
		case "now":
			return currentTimestamp(type, execution);
		default:
			return record.nullable ? null : type.name === "enum" ? 1 : zeroOf(type);
	}
}
