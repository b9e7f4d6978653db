/**
 * How large a table is, roughly: counted up to a bound, estimated beyond.
 *
 * In: a table and the store. Out: rows and bytes. Counts are kept for one state of the store.
 */
import type { Table } from "../catalog/table.ts";
import { after, lastly } from "../exec/answer.ts";
import { tableRange } from "../exec/index-entry.ts";
import type { Answer, Scan, Store } from "../store/store.ts";

/** Beyond this many rows nobody counts on. */
const maximumCounted = 100000;
const pageBytes = 16384;

export interface TableSize {
	readonly rowCount: number;
	readonly dataBytes: number;
	readonly indexBytes: number;
}

const kept = new WeakMap<Table, { readonly transactionId: number; readonly size: TableSize }>();

export function tableSize(table: Table, store: Store): Answer<TableSize> {
	const snapshot = store.snapshot();
	const { transactionId } = snapshot;
	return lastly(
		() => {
			const known = kept.get(table);
			if (known?.transactionId === transactionId) {
				return known.size;
			}
			return after(countRows(snapshot.scan(tableRange(table)), 0), (rowCount) => {
				const indexes = table.indexes.filter((index) => !index.primary).length;
				const size = { rowCount, dataBytes: pageBytes, indexBytes: indexes * pageBytes };
				kept.set(table, { transactionId, size });
				return size;
			});
		},
		() => snapshot.release(),
	);
}

function countRows(scan: Scan, before: number): Answer<number> {
	let count = before;
	for (;;) {
		const answer = scan.next();
		if (answer instanceof Promise) {
			return answer.then((entries) => (entries === null ? count : countRows(scan, count + entries.length)));
		}
		if (answer === null) {
			return count;
		}
		count += answer.length;
		if (count >= maximumCounted) {
			scan.close();
			return count;
		}
	}
}
