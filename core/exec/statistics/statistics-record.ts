/**
 * What is known of a table's indexes, as it lies in the store: a server that has just started need not look again.
 *
 * In: statistics by index. Out: bytes, and back. What is about indexes that are others by now is left out; too many
 * bytes are none.
 *
 *     {"1": {"columns": [1, 2], "rows": 9, "distinct": [3, 9], "bounds": ["..."], "shares": [1], "madeMs": 1553774400250}}
 */
import type { Index, Table } from "../../catalog/table.ts";
import type { IndexStatistics } from "./index-statistics.ts";

/** Bounds of very long keys are not worth keeping. */
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
			const { rows, distinct, bounds, shares, madeMs } = found;
			record[index.id] = { columns: columnsOf(index), rows, distinct, bounds, shares, madeMs };
		}
	}
	const bytes = Buffer.from(JSON.stringify(record), "utf8");
	return bytes.length > maximumBytes ? undefined : bytes;
}

/** `version`: of what is read. */
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
