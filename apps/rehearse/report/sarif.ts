/**
 * The report as SARIF 2.1.0: a result for each statement of a finding, a rule each rule that decides.
 */
import { createHash } from "node:crypto";
import type { LongReport, ReportedBlame, LongFinding, ReportedStatement, ReportedWayOut } from "./format.ts";
import { levelOf, type Occurrence, occurrenceText, occurrencesOf } from "./occurrence.ts";
import { positionIn } from "./position.ts";
import { helpOf, type RuleHelps, rulesIn } from "./rule-help.ts";
import { StatementsById } from "./statements-by-id.ts";
import { counted } from "./tally.ts";
import { notJudgedWords } from "./wording.ts";

/** Code hosts show 5,000, and refuse a file with 25,000. */
const mostResults = 5000;
const mostSnippet = 1000;

/** Of findings for which no rule was found. */
const unexplained: ReportedBlame = {
	hook: "release",
	rule: "Unexplained",
	release: "a release",
	note: "An answer changes, and no rule was found that decides it.",
	mixes: [],
};

export function printSarif(report: LongReport, helps?: RuleHelps): string {
	const rules = new Map(rulesIn(report));
	if (report.findings.some(({ blame }) => blame.length === 0)) {
		rules.set(unexplained.rule, unexplained);
	}
	const ids = [...rules.keys()];
	const { occurrences, left } = occurrencesOf(report, report.findings, mostResults);
	const fingerprints = new Fingerprints();
	const results = occurrences.map((each) => result(each, ids, fingerprints));
	const log = {
		$schema: "https://json.schemastore.org/sarif-2.1.0.json",
		version: "2.1.0",
		runs: [
			{
				tool: { driver: { name: "verso", rules: [...rules.values()].map((rule) => descriptor(rule, report, helps)) } },
				automationDetails: { id: `verso-rehearse/${report.path.join("-")}/` },
				columnKind: "utf16CodeUnits",
				invocations: [
					{
						executionSuccessful: report.partial !== true && report.exitCode !== 2,
						exitCode: report.exitCode,
						toolExecutionNotifications: notifications(report, left),
					},
				],
				results,
				properties: { path: report.path, as: report.as, notSimulated: report.notSimulated },
			},
		],
	};
	return `${JSON.stringify(log, undefined, "\t")}\n`;
}

function descriptor(rule: ReportedBlame, { findings }: LongReport, helps: RuleHelps | undefined): object {
	const { text, markdown } = helpOf(rule, helps);
	const own = findings.find((finding) => ruleOf(finding) === rule.rule);
	return {
		id: rule.rule,
		name: rule.rule,
		shortDescription: { text: rule.note ?? `Rule ${rule.rule}` },
		help: { text, markdown },
		defaultConfiguration: { level: own === undefined ? "warning" : levelOf(own) },
		properties: { tags: ["upgrade", rule.hook, rule.release] },
	};
}

function ruleOf({ blame }: LongFinding): string {
	return blame[0]?.rule ?? unexplained.rule;
}

function result(occurrence: Occurrence, rules: readonly string[], fingerprints: Fingerprints): object {
	const { finding, statement } = occurrence;
	const { suppressed } = finding;
	const fixes = finding.waysOut.filter(({ edit, works }) => edit?.statement === statement.id && works > 0);
	return {
		ruleId: ruleOf(finding),
		ruleIndex: rules.indexOf(ruleOf(finding)),
		level: levelOf(finding),
		message: { text: occurrenceText(occurrence) },
		locations: [{ physicalLocation: location(statement) }],
		partialFingerprints: fingerprints.of(occurrence),
		...(fixes.length === 0 ? {} : { fixes: fixes.map((way) => fix(way, statement)) }),
		...(suppressed === undefined
			? {}
			: { suppressions: [{ kind: "external", status: "accepted", justification: suppressed.reason }] }),
		properties: {
			class: finding.class,
			finding: finding.id,
			stops: finding.stops,
			firstRelease: finding.firstRelease,
			rules: finding.blame.map(({ rule }) => rule),
			...(finding.born === undefined ? {} : { born: finding.born }),
			...(finding.mixed === undefined ? {} : { mixed: finding.mixed }),
		},
	};
}

function location(statement: ReportedStatement): object {
	const end = positionIn(statement, statement.text.length);
	return {
		artifactLocation: { uri: uriOf(statement.file) },
		region: {
			startLine: statement.line,
			startColumn: statement.column,
			endLine: end.line,
			endColumn: end.column,
			snippet: { text: statement.text.slice(0, mostSnippet) },
		},
	};
}

/** A relative file stays relative: to the root of the repository where the program ran. */
function uriOf(file: string): string {
	const path = file
		.replaceAll("\\", "/")
		.replace(/\p{Cs}/gu, "\ufffd")
		.split("/")
		.map(encodeURIComponent)
		.join("/");
	return path.startsWith("/") ? `file://${path}` : path;
}

function fix({ text, edit }: ReportedWayOut, statement: ReportedStatement): object {
	const { from = 0, to = 0, text: inserted = "" } = edit ?? {};
	const [start, end] = [positionIn(statement, from), positionIn(statement, to)];
	return {
		description: { text },
		artifactChanges: [
			{
				artifactLocation: { uri: uriOf(statement.file) },
				replacements: [
					{
						deletedRegion: {
							startLine: start.line,
							startColumn: start.column,
							endLine: end.line,
							endColumn: end.column,
						},
						insertedContent: { text: inserted },
					},
				],
			},
		],
	};
}

/** The finding's own, and one of the statement: its text, and which of the same text it is. */
class Fingerprints {
	readonly #seen = new Map<string, number>();

	of({ finding, statement }: Occurrence): object {
		const key = JSON.stringify([finding.fingerprint, statement.file, statement.text]);
		const before = this.#seen.get(key) ?? 0;
		this.#seen.set(key, before + 1);
		const own = createHash("sha256").update(`${key} ${before}`).digest("hex").slice(0, 16);
		return { "versoFinding/v1": finding.fingerprint, "versoStatement/v1": own };
	}
}

function notifications(report: LongReport, left: number): readonly object[] {
	const statements = new StatementsById(report);
	const warn = (text: string): object => ({ level: "warning", message: { text } });
	return [
		...(report.partial ? [warn("The rehearsal was interrupted: what is here holds, but it is not all.")] : []),
		...(left > 0 ? [warn(`${counted(left, "result")} more are left out: a code host would refuse them.`)] : []),
		...report.notJudged.slice(0, mostResults).map(({ id, reason, kind }) => ({
			...warn(`Not judged, ${notJudgedWords[kind]}: ${reason}`),
			locations: Array.from(statements.of([id]), (statement) => ({ physicalLocation: location(statement) })),
		})),
		...report.notes.map((text) => ({ level: "note", message: { text } })),
	];
}
