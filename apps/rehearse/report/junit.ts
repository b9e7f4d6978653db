/**
 * The report as JUnit XML: a suite a stop, a case a statement; what counts is a failure, the unjudged is skipped.
 */
import { escapeHarmful, plainLines } from "../../terminal/plain-line.ts";
import { type FailOn, fails } from "./exit-code.ts";
import { FindingsById } from "./findings-by-id.ts";
import type { LongReport, LongFinding, ReportedStatement } from "./format.ts";
import { occurrenceSentence, occurrenceText } from "./occurrence.ts";
import { shortText } from "./short-text.ts";
import { StatementsById } from "./statements-by-id.ts";
import { resultOf } from "./tally.ts";
import { isOnPath } from "./verdict.ts";
import { outcomeText, suppressionText, unjudgedById } from "./wording.ts";

interface Case {
	readonly statement: ReportedStatement;
	readonly failures: readonly LongFinding[];
	/** Findings that do not count, as text. */
	readonly told: readonly LongFinding[];
	/** Why it is skipped. */
	readonly skipped?: string;
}

interface Suite {
	readonly name: string;
	/** Made anew at every call: those of a long report are never in memory together. */
	readonly cases: () => Iterable<Case>;
}

/** In parts, a case each. */
export function* printJunit(report: LongReport, failOn: FailOn): Generator<string> {
	const suites = suitesOf(report, failOn);
	const counts = suites.map(({ cases }) => countsOf(cases()));
	yield '<?xml version="1.0" encoding="UTF-8"?>\n';
	yield `<testsuites name="verso rehearse" ${countsText(counts)}>\n`;
	for (const [at, { name, cases }] of suites.entries()) {
		yield `\t<testsuite name="${attribute(name)}" ${countsText(counts.slice(at, at + 1))}>\n`;
		for (const each of cases()) {
			yield printCase(each);
		}
		yield "\t</testsuite>\n";
	}
	yield "</testsuites>\n";
}

interface Counts {
	tests: number;
	failures: number;
	skipped: number;
}

function countsOf(cases: Iterable<Case>): Counts {
	const counts = { tests: 0, failures: 0, skipped: 0 };
	for (const each of cases) {
		counts.tests++;
		counts.failures += Number(each.skipped === undefined && each.failures.length > 0);
		counts.skipped += Number(each.skipped !== undefined);
	}
	return counts;
}

function countsText(suites: readonly Counts[]): string {
	const sum = (of: keyof Counts): number => suites.reduce((all, counts) => all + counts[of], 0);
	return `tests="${sum("tests")}" failures="${sum("failures")}" errors="0" skipped="${sum("skipped")}" time="0"`;
}

function suitesOf(report: LongReport, failOn: FailOn): readonly Suite[] {
	const unjudged = unjudgedById(report);
	const statements = new StatementsById(report);
	const byId = new FindingsById(report.findings.filter(isOnPath), statements, report.statements.length);
	return [
		...report.path.map((stop): Suite => {
			const made = (statement: ReportedStatement): Case => {
				const findings = byId.of(statement.id).filter(({ stops }) => stops.includes(stop));
				return caseOf(statement, findings, failOn, skippedAt(statement, stop, unjudged));
			};
			return { name: stop, cases: () => casesOf(report.statements, made) };
		}),
		...apartSuites(report, statements, failOn),
	];
}

function* casesOf(
	statements: Iterable<ReportedStatement>,
	made: (statement: ReportedStatement) => Case,
): Generator<Case> {
	for (const statement of statements) {
		if (statement.role !== "schema") {
			yield made(statement);
		}
	}
}

/** Tables made elsewhere, and servers beside each other: only what differs is known. */
function apartSuites(report: LongReport, statements: StatementsById, failOn: FailOn): readonly Suite[] {
	const groups = new Map<string, LongFinding[]>();
	for (const finding of report.findings) {
		const { born, mixed } = finding;
		const name = mixed !== undefined ? `servers ${mixed}` : born !== undefined ? `tables made at ${born}` : undefined;
		if (name !== undefined) {
			groups.set(name, [...(groups.get(name) ?? []), finding]);
		}
	}
	return [...groups].map(([name, findings]) => {
		const byId = new FindingsById(findings, statements, report.statements.length);
		return { name, cases: () => casesApart(findings, byId, statements, failOn) };
	});
}

/** Each statement with its first finding. */
function* casesApart(
	findings: readonly LongFinding[],
	byId: FindingsById,
	statements: StatementsById,
	failOn: FailOn,
): Generator<Case> {
	for (const finding of findings) {
		for (const statement of statements.of(finding.statements)) {
			const own = byId.of(statement.id);
			if (own[0] === finding) {
				yield caseOf(statement, own, failOn);
			}
		}
	}
}

function skippedAt(
	statement: ReportedStatement,
	stop: string,
	unjudged: ReadonlyMap<string, string>,
): string | undefined {
	const outcome = statement.outcome[stop];
	const result = resultOf(outcome);
	return (
		unjudged.get(statement.id) ?? (result === "not-judged" || result === "waits" ? outcomeText(outcome) : undefined)
	);
}

function caseOf(
	statement: ReportedStatement,
	findings: readonly LongFinding[],
	failOn: FailOn,
	skipped?: string,
): Case {
	const open = findings.filter(({ suppressed }) => suppressed === undefined);
	const known = findings.find(({ suppressed }) => suppressed !== undefined)?.suppressed;
	const failures = open.filter((finding) => fails(finding.class, failOn));
	const told = open.filter((finding) => !failures.includes(finding));
	const why =
		skipped ?? (known !== undefined && failures.length === 0 ? `known, ${suppressionText(known)}` : undefined);
	return why === undefined ? { statement, failures, told } : { statement, failures, told, skipped: why };
}

const nameColumns = 100;

function printCase({ statement, failures, told, skipped }: Case): string {
	const { file, line, column, text } = statement;
	const name = `${file}:${line}:${column} ${shortText(text, nameColumns)}`;
	const head =
		`\t\t<testcase name="${attribute(name)}" classname="${attribute(file)}" ` +
		`file="${attribute(file)}" line="${line}" time="0"`;
	const inside = [
		...(skipped === undefined ? [] : [`<skipped message="${attribute(skipped)}"/>`]),
		...(skipped === undefined && failures.length > 0 ? [printFailure(failures, statement)] : []),
		...(told.length === 0
			? []
			: [`<system-out>${body(told.map((finding) => occurrenceText({ finding, statement })).join("\n"))}</system-out>`]),
	];
	return inside.length === 0
		? `${head}/>\n`
		: `${head}>\n${inside.map((each) => `\t\t\t${each}\n`).join("")}\t\t</testcase>\n`;
}

/** One element: many readers look at the first alone. */
function printFailure(findings: readonly LongFinding[], statement: ReportedStatement): string {
	const occurrences = findings.map((finding) => ({ finding, statement }));
	const message = attribute(occurrences.map(occurrenceSentence).join("; "));
	const text = `${occurrences.map(occurrenceText).join("\n\n")}\n\n${statement.text.slice(0, mostText)}`;
	return `<failure type="${attribute(findings[0]?.class ?? "")}" message="${message}">${body(text)}</failure>`;
}

const mostText = 4000;

function attribute(text: string): string {
	return body(escapeHarmful(text)).replaceAll('"', "&quot;");
}

/** XML 1.0 has no control characters but tabs and ends of lines, and no lone surrogates. */
function body(text: string): string {
	return plainLines(text)
		.replace(/[\ufffe\uffff]/g, "\ufffd")
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;");
}
