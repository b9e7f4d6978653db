/**
 * Text of a rehearsal's report: head, matrix, findings, notes, data at risk, statements that were not judged.
 */
import { padToWidth } from "../../../terminal/display-width.ts";
import type { LongReport, ReportedPath } from "../format.ts";
import { StatementsById } from "../statements-by-id.ts";
import { byRole, counted, counting, isNote, shownResults, type Tally, tally } from "../tally.ts";
import { isOnPath, verdictOf } from "../verdict.ts";
import { printFinding } from "./finding-text.ts";
import { printAside } from "./aside-text.ts";
import { Page, type TextOptions } from "./page.ts";

/** The same report gives the same text. */
export function printText(report: LongReport, options: TextOptions): string {
	const page = new Page(options);
	const statements = new StatementsById(report);
	const counts = tally(report);
	printHead(page, report);
	printMatrix(page, report, counts);
	printSummary(page, report, counts);
	for (const finding of counting(report).filter((each) => !isNote(each) && isOnPath(each))) {
		page.gap();
		printFinding(page, finding, statements, report);
	}
	printAside(page, report, statements);
	printFoot(page, report, counts);
	return page.text();
}

function printHead(page: Page, report: LongReport): void {
	const { path, as, database, tables, statements } = report;
	page.wrapped(
		`Rehearsal ${path.join(" -> ")} (as ${as})${database === undefined ? "" : `, database ${database}`}`,
		0,
		"bold",
		2,
	);
	const roles = byRole(statements);
	page.wrapped(
		`${counted(tables, "table")} made at ${path[0] ?? "no release"}; ` +
			`${roles === "" ? "no statement" : `statements: ${roles}`}`,
		0,
	);
	if (report.partial) {
		page.wrapped("Interrupted: what is here holds, but it is not all.", 0, "yellow");
	}
	if (report.redacted) {
		page.wrapped("Literals are cleaned: ?1 is the same value wherever it stands.", 0);
	}
}

const labelColumns = 26;

/** A column a stop; as many side by side as fit. */
function printMatrix(page: Page, { path }: LongReport, counts: Tally): void {
	const { played, byStop } = counts;
	if (played === 0) {
		return;
	}
	const shown = shownResults(counts, path);
	const widths = path.map((stop) => Math.max(stop.length, String(played).length) + 3);
	const labels = Math.max(...shown.map(([, words]) => words.length + 2), Math.min(labelColumns, page.width - 20));
	for (let from = 0; from < path.length; ) {
		let to = from;
		let taken = labels;
		while (to < path.length && (to === from || taken + (widths[to] as number) <= page.width)) {
			taken += widths[to++] as number;
		}
		const row = (label: string, cell: (stop: string) => string): string =>
			padToWidth(label, labels) +
			path
				.slice(from, to)
				.map((stop, at) => cell(stop).padStart(widths[from + at] as number))
				.join("");
		page.gap();
		page.line(
			page.paint(
				"dim",
				row("", (stop) => stop),
			),
		);
		for (const [result, words] of shown) {
			page.line(row(`  ${words}`, (stop) => String(byStop.get(stop)?.[result] ?? 0)));
		}
		from = to;
	}
}

const tones = { bad: "red", fair: "yellow", good: "green" } as const;

function printSummary(page: Page, report: LongReport, counts: Tally): void {
	page.gap();
	const { tone, sentences } = verdictOf(report, counts);
	page.wrapped(sentences.join(" "), 0, tones[tone]);
	printPaths(page, report);
}

/** The path with the fewest breaks, and those of others. */
function printPaths(page: Page, { path, paths = [], repairs = [] }: LongReport): void {
	const isThis = (each: ReportedPath): boolean => each.path.join() === path.join();
	const own = paths.find(isThis);
	const [best, ...rest] = paths.filter((each) => !isThis(each)).toSorted((one, other) => one.breaks - other.breaks);
	if (best !== undefined) {
		const few = best.breaks === 0 ? "without breaks" : `with ${counted(best.breaks, "break")}`;
		const isBetter = own === undefined || best.breaks < own.breaks;
		const named = isBetter ? rest : [best, ...rest];
		const list = named.map((each) => `${each.path.join(" -> ")}: ${each.breaks}`).join("; ");
		const behind = list === "" ? "" : ` (${list})`;
		const sentence = isBetter
			? `A path ${few}, run: ${best.path.join(" -> ")}`
			: "No path that was run has fewer breaks";
		page.wrapped(`${sentence}${behind}`, 0, undefined, 2);
	}
	if (repairs.length > 0) {
		page.line("The shortest script of repairs:");
		for (const statement of repairs) {
			page.wrapped(statement, 4, undefined, 6);
		}
	}
}

function printFoot(page: Page, report: LongReport, { played, judged }: Tally): void {
	page.gap();
	page.wrapped(`Judged: ${judged} of ${played}. Not simulated: ${report.notSimulated}`, 0, undefined, 2);
	const rule = counting(report).find(({ blame }) => blame.length > 0)?.blame[0]?.rule;
	const next = [
		...(page.all || report.findings.length === 0 ? [] : ["--all for every statement"]),
		"--report html=out.html",
		rule === undefined ? "verso explain scope" : `verso explain ${rule}`,
	];
	page.labelled(`exit ${report.exitCode}    `, next.join(", "));
}
