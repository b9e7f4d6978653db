/**
 * Order in which a table's unique keys are checked: the primary key, keys without NULL, keys of whole columns, the
 * rest.
 */
import type { Index, Table } from "../../catalog/table.ts";

function rankOf({ primary, parts }: Index): number {
	const hasNull = parts.some(({ column }) => column.nullable);
	const isPartial = parts.some(({ length }) => length !== undefined);
	return primary ? 0 : 1 + (hasNull ? 2 : 0) + (isPartial ? 1 : 0);
}

export function isLastUnique(index: Index, { indexes }: Table): boolean {
	const rank = rankOf(index);
	const at = indexes.indexOf(index);
	return !indexes.some(
		(other, place) =>
			other.unique && other !== index && (rankOf(other) > rank || (rankOf(other) === rank && place > at)),
	);
}
