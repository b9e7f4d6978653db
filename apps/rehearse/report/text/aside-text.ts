/**
 * Sections behind the findings of a text report: births, mixed servers, notes, known findings, data, the unjudged.
 */
import type { FindingClass, LongReport, LongFinding, ReportedRisk } from "../format.ts";
import type { StatementsById } from "../statements-by-id.ts";
import { counted, counting, isNote, unjudgedByReason } from "../tally.ts";
import {
	changeText,
	errorOf,
	noWayOut,
	notJudgedKinds,
	notJudgedWords,
	rulesOf,
	signOf,
	suppressionText,
	whatHappens,
	worksFor,
} from "../wording.ts";
import { padToWidth, displayWidth } from "../../../terminal/display-width.ts";
import { plainLine } from "../../../terminal/plain-line.ts";
import { numberOf, placesOf, printFinding } from "./finding-text.ts";
import type { Page } from "./page.ts";

const fewReasons = 5;

export function printAside(page: Page, report: LongReport, statements: StatementsById): void {
	const found = counting(report);
	const proper = found.filter((each) => !isNote(each));
	const aside = (heading: (stop: string) => string, member: "born" | "mixed"): void => {
		const groups = [...byMember(proper, member)];
		const place = (stop: string): number => report.path.indexOf(stop);
		for (const [stop, list] of groups.toSorted(([one], [other]) => place(one) - place(other))) {
			section(page, heading(stop));
			for (const finding of list) {
				printBrief(page, finding, statements, report);
			}
		}
	};
	aside((stop) => `Tables made while at ${stop} behave otherwise:`, "born");
	aside((stop) => `Servers of two releases on one store (${stop}):`, "mixed");
	const notes = found.filter(isNote);
	if (notes.length > 0) {
		section(page, "Notes:");
		for (const note of notes) {
			printNote(page, note, statements);
		}
	}
	printKnown(page, report);
	printData(page, report.data);
	printUnjudged(page, report, statements);
	if (report.notes.length > 0) {
		section(page, "Of the input:");
		for (const note of report.notes) {
			page.wrapped(note, 2, undefined, 4);
		}
	}
}

function section(page: Page, heading: string): void {
	page.gap();
	page.wrapped(heading, 0, "bold");
}

function byMember(findings: readonly LongFinding[], member: "born" | "mixed"): Map<string, LongFinding[]> {
	const groups = new Map<string, LongFinding[]>();
	for (const finding of findings) {
		const name = finding[member];
		if (name !== undefined && (member === "mixed" || finding.mixed === undefined)) {
			groups.set(name, [...(groups.get(name) ?? []), finding]);
		}
	}
	return groups;
}

/** Two or three lines; in full with `--all`. */
function printBrief(page: Page, finding: LongFinding, statements: StatementsById, report: LongReport): void {
	if (page.all) {
		printFinding(page, finding, statements, report);
		return;
	}
	const where = placesOf(page, finding.statements, statements);
	page.labelled(numberOf(finding), `${whatHappens(finding)}: ${where}`);
	page.wrapped([errorOf(finding), rulesOf(finding)].filter((each) => each !== "").join("; "), 5, undefined, 7);
	const ways = finding.waysOut.map((way) => `${signOf(way, finding)} ${way.text} (${worksFor(way)})`);
	page.wrapped(ways.length === 0 ? noWayOut(finding) : `ways out: ${ways.join("; ")}`, 5, undefined, 7);
}

/** Of the others, class and release say enough. */
const tellingChanges: ReadonlySet<FindingClass> = new Set<FindingClass>(["fails-otherwise", "warnings-differ"]);

function printNote(page: Page, finding: LongFinding, statements: StatementsById): void {
	const isTelling = page.all || tellingChanges.has(finding.class);
	const change = isTelling && finding.before !== finding.after ? ` (${changeText(finding)})` : "";
	const at = finding.born ?? finding.mixed;
	const where = at === undefined ? "" : `, ${finding.born === undefined ? "servers" : "tables"} of ${at}`;
	page.labelled(
		numberOf(finding),
		`${whatHappens(finding)} from ${finding.firstRelease} on${where}: ` +
			`${placesOf(page, finding.statements, statements)}; ${rulesOf(finding)}${change}`,
	);
}

