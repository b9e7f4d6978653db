/**
 * An ALTER TABLE of several changes as one ALTER TABLE a change, each in the author's words.
 */
import type { ByteString } from "../../../core/index.ts";
import { type Word, wordsOf } from "./word.ts";

/** Returns fewer than two where there is nothing to split. */
export function splitChanges(text: ByteString): readonly ByteString[] {
	const words = wordsOf(text).filter(({ word }) => word !== ";" && word !== "");
	const table = words.findIndex(({ word }) => word === "table");
	if (words[0]?.word !== "alter" || table < 0 || table > 2) {
		return [];
	}
	const name = words[table + 2]?.word === "." ? table + 3 : table + 1;
	const head = text.slice(words[0].start, words[name]?.end ?? 0);
	return listed(words.slice(name + 1)).flatMap((change) =>
		definitionsOf(change).map((part) => `${head} ${part.map((each) => each(text)).join("")}`),
	);
}

/** A change as pieces: words of its own, or of the text. */
type Piece = (text: ByteString) => ByteString;

/** `ADD (a int, b int)` is several changes. */
function definitionsOf(change: readonly Word[]): readonly (readonly Piece[])[] {
	const open = change[1]?.word === "column" ? 2 : 1;
	const isList = change[0]?.word === "add" && change[open]?.word === "(" && change.at(-1)?.word === ")";
	return isList
		? listed(change.slice(open + 1, -1)).map((part) => [() => "ADD COLUMN ", piece(part)])
		: [[piece(change)]];
}

function piece(words: readonly Word[]): Piece {
	return (text) => text.slice(words[0]?.start ?? 0, words.at(-1)?.end ?? 0);
}

/** Parts between commas that are in no brackets. */
function listed(words: readonly Word[]): readonly (readonly Word[])[] {
	const parts: Word[][] = [[]];
	let depth = 0;
	for (const word of words) {
		depth += word.word === "(" ? 1 : word.word === ")" ? -1 : 0;
		if (depth === 0 && word.word === ",") {
			parts.push([]);
		} else {
			parts.at(-1)?.push(word);
		}
	}
	return parts.filter((part) => part.length > 0);
}
