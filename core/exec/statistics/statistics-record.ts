/**
 * Stored statistics of a table's indexes (JSON), so that a restarted server need not sample again.
 *
 * Statistics of indexes that have changed are dropped; a record that would be too long is not written.
 *
 *     {"1": {"columns": [1, 2], "rows": 9, "distinct": [3, 9], "greatest": [0.5, 0], "bounds": ["..."],
 *            "shares": [1], "madeMs": 1553774400250}}
 */
import type { Index, Table } from "../../catalog/table.ts";
import type { IndexStatistics } from "./index-statistics.ts";

/** Statistics with very long keys are not stored. */
const maximumBytes = 1 << 18;

type Kept = Omit<IndexStatistics, "version"> & { readonly columns: readonly number[] };

export function encodeStatistics(
	{ indexes }: Table,
	known: ReadonlyMap<number, IndexStatistics>,
): Uint8Array | undefined {
	const record: Record<number, Kept> = {};
	for (const index of indexes) {
		const found = known.get(index.id);
		if (found !== undefined) {
			const { rows, distinct, greatest, bounds, shares, madeMs } = found;
			record[index.id] = { columns: columnsOf(index), rows, distinct, greatest, bounds, shares, madeMs };
		}
	}
	const bytes = Buffer.from(JSON.stringify(record), "utf8");
	return bytes.length > maximumBytes ? undefined : bytes;
}

/** `version`: assigned to the decoded statistics. */
export function decodeStatistics(
	{ indexes }: Table,
	bytes: Uint8Array,
	version: () => number,
): Map<number, IndexStatistics> {
	const record = JSON.parse(Buffer.from(bytes).toString("utf8")) as Record<number, Kept>;
	const known = new Map<number, IndexStatistics>();
	for (const index of indexes) {
		const kept = record[index.id];
		if (kept !== undefined && String(kept.columns) === String(columnsOf(index))) {
			const { columns: _columns, ...statistics } = kept;
			known.set(index.id, { ...statistics, version: version() });
		}
	}
	return known;
}

function columnsOf({ parts }: Index): readonly number[] {
	return parts.map(({ column }) => column.id);
}
