/**
 * Kinds of files that a workload is read from, and how each is known by its first lines.
 */
import type { ByteString } from "../../core/index.ts";
import { beginsSample } from "./logs/digest-report.ts";
import { beginsCommand } from "./logs/general-log.ts";
import { beginsLineEntry } from "./logs/line-entry.ts";
import { beginsSlowEntry } from "./logs/slow-log.ts";
import { isRecording } from "./recording/read-recording.ts";
import { isDump } from "./scripts/dump.ts";

export const kinds = [
	"sql",
	"mysqldump",
	"general-log",
	"slow-log",
	"line-general-log",
	"line-slow-log",
	"digest-report",
	"recording",
] as const;

export type Kind = (typeof kinds)[number];

/** So many bytes, and lines, are looked at. */
const headBytes = 1 << 16;
const headLines = 400;

/** The kind of a file that begins so. What is nothing else is SQL. */
export function kindOf(text: ByteString): Kind {
	const head = text.slice(0, headBytes);
	if (isRecording(head)) {
		return "recording";
	}
	if (hasLine(head, beginsLineEntry)) {
		// All of the block is looked at: a server writes more than statements to its log.
		return !/\bGENERAL_LOG\b/.test(text) && /\[(?:SLOW|TIME)_QUERY\]/.test(text) ? "line-slow-log" : "line-general-log";
	}
	if (hasLine(head, beginsSample)) {
		return "digest-report";
	}
	if (hasLine(head, beginsCommand)) {
		return "general-log";
	}
	return hasLine(head, beginsSlowEntry) ? "slow-log" : isDump(head) ? "mysqldump" : "sql";
}

/** Does one of the first lines begin so? A log that was cut may begin within an entry. */
function hasLine(head: ByteString, begins: (text: ByteString, at: number) => boolean): boolean {
	for (let at = 0, lines = 0; at < head.length && lines < headLines; lines++) {
		if (begins(head, at)) {
			return true;
		}
		const end = head.indexOf("\n", at);
		at = end < 0 ? head.length : end + 1;
	}
	return false;
}
