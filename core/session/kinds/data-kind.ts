/**
 * Data statements: the kinds that read or write rows and are planned, and what each kind locks.
 */
import type { LockingReads } from "../../plan/tree/planning.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { StatementKind } from "./statement-of.ts";

/** The kinds that `data-statements/plan-statement.ts` plans. */
const dataKinds = [
	"select",
	"union",
	"insert",
	"update",
	"delete",
	"load-data",
	"do",
	"show",
	"describe",
	"explain",
	"explain-connection",
] as const;
export type DataKind = (typeof dataKinds)[number];

const known: ReadonlySet<StatementKind> = new Set(dataKinds);

export function isDataKind(kind: StatementKind): kind is DataKind {
	return known.has(kind);
}

export function isWriteKind(kind: StatementKind): boolean {
	return kind === "insert" || kind === "update" || kind === "delete" || kind === "load-data";
}

/**
 * True for a statement that writes or reads the newest rows with locks. `lockingReads`: statements with plain reads
 * that lock, too.
 */
export function isLocking(statement: Statement, lockingReads: LockingReads): boolean {
	return (
		isWriteKind(statement.kind) ||
		lockingReads === "always" ||
		((statement.kind === "select" || statement.kind === "union") && statement.lock !== undefined)
	);
}

/** Kinds that a long text is planned of in turns (`plan/tree/planning-turns.ts`). */
const plannedInTurns: ReadonlySet<StatementKind> = new Set([
	"select",
	"union",
	"insert",
	"update",
	"delete",
	"do",
	"explain",
]);

export function isPlannedInTurns(kind: StatementKind): boolean {
	return plannedInTurns.has(kind);
}

/** Kinds whose queries are planned at run time only. */
const plannedLate: ReadonlySet<StatementKind> = new Set(["show", "describe", "explain", "explain-connection"]);

export function isPlannedLate(kind: StatementKind): boolean {
	return plannedLate.has(kind);
}
