/**
 * Converts the rows of a UNION's part to the columns that all parts share; undefined where nothing changes.
 *
 * Truncation raises no warning. The planner chooses the common types.
 *
 * | from           | to                    | special case                                                             |
 * |----------------|-----------------------|--------------------------------------------------------------------------|
 * | YEAR           | TINYINT UNSIGNED      | larger values become 255                                                 |
 * | YEAR, ZEROFILL | VARCHAR and VARBINARY | the number without leading zeros, which TEXT and BLOB show               |
 * | bytes          | text                  | ends at the first ill-formed byte, unless a strict column checks it      |
 */
import { type Converter, converter, identity } from "../../types/assign/conversion.ts";
import { mayMakeNoText } from "../../types/convert/convert-text.ts";
import { clampInteger, integerRange } from "../../types/numeric/integer.ts";
import { sqlType, type SqlType } from "../../types/value/type.ts";
import { firstIllFormed } from "../../types/text/well-formed.ts";
import type { ByteString, Integer, Row } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";

export function unionPart(
	from: readonly SqlType[],
	to: readonly SqlType[],
	execution: Execution,
): ((row: Row) => Row) | undefined {
	const converters = from.map((type, at) => cellConverter(type, to[at]!, execution));
	if (converters.every((convert) => convert === identity)) {
		return undefined;
	}
	return (row) => row.map((value, at) => (value === null ? null : converters[at]!(value, execution)));
}

function cellConverter(from: SqlType, to: SqlType, execution: Execution): Converter {
	if (from.name === "year" && to.name === "tinyint") {
		const range = integerRange(to);
		return (value) => clampInteger(value as Integer, range);
	}
	if (mayMakeNoText(from, to) && !execution.strictWrite) {
		return (value) => wholeCharacters(value as ByteString, to.charset);
	}
	return converter(isCounted(from, to) ? withoutZeros(from) : from, to);
}

function isCounted(from: SqlType, to: SqlType): boolean {
	return (from.name === "year" || from.zerofill) && (to.name === "varchar" || to.name === "varbinary");
}

function withoutZeros(type: SqlType): SqlType {
	return type.name === "year"
		? sqlType("smallint", { unsigned: true })
		: sqlType(type.name, { ...type, zerofill: false });
}

function wholeCharacters(bytes: ByteString, charset: string): ByteString {
	const at = firstIllFormed(bytes, charset);
	return at < 0 ? bytes : bytes.slice(0, at);
}
