/**
 * Report of a rehearsal made of its outcomes and hits: ids, what was judged, findings.
 */
import { decodeText } from "../../core/index.ts";
import type { Mode } from "../compose/book.ts";
import type { WorkloadStatement } from "../workload/statement.ts";
import { notSimulated } from "../explain/scope.ts";
import { findingsOf, type Hit } from "./finding.ts";
import { namesIn } from "./named-object.ts";
import type { Outcome } from "./outcome.ts";
import type { PlayedStop } from "./rehearsal.ts";
import type {
	NotJudgedKind,
	RehearsalReport,
	ReportedFinding,
	ReportedOutcome,
	ReportedRisk,
	ReportedStatement,
} from "./report/format.ts";
import { defaultFailOn, exitCodeOf } from "./report/exit-code.ts";

interface Rehearsed {
	readonly path: readonly string[];
	readonly as: Mode;
	readonly statements: readonly WorkloadStatement[];
	readonly played: readonly PlayedStop[];
	readonly hits: readonly Hit[];
	/** Tables that were there before the schema. */
	readonly shownTables: number;
	readonly data: readonly ReportedRisk[];
	readonly notes: readonly string[];
	readonly isPartial: boolean;
}

const syntaxError = 1064;
const notSupportedYet = 1235;

export function reportOf(rehearsed: Rehearsed): RehearsalReport {
	const { path, as, statements, played, hits, shownTables, data, notes, isPartial } = rehearsed;
	const reported = statements.flatMap((each, at) => (isListed(each) ? [at] : []));
	const ids = new Map(reported.map((at, place) => [at, `s${place + 1}`]));
	const idOf = (at: number): string => ids.get(at) ?? "";
	const byId = new Map(reported.map((at) => [idOf(at), statements[at] as WorkloadStatement]));
	const follows = new Map<string, string>();
	for (const { at: root, stops, follows: places } of hits) {
		for (const place of places) {
			stops.forEach((stop) => follows.set(`${place} ${stop}`, idOf(root)));
		}
	}
	const notJudged = reported.flatMap((at) => {
		const verdict = notJudgedOf(statements[at] as WorkloadStatement, at, played);
		return verdict === undefined ? [] : [{ id: idOf(at), ...verdict }];
	});
	const findings = findingsOf(hits, idOf).map((finding) => ignored(finding, byId));
	const tables = statements.filter(
		({ role, text }) => role === "schema" && /^\s*create\s+(temporary\s+)?table\b/i.test(text) && namesIn(text).table,
	);
	const report: Omit<RehearsalReport, "exitCode"> = {
		format: 1,
		path,
		as,
		tables: tables.length + shownTables,
		statements: reported.map((at) => statementOf(idOf(at), statements[at] as WorkloadStatement, at, played, follows)),
		findings,
		data,
		notJudged,
		notes,
		notSimulated,
		...(isPartial ? { partial: true as const } : {}),
	};
	// `--fail-on` may ask for more or less.
	return { ...report, exitCode: exitCodeOf(report, defaultFailOn) };
}

/** Sessions' ends, and what a source implies, are no statements of the author. */
function isListed({ quits, implied }: WorkloadStatement): boolean {
	return quits !== true && implied !== true;
}

function statementOf(
	id: string,
	{ file, line, column, role, session, text, weight, notJudged }: WorkloadStatement,
	at: number,
	played: readonly PlayedStop[],
	follows: ReadonlyMap<string, string>,
): ReportedStatement {
	const outcome: Record<string, ReportedOutcome> = {};
	for (const { stop, outcomes } of played) {
		const own = outcomes[at];
		if (notJudged !== undefined) {
			outcome[stop.label] = { class: "not-judged", reason: notJudged };
		} else if (own !== undefined) {
			outcome[stop.label] = outcomeOf(own, follows.get(`${at} ${stop.label}`));
		}
	}
	const counted = weight === undefined ? {} : { weight };
	return { id, file, line, column, role, session, text: decodeText(text), outcome, ...counted };
}

const reportedOnce = new WeakMap<Outcome, ReportedOutcome>();

/** Equal outcomes are one object in the report, too. */
function outcomeOf(own: Outcome, follows: string | undefined): ReportedOutcome {
	let reported = reportedOnce.get(own);
	if (reported === undefined) {
		reported = anewOf(own);
		reportedOnce.set(own, reported);
	}
	return follows === undefined ? reported : { ...reported, follows };
}

function anewOf(own: Outcome): ReportedOutcome {
	const { kind, error, rows, affected, warnings, effect } = own;
	return {
		class: kind === "rows" ? "ok" : kind,
		...(error === undefined ? {} : { code: error.code, state: error.state, message: error.message }),
		...(kind === "rows" ? { rows } : {}),
		...(kind === "ok" ? { affected } : {}),
		...(warnings.length === 0 ? {} : { warnings }),
		...(effect === undefined ? {} : { effect }),
	};
}

function notJudgedOf(
	{ notJudged, role }: WorkloadStatement,
	at: number,
	played: readonly PlayedStop[],
): { readonly reason: string; readonly kind: NotJudgedKind } | undefined {
	if (notJudged !== undefined) {
		return { reason: notJudged, kind: "unreadable" };
	}
	const outcomes = played.map(({ outcomes: all }) => all[at]);
	const errors = outcomes.map((outcome) => outcome?.error);
	if (role === "schema" || outcomes.length === 0 || errors.some((error) => error === undefined)) {
		return undefined;
	}
	const [first] = errors;
	const isUnsupported = errors.every((error) => error?.code === syntaxError || error?.code === notSupportedYet);
	const reason = `${first?.code} (${first?.state}): ${first?.message}`;
	return { reason, kind: isUnsupported ? "unsupported" : "refused-everywhere" };
}

/** A finding all of whose statements an ignore comment knows is suppressed. */
function ignored(finding: ReportedFinding, byId: ReadonlyMap<string, WorkloadStatement>): ReportedFinding {
	const reasons = finding.statements.map((id) => byId.get(id)?.ignored);
	const [first] = reasons;
	return first !== undefined && reasons.every((reason) => reason !== undefined)
		? { ...finding, suppressed: first }
		: finding;
}
