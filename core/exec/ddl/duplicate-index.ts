/**
 * Duplicate-index warning (1831): for each index asked for that has the kind and columns of an earlier one.
 *
 * Indexes that a foreign key implied are not compared.
 */
import { fold } from "../../catalog/identifier.ts";
import type { IndexRecord, TableRecord } from "../../catalog/record.ts";
import { encodeText } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";

export function warnOfDuplicateIndexes(
	{ indexes }: TableRecord,
	asked: ReadonlySet<string>,
	table: { readonly database: string; readonly name: string },
	execution: Execution,
): void {
	for (const [at, index] of indexes.entries()) {
		if (asked.has(fold(index.name)) && indexes.slice(0, at).some((other) => isAlike(index, other))) {
			execution.warn(
				"Warning",
				"duplicateIndex",
				encodeText(index.name),
				encodeText(table.database),
				encodeText(table.name),
			);
		}
	}
}

function isAlike(index: IndexRecord, other: IndexRecord): boolean {
	return (
		other.implied !== true &&
		index.type === other.type &&
		index.using === other.using &&
		index.parser === other.parser &&
		index.parts.length === other.parts.length &&
		index.parts.every(
			({ columnId, length }, at) => other.parts[at]!.columnId === columnId && other.parts[at]!.length === length,
		)
	);
}
