/**
 * The report as Markdown for a comment on a pull request, which holds 65,536 bytes: what does not fit is counted.
 */
import type { LongReport, LongFinding } from "../format.ts";
import { StatementsById } from "../statements-by-id.ts";
import { byRole, counted, counting, isNote, shownResults, type Tally, tally, unjudgedByReason } from "../tally.ts";
import { dated, notJudgedKinds, notJudgedWords, rulesOf, suppressionText, whatHappens } from "../wording.ts";
import { verdictOf } from "../verdict.ts";
import { table, words } from "./escape.ts";
import { findingLine, findingSection } from "./finding-markdown.ts";

const mostBytes = 60_000;
/** Kept for the sections behind the findings. */
const leftBytes = 12_000;

export function printMarkdown(report: LongReport): string {
	const statements = new StatementsById(report);
	const budget = new Budget(mostBytes);
	const counts = tally(report);
	const head = budget.take(`${headOf(report, counts)}${matrixOf(report, counts)}`);
	const foot = budget.take(footOf(report, counts));
	budget.reserve(leftBytes);
	const findings = counting(report).filter((each) => !isNote(each));
	const shown: string[] = [];
	for (const finding of findings) {
		const text = [findingSection(finding, statements, report), findingLine(finding, statements)].find((each) =>
			budget.fits(each),
		);
		if (text === undefined) {
			shown.push(`\n${counted(findings.length - shown.length, "finding")} more: see the full report.\n`);
			break;
		}
		shown.push(budget.take(text));
	}
	budget.reserve(0);
	const asides = asidesOf(report, statements).filter((each) => {
		const fits = budget.fits(each);
		budget.take(fits ? each : "");
		return fits;
	});
	return [head, ...shown, ...asides, foot].join("");
}

/** Bytes of UTF-8. */
class Budget {
	#left: number;
	#reserved = 0;

	constructor(bytes: number) {
		this.#left = bytes;
	}

	reserve(bytes: number): void {
		this.#reserved = bytes;
	}

	/** A line that counts what is left out always fits behind. */
	fits(text: string): boolean {
		return Buffer.byteLength(text) + this.#reserved + 200 <= this.#left;
	}

	take(text: string): string {
		this.#left -= Buffer.byteLength(text);
		return text;
	}
}

function headOf(report: LongReport, counts: Tally): string {
	const { path, as, database, tables, partial } = report;
	const [verdict, ...rest] = verdictOf(report, counts).sentences;
	const roles = byRole(report.statements);
	return (
		`## Upgrade rehearsal: ${words(path.join(" → "))}\n\n` +
		`**${verdict}**${rest.map((each) => ` ${each}`).join("")}\n\n` +
		(partial ? "**Interrupted: what is here holds, but it is not all.**\n\n" : "") +
		`As ${as}${database === undefined ? "" : `, database ${words(database)}`}. ` +
		`${counted(tables, "table")} made at ${words(path[0] ?? "")}${roles === "" ? "" : `; statements: ${roles}`}.\n\n`
	);
}

/** Stops of a very long path would be wider than the comment: the last are shown. */
const mostStops = 24;

function matrixOf(report: LongReport, counts: Tally): string {
	const { played, byStop } = counts;
	if (played === 0) {
		return "";
	}
	const stops = report.path.slice(-mostStops);
	const rows = shownResults(counts, stops).map(([result, name]) => [
		name,
		...stops.map((stop) => String(byStop.get(stop)?.[result] ?? 0)),
	]);
	return `${table(["statements", ...stops.map(words)], rows, 1)}\n`;
}

function asidesOf(report: LongReport, statements: StatementsById): readonly string[] {
	const found = counting(report);
	const known = report.findings.filter(({ suppressed }) => suppressed !== undefined);
	const about = (finding: LongFinding): string =>
		`${whatHappens(finding)} at ${words(dated(finding.firstRelease, report))}, ${words(rulesOf(finding))}: ` +
		words(statements.places(finding.statements, mostPlaces).slice(0, mostPlaces));
	return [
		unfold("Data at risk", report.data.map(riskLine)),
		unfold(
			"Not judged",
			notJudgedKinds.flatMap((kind) => unjudgedLines(report, kind, statements)),
		),
		unfold("Notes", found.filter(isNote).map(about)),
		unfold(
			"Known, and not counted",
			known.map((finding) => `${about(finding)} (${words(suppressionText(finding.suppressed ?? { reason: "" }))})`),
		),
		unfold(
			"In the baseline, and gone",
			(report.gone ?? []).map((each) => words(each.about)),
		),
		unfold("Of the input", report.notes.map(words)),
	].filter((each) => each !== "");
}

const mostPlaces = 300;

function riskLine({ table: of, column, what, wideRows, rows }: LongReport["data"][number]): string {
	const count = wideRows === undefined ? "" : `; ${wideRows} of ${counted(rows ?? wideRows, "row")}`;
	return `${words(`${of}.${column}`)}: ${words(what)}${count}`;
}

function unjudgedLines(
	report: LongReport,
	kind: (typeof notJudgedKinds)[number],
	statements: StatementsById,
): readonly string[] {
	return [...unjudgedByReason(report, kind)].map(
		([reason, ids]) =>
			`${counted(ids.length, "statement")} ${notJudgedWords[kind]}: ${words(reason)} ` +
			`(${words(statements.places(ids).slice(0, mostPlaces))})`,
	);
}

const mostLines = 40;

function unfold(title: string, lines: readonly string[]): string {
	if (lines.length === 0) {
		return "";
	}
	const shown = lines.slice(0, mostLines).map((line) => `- ${line}\n`);
	const rest = lines.length > mostLines ? `- ... ${lines.length - mostLines} more\n` : "";
	return `\n<details><summary>${title}: ${lines.length}</summary>\n\n${shown.join("")}${rest}\n</details>\n`;
}

function footOf(report: LongReport, { played, judged }: Tally): string {
	return (
		`\nJudged: ${judged} of ${played}. Not simulated: ${words(report.notSimulated)}. ` +
		`Exit code ${report.exitCode}.\n`
	);
}
