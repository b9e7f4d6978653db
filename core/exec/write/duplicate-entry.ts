/**
 * Message of error 1062: `Duplicate entry 'a-b' for key 'name'`, values printed as text and cut to their prefix.
 */
import type { Index } from "../../catalog/table.ts";
import { type SqlError, sqlError } from "../../errors/catalogue.ts";
import { cutCharacters } from "../../types/text/characters.ts";
import { printText } from "../../types/print/print.ts";
import { encodeText, type ByteString, type Row, type Value } from "../../types/value/value.ts";

/** MySQL shows no more of a key. */
const maximumShownCharacters = 64;

export function duplicateEntry(index: Index, row: Row): SqlError {
	return sqlError("duplicateEntry", ...duplicateWords(index, row));
}

/** The message's arguments: the values, and the key's name. */
export function duplicateWords(index: Index, row: Row): [ByteString, ByteString] {
	const values = index.parts.map(({ column, length }) => {
		const value = row[column.offset] as Value;
		if (value === null) {
			return "NULL";
		}
		const text = printText(value, column.type) ?? "";
		return length === undefined ? text : cutCharacters(text, column.type.charset, length);
	});
	return [cutCharacters(values.join("-"), "utf8mb4", maximumShownCharacters), encodeText(index.name)];
}
