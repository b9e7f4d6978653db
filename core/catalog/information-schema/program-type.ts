/**
 * Cells of ROUTINES and PARAMETERS that describe a type: name, lengths, precision, charset.
 */
import type { SqlType } from "../../types/value/type.ts";
import type { ByteString, Row, Value } from "../../types/value/value.ts";
import type { Routine } from "../program.ts";
import { typeText } from "../type-text.ts";
import { numericFacts, temporalDigits, textLengths } from "./column-facts.ts";
import { text } from "./definition.ts";
import { catalogName } from "./schemata.ts";

/** DATA_TYPE to DTD_IDENTIFIER; of a procedure without a type. */
export function routineTypeCells(type: SqlType | undefined): Row {
	return type === undefined ? ["", null, null, null, null, null, null, null, null] : typeCells(type);
}

function typeCells(type: SqlType): Row {
	const isText = type.charset !== "" && type.charset !== "binary";
	return [
		type.name,
		...textLengths(type),
		...numericFacts(type),
		temporalDigits(type),
		isText ? type.charset : null,
		isText ? type.collation : null,
		typeText(type),
	];
}

/** Position 0 is the value that a function returns. */
export function parameterRow(
	{ database, record }: Routine,
	position: number,
	mode: ByteString | null,
	name: string | null,
	type: SqlType,
): Row {
	const shown: Value = name === null ? null : text(name);
	return [
		catalogName,
		text(database),
		text(record.name),
		position,
		mode,
		shown,
		...typeCells(type),
		record.what.toUpperCase(),
	];
}
