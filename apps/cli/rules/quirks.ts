/**
 * `verso quirks`: what real servers were seen to do beside their documentation.
 *
 * In: a release, or none for all. Out: a table of the quirks in force there, or the same as JSON.
 */
import { checkRelease } from "../../compose/book.ts";
import { describeQuirk, quirks, quirksOf } from "../../../plugins/measured/index.ts";
import { printTable } from "../table.ts";

export function printQuirks(release: string | undefined, json: boolean): string {
	if (release !== undefined) {
		checkRelease(release);
	}
	const listed = (release === undefined ? quirks : quirksOf(release)).map(describeQuirk);
	if (json) {
		return `${JSON.stringify({ release: release ?? null, quirks: listed }, undefined, 2)}\n`;
	}
	const rows = listed.map(({ name, range, questions, note }) => [name, range, questions.join("\n"), note]);
	const head =
		release === undefined ? `${rows.length} quirks` : `verso ${release}: ${rows.length} quirks in force as measured`;
	return `${head}\n${printTable(["quirk", "releases", "questions", "what it does"], rows)}`;
}
