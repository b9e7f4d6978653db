/**
 * Counts of a report: statements by role, outcomes by stop, findings that count.
 */
import { findingClasses, firstNote } from "./format.ts";
import type {
	FindingClass,
	NotJudgedKind,
	LongReport,
	LongFinding,
	ReportedOutcome,
	ReportedStatement,
} from "./format.ts";

/** Of a statement at a stop, as a reader sees it. `idle`: DDL that was accepted and did nothing. */
type Result = "works" | "idle" | "fails" | "waits" | "not-judged";

/** The order and the words of the matrix. */
const results: readonly (readonly [Result, string])[] = [
	["works", "work"],
	["idle", "accepted, do nothing"],
	["fails", "fail"],
	["waits", "wait for a lock"],
	["not-judged", "not judged"],
];

export interface Tally {
	/** Statements of traffic and migrations. */
	readonly played: number;
	readonly judged: number;
	/** By stop. */
	readonly byStop: ReadonlyMap<string, Readonly<Record<Result, number>>>;
}

export function tally(report: Pick<LongReport, "path" | "statements" | "notJudged">): Tally {
	const unjudged = new Set(report.notJudged.map(({ id }) => id));
	const counts = report.path.map(() => ({ works: 0, idle: 0, fails: 0, waits: 0, "not-judged": 0 }));
	let [played, judged] = [0, 0];
	for (const statement of report.statements) {
		if (statement.role !== "schema") {
			played++;
			judged += Number(isJudged(statement, unjudged));
			report.path.forEach((stop, at) => {
				(counts[at] as Record<Result, number>)[resultAt(statement, stop, unjudged)]++;
			});
		}
	}
	return { played, judged, byStop: new Map(report.path.map((stop, at) => [stop, counts[at] as (typeof counts)[0]])) };
}

/** Whether any statement of traffic and migrations was judged. */
export function isAnyJudged({ statements, notJudged }: Pick<LongReport, "statements" | "notJudged">): boolean {
	const unjudged = new Set(notJudged.map(({ id }) => id));
	for (const statement of statements) {
		if (statement.role !== "schema" && isJudged(statement, unjudged)) {
			return true;
		}
	}
	return false;
}

/** Those that a matrix of the stops shows: how many work and fail, whatever is more where there is some. */
export function shownResults({ byStop }: Tally, stops: readonly string[]): typeof results {
	return results.filter(
		([result]) => result === "works" || result === "fails" || stops.some((stop) => byStop.get(stop)?.[result]),
	);
}

function isJudged({ id, outcome }: ReportedStatement, unjudged: ReadonlySet<string>): boolean {
	return !unjudged.has(id) && Object.values(outcome).some((each) => each.class !== "not-judged");
}

function resultAt(statement: ReportedStatement, stop: string, unjudged: ReadonlySet<string>): Result {
	return unjudged.has(statement.id) ? "not-judged" : resultOf(statement.outcome[stop]);
}

export function resultOf(outcome: ReportedOutcome | undefined): Result {
	switch (outcome?.class) {
		case "ok":
			return outcome.effect?.length === 0 ? "idle" : "works";
		case "error":
			return "fails";
		case "pending":
			return "waits";
		default:
			return "not-judged";
	}
}

export function isNote({ class: name }: Pick<LongFinding, "class">): boolean {
	return gravity(name) >= gravity(firstNote);
}

/** 0: the gravest. */
export function gravity(name: FindingClass): number {
	return findingClasses.indexOf(name);
}

/** Findings that no comment and no baseline knows. */
export function counting(report: Pick<LongReport, "findings">): readonly LongFinding[] {
	return report.findings.filter(({ suppressed }) => suppressed === undefined);
}

/** `3 of traffic, 5 of migrations`. */
export function byRole(statements: Iterable<ReportedStatement>): string {
	const words = { traffic: "of traffic", migration: "of migrations", schema: "of the schema" };
	const roles = ["traffic", "migration", "schema"] as const;
	const counts = { traffic: 0, migration: 0, schema: 0 };
	for (const { role } of statements) {
		counts[role]++;
	}
	return roles
		.map((role) => [counts[role], words[role]] as const)
		.filter(([count]) => count > 0)
		.map(([count, word]) => `${count} ${word}`)
		.join(", ");
}

/** Reasons by kind, each with its statements. */
export function unjudgedByReason(report: LongReport, kind: NotJudgedKind): ReadonlyMap<string, readonly string[]> {
	const reasons = new Map<string, string[]>();
	for (const each of report.notJudged.filter((one) => one.kind === kind)) {
		const ids = reasons.get(each.reason) ?? [];
		ids.push(each.id);
		reasons.set(each.reason, ids);
	}
	return reasons;
}

export function counted(count: number, noun: string, many = `${noun}s`): string {
	return `${count} ${count === 1 ? noun : many}`;
}
