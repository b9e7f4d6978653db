/**
 * Violations that IGNORE turns into warnings: of a CHECK, a foreign key, a view or a partition. Others are thrown
 * again.
 */
import { catalogue, SqlError } from "../../errors/catalogue.ts";
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
