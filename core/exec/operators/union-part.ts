/**
 * What becomes of a UNION's part on its way into the columns that all parts share.
 *
 * In: the types a part's values are read as, and those of the UNION. Out: what converts a row, or undefined where
 * nothing has to be. Nobody hears of what is cut. It refuses to know which types are common to the parts: the plan
 * does.
 *
 * | from           | to                    | what is beyond it                                                        |
 * |----------------|-----------------------|--------------------------------------------------------------------------|
 * | YEAR           | TINYINT UNSIGNED      | is 255                                                                   |
 * | YEAR, ZEROFILL | VARCHAR and VARBINARY | is the number without the zeros before it, which TEXT and BLOB show      |
 * | bytes          | text of UTF-8         | ends at the first that is no character, unless a strict column judges it |
 */
import { type Converter, converter, identity } from "../../types/convert/conversion.ts";
import { isUtf8 } from "../../types/text/charset.ts";
import { clampInteger, integerRange } from "../../types/numeric/integer.ts";
import { familyOf, sqlType, type SqlType } from "../../types/type.ts";
import { firstInvalidByte } from "../../types/text/utf8.ts";
import type { ByteString, Integer, Row } from "../../types/value.ts";
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
	if (familyOf(from) === "bytes" && familyOf(to) === "text" && isUtf8(to.charset) && !execution.strictWrite) {
		return (value) => wholeCharacters(value as ByteString);
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

function wholeCharacters(bytes: ByteString): ByteString {
	const at = firstInvalidByte(bytes);
	return at < 0 ? bytes : bytes.slice(0, at);
}
