/**
 * Conversion of a column's values to its next type: as INSERT's, with ALTER's own exceptions.
 *
 * A number becomes a date, or an element of ENUM or SET, by its digits as text; a YEAR and a DOUBLE become text as
 * shown; text becomes a BIT as the number it spells; a DATETIME becomes a YEAR as the number of all its digits; text
 * cut short within its own type is 1265.
 */
import { encodeText } from "../../../types/value/value.ts";
import { SqlError, sqlError } from "../../../errors/catalogue.ts";
import { converter, storeConverter } from "../../../types/assign/conversion.ts";
import type { Converter } from "../../../types/convert/converter.ts";
import { bitsOfDouble, roundHalfEven } from "../../../types/numeric/integer.ts";
import { familyOf, sqlType, type SqlType } from "../../../types/value/type.ts";
import { textLength } from "../../../types/text/width.ts";

const dataTooLong = 1406;
const byDigits = new Set(["temporal", "enum", "set"]);
const cutWithinType = new Set(["char", "varchar", "binary", "varbinary"]);

/** Unlike a DOUBLE, a FLOAT is not checked for the size of an integer. */
const bitsOfFloat: Converter = (value) => (value === null ? null : bitsOfDouble(roundHalfEven(value as number)));

/** `before`: the column's former name. */
export function columnConverter(from: SqlType, to: SqlType, name: string, before = name): Converter {
	const store = storeConverter(from, to, name, before);
	const isShown = (from.name === "year" || familyOf(from) === "float") && ["text", "bytes"].includes(familyOf(to));
	if (isShown || (["integer", "decimal", "float"].includes(familyOf(from)) && byDigits.has(familyOf(to)))) {
		const text = sqlType("varchar", { length: textLength(from), charset: "utf8mb4", collation: "utf8mb4_bin" });
		const [print, read] = [converter(from, text), storeConverter(text, to, name)];
		return (value, evaluation) => read(print(value, evaluation), evaluation);
	}
	if ((to.name === "bit" && from.name !== "bit") || (to.name === "year" && familyOf(from) === "temporal")) {
		const whole = sqlType("bigint", { unsigned: from.unsigned });
		const [count, keep] = [
			from.name === "float" && to.name === "bit" ? bitsOfFloat : converter(from, whole, "", before),
			storeConverter(whole, to, name),
		];
		return (value, evaluation) => keep(count(value, evaluation), evaluation);
	}
	if (
		!cutWithinType.has(from.name) ||
		from.name !== to.name ||
		from.charset !== to.charset ||
		to.length >= from.length
	) {
		return store;
	}
	return (value, evaluation) => {
		try {
			return store(value, evaluation);
		} catch (error) {
			throw error instanceof SqlError && error.code === dataTooLong
				? sqlError("dataTruncated", encodeText(name), evaluation.rowNumber)
				: error;
		}
	};
}
