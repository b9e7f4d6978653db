/**
 * Which anomalies a level forbids, as MySQL has it: under REPEATABLE READ whoever writes sees the newest rows, so
 * that only readers can trust their snapshot.
 */
import type { AnomalyKind, Level } from "./record.ts";

const always: readonly AnomalyKind[] = ["G0", "G1a", "G1b", "G1c", "lost append"];

const forbidden: Readonly<Record<Level, readonly AnomalyKind[]>> = {
	"read committed": always,
	"repeatable read": [...always, "read skew"],
	serializable: [...always, "read skew", "G-single", "G2", "lost update"],
};

export function isForbidden(kind: AnomalyKind, level: Level): boolean {
	return forbidden[level].includes(kind);
}
