/**
 * Kinds of files that a workload is read from, and how each is known by its first lines.
 */
import type { ByteString } from "../../core/index.ts";
import { beginsGeneralEntry } from "./logs/general-log.ts";

export const kinds = ["sql", "general-log"] as const;

export type Kind = (typeof kinds)[number];

/** So many bytes are looked at. */
const headBytes = 1 << 16;

/** The kind of a file that begins so. What is nothing else is SQL. */
export function kindOf(text: ByteString): Kind {
	const head = text.slice(0, headBytes);
	return hasLine(head, beginsGeneralEntry) ? "general-log" : "sql";
}

/** Does one of the first lines begin so? A log that was cut may begin within an entry. */
function hasLine(head: ByteString, begins: (text: ByteString, at: number) => boolean): boolean {
	for (let at = 0, lines = 0; at < head.length && lines < 200; lines++) {
		if (begins(head, at)) {
			return true;
		}
		const end = head.indexOf("\n", at);
		at = end < 0 ? head.length : end + 1;
	}
	return false;
}
