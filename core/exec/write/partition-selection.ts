/**
 * INSERT INTO t PARTITION (p0): throws 1748 for a row of another partition; 1735 and 1747 for wrong names.
 */
import type { Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { knownPartitioner } from "../../plan/partition/partition-selection.ts";
import type { CheckRow } from "./view-check.ts";

export function selectedPartitions(table: Table, names: readonly string[]): CheckRow {
	const partitioner = knownPartitioner(table);
	const given = partitioner.named(names);
	return (row, execution) => {
		const at = partitioner.of(row, execution);
		// A row that no partition takes is reported by the writer.
		if (at >= 0 && !given.has(at)) {
			throw sqlError("rowOfOtherPartition");
		}
	};
}
