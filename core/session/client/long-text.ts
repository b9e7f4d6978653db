/**
 * Parses a client's text of hundreds of kilobytes in steps, between which others are served.
 */
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { type CooperativeTask, runInSlices } from "../../async/cooperative-task.ts";
import type { FirstStatement, Parser, ParserMode, ParseSteps } from "../../sql/parser.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { SessionProcess } from "../status/process-entry.ts";

/** `process`: KILL and a hang-up end the parsing. */
export function parseLong(
	text: ByteString,
	mode: ParserMode,
	parser: Parser,
	process: SessionProcess,
): MaybePromise<FirstStatement> {
	if (parser.parseInSteps === undefined) {
		return parser.parseFirst(text, mode);
	}
	const steps = parser.parseInSteps(text, mode);
	// A short statement may be the first of a long text.
	const step = steps.next();
	if (step.done === true) {
		return step.value;
	}
	return process.wait(runInSlices(untilKilled(steps, process)));
}

function* untilKilled(steps: ParseSteps<FirstStatement>, process: SessionProcess): CooperativeTask<FirstStatement> {
	for (;;) {
		const step = steps.next();
		if (step.done === true) {
			return step.value;
		}
		yield;
		// First, since one whose client has left has given its memory back.
		process.throwIfKilled();
		process.memory.takeTree(step.value);
	}
}
