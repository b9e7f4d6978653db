/**
 * Display order of indexes, as MySQL sorts keys: primary key, unique keys without NULL, other unique keys, the rest.
 *
 * Within each group the order of creation.
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
