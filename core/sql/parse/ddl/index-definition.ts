/**
 * Parses the key parts and options of an index.
 */
import { sqlError } from "../../../errors/catalogue.ts";
import { encodeText } from "../../../types/value/value.ts";
import type { IndexDefinition, IndexPart } from "../../tree/table.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { skipEquals } from "../cursor/name.ts";

type Options = { -readonly [Part in "using" | "comment" | "keyBlockSize" | "parser"]?: IndexDefinition[Part] };

/** USING BTREE or TYPE BTREE before the key parts. */
export function indexUsing(cursor: Cursor): Pick<Options, "using"> {
	if (cursor.acceptOneOf("using", "type") === undefined) {
		return {};
	}
	return readUsing(cursor);
}

function readUsing(cursor: Cursor): Pick<Options, "using"> {
	const kind = cursor.expectOneOf("btree", "hash", "rtree");
	return kind === "rtree" ? {} : { using: kind };
}

export function indexParts(cursor: Cursor): IndexPart[] {
	return cursor.parenthesised(indexPart);
}

function indexPart(cursor: Cursor): IndexPart {
	const column = cursor.name();
	let length: number | undefined;
	if (cursor.accept("(")) {
		length = cursor.integer();
		cursor.expect(")");
		if (length === 0) {
			throw sqlError("keyPartZero", encodeText(column));
		}
	}
	return { column, length, descending: cursor.acceptOneOf("asc", "desc") === "desc" };
}

/** Options after the key parts. */
export function indexOptions(cursor: Cursor): Options {
	const options: Options = {};
	for (;;) {
		if (cursor.accept("comment")) {
			options.comment = cursor.string();
		} else if (cursor.acceptOneOf("using", "type") !== undefined) {
			Object.assign(options, readUsing(cursor));
		} else if (cursor.accept("key_block_size")) {
			skipEquals(cursor);
			options.keyBlockSize = cursor.integer();
		} else if (cursor.acceptPhrase("with", "parser")) {
			options.parser = cursor.name();
		} else {
			return options;
		}
	}
}
