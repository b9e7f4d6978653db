/**
 * Rows that IGNORE leaves out: those that a CHECK, a foreign key, a view or parts of a table can't let be.
 *
 * In: what writing a row failed with. Out: a warning, or the failure again if it is of another kind.
 */
import { catalogue, SqlError } from "../../errors.ts";
import type { Execution } from "../execution.ts";

const violations: ReadonlySet<number> = new Set(
	(
		[
			"checkViolated",
			"rowIsReferenced",
			"noReferencedRow",
			"viewCheckFailed",
			"noPartition",
			"rowOfOtherPartition",
		] as const
	).map((name) => catalogue[name][0]),
);

export function ignoreViolation(failure: unknown, execution: Execution): void {
	if (!(failure instanceof SqlError) || !violations.has(failure.code)) {
		throw failure;
	}
	execution.record({ level: "Warning", code: failure.code, message: failure.bytes });
}
