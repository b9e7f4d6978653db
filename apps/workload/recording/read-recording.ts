/**
 * Reads a recording of `verso record`: its statements in the order in which clients sent them.
 */
import type { ByteString } from "../../../core/index.ts";
import { UsageError } from "../../compose/usage-error.ts";
import { readEntries } from "../logs/entry.ts";
import type { StatementList } from "../statement-list.ts";
import { type RecordedEvent, type RecordingEnd, type RecordingHead, recordingFormat } from "./format.ts";
import { addEvent } from "./recorded-sessions.ts";

export function isRecording(head: ByteString): boolean {
	return /^\{"format":\d+,"by":"verso /.test(head);
}

/** Adds a recording's statements to a list. Throws UsageError for another format. */
export async function readRecording(blocks: AsyncIterable<ByteString>, list: StatementList): Promise<void> {
	const events: (readonly [event: RecordedEvent, line: number])[] = [];
	let isWhole = false;
	await readEntries(
		blocks,
		() => true,
		(text, from, to, line) => {
			const written = text.slice(from, to);
			const json = parse(written);
			if (json === undefined && written.trim() !== "") {
				list.add("", { line, column: 1 }, written, { notJudged: "no line of a recording" });
			} else if (json === undefined) {
				return;
			} else if ("format" in json) {
				checkFormat(json, list.file);
			} else if ("end" in json) {
				isWhole = true;
			} else {
				events.push([json, line]);
			}
		},
	);
	if (!isWhole) {
		list.note("the recording has no end: what came after its last line is not in it", 0);
	}
	// Answers came in another order than the statements were sent.
	for (const [event, line] of events.sort(([one], [other]) => one.n - other.n)) {
		addEvent(list, event, { line, column: 1 });
	}
}

function parse(line: ByteString): RecordedEvent | RecordingHead | RecordingEnd | undefined {
	try {
		const json: unknown = JSON.parse(Buffer.from(line, "latin1").toString("utf8"));
		return isLine(json) ? json : undefined;
	} catch {
		return undefined;
	}
}

/** Has what its kind of line must have. */
function isLine(json: unknown): json is RecordedEvent | RecordingHead | RecordingEnd {
	if (typeof json !== "object" || json === null) {
		return false;
	}
	const { n, session, sql, sqlBase64, event, database } = json as Readonly<Record<string, unknown>>;
	const isPlaced = typeof n === "number" && typeof session === "number";
	const isSaid =
		typeof (sql ?? sqlBase64) === "string" || (event === "use" ? typeof database : typeof event) === "string";
	return "format" in json || "end" in json || (isPlaced && isSaid);
}

function checkFormat({ format }: RecordingHead, file: string): void {
	if (format !== recordingFormat) {
		throw new UsageError(`${file} is a recording of format ${format}, and this program reads ${recordingFormat}`, 2);
	}
}
