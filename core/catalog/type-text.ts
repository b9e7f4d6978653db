/**
 * A type as SQL text: `varchar(10)`, `int(10) unsigned`, `enum('a','b')`.
 *
 * In: a settled type. Out: UTF-8 text as information_schema prints it. It refuses to know charsets' clauses.
 */
import { convertText } from "../types/text/charset.ts";
import type { SqlType } from "../types/type.ts";
import type { ByteString } from "../types/value.ts";

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
			return `${name}(${type.elements.map((element) => escapeText(convertText(element, type.charset, "utf8mb4"))).join(",")})`;
		default:
			return name;
	}
}

/** BIT and YEAR are unsigned without saying so. */
export function attributeText({ name, unsigned, zerofill }: SqlType): ByteString {
	if (name === "bit" || name === "year") {
		return "";
	}
	return (unsigned ? " unsigned" : "") + (zerofill ? " zerofill" : "");
}

/** A name or word in quotes, which are doubled. */
export function quoteText(text: ByteString): ByteString {
	return `'${text.replaceAll("'", "''")}'`;
}

/** A string literal with backslash escapes, for texts that may hold anything. */
export function escapeText(text: ByteString): ByteString {
	const escaped = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\0", "\\0");
	return quoteText(escaped);
}

/** A name in back quotes. */
export function quoteName(name: ByteString): ByteString {
	return `\`${name.replaceAll("`", "``")}\``;
}