function printKnown(page: Page, report: LongReport): void {
	const known = report.findings.filter(({ suppressed }) => suppressed !== undefined);
	if (known.length > 0) {
		section(page, `Known, and not counted: ${counted(known.length, "finding")}`);
		for (const finding of known) {
			const why = finding.suppressed === undefined ? "" : suppressionText(finding.suppressed);
			page.labelled(
				numberOf(finding),
				`${whatHappens(finding)} at ${finding.firstRelease}, ${rulesOf(finding)}: ${why}`,
			);
		}
	}
	const gone = report.gone ?? [];
	if (gone.length > 0) {
		section(page, `In the baseline, and gone: ${counted(gone.length, "finding")}`);
		for (const { about } of gone) {
			page.wrapped(about, 3, undefined, 5);
		}
	}
}

function printData(page: Page, risks: readonly ReportedRisk[]): void {
	if (risks.length === 0) {
		return;
	}
	section(page, "Data at risk:");
	const width = Math.min(Math.max(...risks.map((risk) => displayWidth(columnName(risk)))), 40);
	const alikes = page.all ? new Map<string, readonly ReportedRisk[]>() : withoutRows(risks);
	for (const risk of risks) {
		if (risk.wideRows !== undefined || !alikes.has(risk.what)) {
			page.labelled(`  ${padToWidth(columnName(risk), width)}  `, riskText(risk));
		}
	}
	for (const [what, alike] of alikes) {
		const some = alike.slice(0, fewAlike).map(columnName).join(", ");
		page.wrapped(
			`${some} and ${counted(alike.length - fewAlike, "other column")}: ${plainLine(what)}`,
			2,
			undefined,
			4,
		);
	}
}

/** Columns without rows in question of which the same is said are counted, where they are more. */
const fewAlike = 3;

/** By what is said of them, where they are more than a few. */
function withoutRows(risks: readonly ReportedRisk[]): ReadonlyMap<string, readonly ReportedRisk[]> {
	const alikes = new Map<string, ReportedRisk[]>();
	for (const risk of risks.filter(({ wideRows }) => wideRows === undefined)) {
		const alike = alikes.get(risk.what) ?? [];
		alike.push(risk);
		alikes.set(risk.what, alike);
	}
	return new Map([...alikes].filter(([, alike]) => alike.length > fewAlike));
}

function columnName({ table, column }: ReportedRisk): string {
	return plainLine(`${table}.${column}`);
}

function riskText({ what, wideRows, rows, sampleKeys = [] }: ReportedRisk): string {
	const count = wideRows === undefined ? "" : `; ${wideRows} of ${counted(rows ?? wideRows, "row")}`;
	const keys = sampleKeys.length === 0 ? "" : ` (${sampleKeys.join(", ")})`;
	return what + count + keys;
}

function printUnjudged(page: Page, report: LongReport, statements: StatementsById): void {
	const kinds = notJudgedKinds.map((kind) => [kind, unjudgedByReason(report, kind)] as const);
	const shown = kinds.filter(([, reasons]) => reasons.size > 0);
	if (shown.length === 0) {
		return;
	}
	section(page, "Not judged:");
	for (const [kind, reasons] of shown) {
		const count = [...reasons.values()].reduce((sum, ids) => sum + ids.length, 0);
		page.wrapped(`${counted(count, "statement")} ${notJudgedWords[kind]}`, 2);
		const most = page.all ? Number.POSITIVE_INFINITY : fewReasons;
		for (const [reason, ids] of [...reasons].slice(0, most)) {
			page.wrapped(`${placesOf(page, ids, statements)}: ${reason}`, 4, undefined, 6);
		}
		if (reasons.size > most) {
			page.line(`    ... ${reasons.size - most} more reasons`);
		}
	}
}
