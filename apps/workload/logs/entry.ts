/**
 * Entries of a log: lines that begin one and the lines that follow, cut out of blocks of the file.
 */
import type { ByteString } from "../../../core/index.ts";

/** An entry is `text` from `from` to `to`, the last line break left out; `line` is its first one's number. */
type TakeEntry = (text: ByteString, from: number, to: number, line: number) => void;

/**
 * Calls `take` with every entry in order. `begins` says whether one begins with the line at a place. What stands before
 * the first one comes as an entry, too.
 */
export async function readEntries(
	blocks: AsyncIterable<ByteString>,
	begins: (text: ByteString, at: number) => boolean,
	take: TakeEntry,
): Promise<void> {
	let text: ByteString = "";
	/** Where the entry begins that is not complete, and the number of its line. */
	let from = 0;
	let entryLine = 1;
	/** The line that is looked at next. */
	let at = 0;
	let line = 1;
	const scan = (to: number): void => {
		while (at < to) {
			if (at > from && begins(text, at)) {
				take(text, from, at - 1, entryLine);
				from = at;
				entryLine = line;
			}
			const found = text.indexOf("\n", at);
			line++;
			at = found < 0 ? text.length : found + 1;
		}
	};
	for await (const block of blocks) {
		at -= from;
		text = from === text.length ? block : text.slice(from) + block;
		from = 0;
		scan(text.lastIndexOf("\n") + 1);
	}
	scan(text.length);
	if (from < text.length) {
		take(text, from, text.endsWith("\n") ? text.length - 1 : text.length, entryLine);
	}
}
