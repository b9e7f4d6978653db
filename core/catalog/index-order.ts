/**
 * In which order indexes are shown: as MySQL sorts keys.
 *
 * In: a table. Out: its index records: the primary key, unique keys that can't hold NULL, other unique keys, then the
 * rest, each in the order they were made.
 */
import type { IndexRecord } from "./record.ts";
import type { Table } from "./table.ts";

export function sortedIndexes({ record }: Table): readonly IndexRecord[] {
	const nullable = new Set(record.columns.filter((column) => column.nullable).map(({ id }) => id));
	const rank = ({ type, parts }: IndexRecord): number => {
		switch (type) {
			case "primary":
				return 0;
			case "unique":
				return parts.some(({ columnId }) => nullable.has(columnId)) ? 2 : 1;
			case "fulltext":
				return 4;
			default:
				return 3;
		}
	};
	return [...record.indexes].sort((a, b) => rank(a) - rank(b));
}
