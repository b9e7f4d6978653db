/**
 * Size of a table: its stored row count, and an estimate of its bytes.
 */
import type { Table } from "../../catalog/table.ts";
import { after, lastly } from "../../async/maybe-promise.ts";
import { decodeCount } from "../../store/page/count.ts";
import { rowCountKey } from "../../store/encoding/keys.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { FastStore } from "../../store/fast-store.ts";

const pageBytes = 16384;

interface TableSize {
	readonly rowCount: number;
	readonly dataBytes: number;
	readonly indexBytes: number;
}

export function tableSize(table: Table, store: FastStore): MaybePromise<TableSize> {
	const snapshot = store.snapshot();
	return lastly(
		() =>
			after(snapshot.get(rowCountKey(table.id)), (value) => {
				const indexes = table.indexes.filter((index) => !index.primary).length;
				return { rowCount: decodeCount(value), dataBytes: pageBytes, indexBytes: indexes * pageBytes };
			}),
		() => snapshot.release(),
	);
}
