/**
 * Anomalies that each isolation level forbids, as in MySQL.
 *
 * Under REPEATABLE READ a writing transaction sees the newest rows, so that only reads of a snapshot are consistent.
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
