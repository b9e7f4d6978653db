/**
 * Column record: made from a column definition and the charset that rules gave it, or one of MySQL's errors.
 */
import { checkColumnName } from "../../catalog/identifier.ts";
import { checkOnUpdate, readDefault } from "../../catalog/column-default.ts";
import { storedType, withBinaryAttribute, writtenClause } from "../../catalog/column-type.ts";
import {
	decodeStoredValue,
	encodeStoredValue,
	type Birth,
	type CharsetPair,
	type Clause,
	type ColumnRecord,
} from "../../catalog/record.ts";
import { settleType } from "../../catalog/settle.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { invariant } from "../../errors/invariant.ts";
import { DefaultCharset } from "../../rules/default-charset.ts";
import type { Surroundings } from "../../rules/facts.ts";
import { granted } from "../../rules/warned.ts";
import { SchemaLoad } from "../../rules/schema-load.ts";
import { printExpression } from "../../sql/print/index.ts";
import type { ColumnDefinition } from "../../sql/tree/table.ts";
import { familyOf, isCharacterType, type SqlType } from "../../types/value/type.ts";
import { decodeText, encodeText, type Value } from "../../types/value/value.ts";
import { currentTimestamp, zeroOf } from "../rows/column-default.ts";
import type { Execution } from "../execution.ts";
import { storedTime } from "../rows/timestamp-column.ts";
import { readClause, type RuleQuestions } from "./charset-clause.ts";
import { silentChange } from "./silent-change.ts";
import { type ColumnDefining, defaultReading } from "./default-reading.ts";

const maximumCommentCharacters = 1024;
const binary: CharsetPair = { charset: "binary", collation: "binary" };

/** Reads the charset clause of a definition. */
export function columnClause({ type }: ColumnDefinition, execution: RuleQuestions): Clause {
	return readClause(writtenClause(type), "column", execution, type.name);
}

/** Asks for the charset of a new column. */
export function newColumnCharset(
	definition: ColumnDefinition,
	around: Surroundings,
	execution: Execution,
): CharsetPair {
	return newCharset(definition, columnClause(definition, execution), around, execution);
}

/** The same for a clause that was read before. */
export function newCharset(
	{ type }: ColumnDefinition,
	clause: Clause,
	around: Surroundings,
	execution: RuleQuestions,
): CharsetPair {
	return isCharacterType(type)
		? granted(execution.book.ask(DefaultCharset).createColumn(clause, around), execution)
		: binary;
}

/** Returns the stored type with the charset of its text. */
export function recordedType(record: ColumnRecord, execution: Execution): SqlType {
	return settleType(record, execution.book.ask(SchemaLoad).text(record.resolved));
}

/** `defining`: absent where there is no default. */
export function defineColumn(
	definition: ColumnDefinition,
	id: number,
	resolved: CharsetPair,
	birth: Birth,
	execution: Execution,
	defining?: ColumnDefining,
): ColumnRecord {
	const { name } = definition;
	checkColumnName(name);
	checkComment(definition);
	refuseSerial(definition);
	const wanted = withBinaryAttribute(definition.type, resolved);
	const text = execution.book.ask(SchemaLoad).text(wanted);
	const { type, pair } = storedType(name, definition.type, wanted, text, silentChange(definition, execution));
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
		...(definition.generated === undefined ? {} : { generated: generatedRecord(definition.generated) }),
		...birth,
	};
	return withDefault(record, definition, execution, defining);
}

/** SERIAL is a type and implies AUTO_INCREMENT. */
function refuseSerial({ generated, autoIncrement }: ColumnDefinition): void {
	if (generated !== undefined && autoIncrement) {
		throw sqlError("generatedUnsupported", "AUTO_INCREMENT");
	}
}

function generatedRecord({
	expression,
	stored,
}: NonNullable<ColumnDefinition["generated"]>): NonNullable<ColumnRecord["generated"]> {
	return { text: decodeText(printExpression(expression)), stored };
}

function withDefault(
	record: ColumnRecord,
	definition: ColumnDefinition,
	execution: Execution,
	defining: ColumnDefining | undefined,
): ColumnRecord {
	const type = recordedType(record, execution);
	if (definition.autoIncrement) {
		checkCounter(type, definition);
	}
	if (definition.onUpdate !== undefined) {
		checkOnUpdate(record.name, definition.onUpdate, type);
	}
	if (definition.default === undefined) {
		return record;
	}
	invariant(defining !== undefined, "Only columns of tables have defaults.");
	const reading = defaultReading(record, defining);
	const found = readDefault(record.name, definition.default, type, record.nullable, reading);
	return found === null ? record : { ...record, default: found };
}

/** AUTO_INCREMENT is for numbers without another default. */
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

/** Sets the value of rows that are older than the column, in stored form: its default, or its type's implicit one. */
export function originOf(record: ColumnRecord, execution: Execution): ColumnRecord {
	const type = recordedType(record, execution);
	const value = originValue(record, type, execution);
	return {
		...record,
		originDefault: encodeStoredValue(type.name === "timestamp" ? storedTime(value, type.scale, execution) : value),
	};
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
