/**
 * Baseline of a rehearsal: findings that are known, by fingerprint, in a file beside the project.
 *
 *     { "format": 1, "findings": [
 *         { "fingerprint": "3f6c0a91e2d47b58", "about": "...", "reason": "...", "until": "2027-01-31" } ] }
 *
 * `reason` and `until` are the author's. Whatever else the file holds is not kept.
 */
import { UsageError } from "../../compose/usage-error.ts";
import type { GoneFinding, LongReport, LongFinding, Suppression } from "./format.ts";
import { StatementsById } from "./statements-by-id.ts";
import { rulesOf, whatHappens } from "./wording.ts";

interface Known extends GoneFinding {
	readonly reason?: string;
	readonly until?: string;
}

export interface Baseline {
	readonly format: 1;
	readonly findings: readonly Known[];
}

const defaultReason = "known from the baseline";
const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Throws a UsageError where the text is no baseline; `file` is named in it. */
export function parseBaseline(text: string, file: string): Baseline {
	const refuse = (why: string): never => {
		throw new UsageError(`${file} is no baseline: ${why}`, 2);
	};
	const parsed = parseJson(text) ?? refuse("it is no JSON object");
	if (parsed["format"] !== 1) {
		return refuse(`"format" is ${JSON.stringify(parsed["format"]) ?? "missing"}, not 1`);
	}
	const { findings } = parsed;
	if (!Array.isArray(findings)) {
		return refuse('"findings" is no list');
	}
	for (const [at, each] of findings.entries()) {
		const why = faultOf(each);
		if (why !== undefined) {
			return refuse(`finding ${at + 1} ${why}`);
		}
	}
	return { format: 1, findings: findings as Known[] };
}

function parseJson(text: string): Readonly<Record<string, unknown>> | undefined {
	try {
		const parsed: unknown = JSON.parse(text);
		return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : undefined;
	} catch {
		return undefined;
	}
}

function faultOf(each: unknown): string | undefined {
	const { fingerprint, about, reason, until } = (each ?? {}) as Record<string, unknown>;
	if (typeof fingerprint !== "string" || fingerprint === "") {
		return "has no fingerprint";
	}
	if ([about, reason].some((text) => text !== undefined && typeof text !== "string")) {
		return 'has an "about" or a "reason" that is no text';
	}
	return until === undefined || (typeof until === "string" && day.test(until))
		? undefined
		: `has an "until" that is no day: ${JSON.stringify(until)}`;
}

/** Suppressions, of comments as well, end behind their last day. `today`: `2026-11-28`. */
export function expireSuppressions<R extends LongReport>(report: R, today: string): R {
	return {
		...report,
		findings: report.findings.map((finding) => {
			const { suppressed, ...rest } = finding;
			return suppressed === undefined || !isPast(suppressed, today) ? finding : { ...rest, expired: suppressed };
		}),
	};
}

/** Known findings are suppressed; those that are gone are listed. The exit code is the caller's to count again. */
export function applyBaseline<R extends LongReport>(report: R, baseline: Baseline, today: string): R {
	const known = new Map(baseline.findings.map((each) => [each.fingerprint, each]));
	const findings = report.findings.map((finding): LongFinding => {
		const entry = known.get(finding.fingerprint);
		return entry === undefined || finding.suppressed !== undefined
			? finding
			: { ...finding, suppressed: suppressionOf(entry) };
	});
	const shown = new Set(report.findings.map(({ fingerprint }) => fingerprint));
	const gone = baseline.findings
		.filter(({ fingerprint }) => !shown.has(fingerprint))
		.map(({ fingerprint, about }) => ({ fingerprint, about: about ?? fingerprint }));
	return expireSuppressions({ ...report, findings, ...(gone.length === 0 ? {} : { gone }) }, today);
}

function suppressionOf({ reason = defaultReason, until }: Known): Suppression {
	return until === undefined ? { reason } : { reason, until };
}

function isPast({ until }: Suppression, today: string): boolean {
	return until !== undefined && until < today;
}

/** All findings that no comment suppresses; reasons and days of the baseline before it are kept. */
export function writeBaseline(report: LongReport, before?: Baseline): string {
	const known = new Map(before?.findings.map((each) => [each.fingerprint, each]));
	const statements = new StatementsById(report);
	const findings = report.findings
		.filter(({ fingerprint, suppressed }) => suppressed === undefined || known.has(fingerprint))
		.map((finding): Known => {
			const { fingerprint } = finding;
			const { reason, until } = known.get(fingerprint) ?? {};
			return {
				fingerprint,
				about: aboutOf(finding, statements),
				...(reason === undefined ? {} : { reason }),
				...(until === undefined ? {} : { until }),
			};
		})
		.toSorted((one, other) => (one.fingerprint < other.fingerprint ? -1 : 1));
	return `${JSON.stringify({ format: 1, findings }, undefined, "\t")}\n`;
}

/** No text of a statement: it may hold secrets, and a baseline is committed. */
function aboutOf(finding: LongFinding, statements: StatementsById): string {
	const { firstRelease, code, born, mixed } = finding;
	const where = born !== undefined ? `, tables of ${born}` : mixed !== undefined ? `, servers ${mixed}` : "";
	const error = code === undefined ? "" : `, error ${code}`;
	const places = statements.places(finding.statements);
	return `${whatHappens(finding)} at ${firstRelease}${where}${error}, ${rulesOf(finding)}: ${places}`;
}
