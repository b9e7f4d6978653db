/**
 * Violations that IGNORE turns into warnings: of a CHECK, a foreign key, a view, a partition or a rule. Others are
 * thrown again.
 */
import { catalogue, SqlError } from "../../errors/catalogue.ts";
import { InsertCheck } from "../../rules/insert-check.ts";
import type { Execution } from "../execution.ts";

const violations: ReadonlySet<number> = new Set(
	(
		[
			"checkViolated",
			"rowIsReferenced",
			"noReferencedRow",
			"parentRow",
			"childRow",
			"viewCheckFailed",
			"noPartition",
			"rowOfOtherPartition",
		] as const
	).map((name) => catalogue[name][0]),
);

function isRefusedRow({ decision }: SqlError): boolean {
	return decision?.hook === InsertCheck.hook && decision.question === "row";
}

export function ignoreViolation(failure: unknown, execution: Execution): void {
	if (!(failure instanceof SqlError) || !(violations.has(failure.code) || isRefusedRow(failure))) {
		throw failure;
	}
	const { code, bytes, decision } = failure;
	execution.record({ level: "Warning", code, message: bytes, ...(decision === undefined ? {} : { decision }) });
}
