/**
 * EXPLAIN's `partitions` column: partitions that selection and pruning leave; null for unpartitioned tables.
 *
 * Rows are stored together whatever the partitions: fewer partitions mean fewer wanted rows, not less reading.
 */
import { someBound } from "../tree/bound-tree.ts";
import { selectedPartitions } from "../partition/partition-selection.ts";
import { prunePartitions } from "../partition/partition-pruning.ts";
import { partitionerOf } from "../partition/partitioner.ts";
import type { TableNode } from "../tree/query-plan.ts";

export function partitionsRead({ source, condition }: TableNode): string | null {
	const partitioner = source.table && partitionerOf(source.table);
	if (partitioner === undefined) {
		return null;
	}
	let wanted: ReadonlySet<number> | undefined;
	if (condition !== undefined) {
		someBound(condition, (node) => {
			wanted ??= node.kind === "call" ? selectedPartitions(node.definition) : undefined;
			return wanted !== undefined;
		});
	}
	const possible = prunePartitions(source, partitioner, condition);
	const names = partitioner.leaves.map(({ part, below }) =>
		below === undefined ? part.name : `${part.name}_${below.name}`,
	);
	return names.filter((_name, at) => (wanted?.has(at) ?? true) && (possible?.has(at) ?? true)).join(",");
}
