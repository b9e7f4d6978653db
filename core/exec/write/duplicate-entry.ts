/**
 * Message of error 1062: `Duplicate entry 'a-b' for key 'name'`, values cut to their prefix, and readable.
 */
import type { Index } from "../../catalog/table.ts";
import { type SqlError, sqlError } from "../../errors/catalogue.ts";
import { cutCharacters } from "../../types/text/characters.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import { printText } from "../../types/print/print.ts";
import { readable } from "../../types/print/readable.ts";
import { encodeText, type ByteString, type Row, type Value } from "../../types/value/value.ts";

/** MySQL shows no more of a key. */
const maximumShownCharacters = 64;

export function duplicateEntry(index: Index, row: Row, evaluation: Pick<Evaluation, "session">): SqlError {
	return sqlError("duplicateEntry", ...duplicateWords(index, row, evaluation));
}

/** The message's arguments: the values, and the key's name. As measured values are sent as they are. */
export function duplicateWords(
	index: Index,
	row: Row,
	{ session }: Pick<Evaluation, "session">,
): [ByteString, ByteString] {
	const values = index.parts.map(({ column, length }) => {
		const { type } = column;
		const value = row[column.offset] as Value;
		if (value === null) {
			return "NULL";
		}
		const kept = typeof value === "string" && length !== undefined ? cutCharacters(value, type.charset, length) : value;
		return session.bytesAreText === true ? (printText(kept, type) ?? "") : readable(kept, type);
	});
	return [cutCharacters(values.join("-"), "utf8mb4", maximumShownCharacters), encodeText(index.name)];
}
