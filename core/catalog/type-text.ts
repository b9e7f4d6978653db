/**
 * Types as SQL text, as information_schema prints them: `varchar(10)`, `int(10) unsigned`, `enum('a','b')`.
 */
import { convertText } from "../types/text/charset.ts";
import type { SqlType } from "../types/value/type.ts";
import type { ByteString } from "../types/value/value.ts";

export function typeText(type: SqlType): ByteString {
	return plainTypeText(type) + attributeText(type);
}

/** Without UNSIGNED and ZEROFILL. */
export function plainTypeText(type: SqlType): ByteString {
	const { name, length, scale } = type;
	switch (name) {
		case "tinyint":
		case "smallint":
		case "mediumint":
		case "int":
		case "bigint":
		case "bit":
		case "char":
		case "varchar":
		case "binary":
		case "varbinary":
			return `${name}(${length})`;
		case "decimal":
			return `decimal(${length},${scale})`;
		case "float":
		case "double":
			return length >= 0 && scale >= 0 ? `${name}(${length},${scale})` : name;
		case "time":
		case "datetime":
		case "timestamp":
			return scale > 0 ? `${name}(${scale})` : name;
		case "year":
			return "year(4)";
		case "enum":
		case "set":
			return `${name}(${type.elements.map((element) => elementText(element, type.charset)).join(",")})`;
		default:
			return name;
	}
}

function elementText(element: ByteString, charset: string): ByteString {
	return escapeText(convertText(element, charset, "utf8mb4"));
}

/** BIT and YEAR are unsigned without the word. */
export function attributeText({ name, unsigned, zerofill }: SqlType): ByteString {
	if (name === "bit" || name === "year") {
		return "";
	}
	return (unsigned ? " unsigned" : "") + (zerofill ? " zerofill" : "");
}

/** Quotes a name or word, doubling quotes. */
export function quoteText(text: ByteString): ByteString {
	return `'${text.replaceAll("'", "''")}'`;
}

/** A string literal with backslash escapes, for arbitrary text. */
export function escapeText(text: ByteString): ByteString {
	const escaped = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\0", "\\0");
	return quoteText(escaped);
}

/** Quotes a name with backticks. */
export function quoteName(name: ByteString): ByteString {
	return `\`${name.replaceAll("`", "``")}\``;
}
