/**
 * Partitions: accepted, shown, and otherwise without an effect.
 *
 * In: the clause's words as written. Out: a record that carries them.
 */
import type { TableRecord } from "../../catalog/record.ts";
import { sqlError } from "../../errors.ts";

export function alterPartitioning(record: TableRecord, text: string): TableRecord {
	if (/^partition\s+by\b/i.test(text)) {
		return { ...record, partitionText: text };
	}
	if (/^remove\s+partitioning/i.test(text)) {
		const { partitionText: _former, ...rest } = record;
		return rest;
	}
	throw sqlError("notSupportedYet", "ALTER TABLE ... PARTITION");
}
