/**
 * The report as annotations of GitHub Actions: `::error file=a.sql,line=3,col=1,title=...::...`.
 *
 * GitHub shows ten of a level in a step: the first statement of each cause comes first.
 */
import { escapeHarmful } from "../../terminal/plain-line.ts";
import type { LongReport } from "./format.ts";
import { type Level, type Occurrence, levelOf, occurrencesOf, occurrenceText } from "./occurrence.ts";
import { counted, counting, isNote, tally } from "./tally.ts";

const commands: Readonly<Record<Level, string>> = { error: "error", warning: "warning", note: "notice" };
const mostLines = 100;

export function printGithub(report: LongReport): string {
	const { occurrences, left } = occurrencesOf(report, counting(report), mostLines);
	return [...occurrences.map(annotation), summary(report, left)].map((line) => `${line}\n`).join("");
}

function annotation(occurrence: Occurrence): string {
	const { finding, statement } = occurrence;
	const { file, line, column } = statement;
	const rule = finding.blame[0]?.rule;
	const title = `${finding.firstRelease}${rule === undefined ? "" : ` ${rule}`}`;
	return (
		`::${commands[levelOf(finding)]} file=${property(file)},line=${line},col=${column},title=${property(title)}` +
		`::${message(occurrenceText(occurrence))}`
	);
}

function summary(report: LongReport, rest: number): string {
	const { played, judged } = tally(report);
	const causes = counting(report).filter((each) => !isNote(each)).length;
	const more = rest > 0 ? ` ${counted(rest, "annotation")} more are in the report.` : "";
	const text =
		`${report.path.join(" -> ")}: ${counted(causes, "finding")}; ${judged} of ${played} judged.${more} ` +
		`Not simulated: ${report.notSimulated}`;
	return `::notice title=${property("verso rehearse")}::${message(text)}`;
}

/** Only what would end the command or begin another is escaped: the runner turns it back. */
function message(text: string): string {
	return text
		.split(/\r\n|[\r\n]/)
		.map((line) => escapeHarmful(line).replaceAll("%", "%25"))
		.join("%0A");
}

function property(text: string): string {
	return message(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
