/**
 * Parses DELETE, in its three forms.
 *
 *     delete from t where ... order by ... limit ...      one table
 *     delete a, b from a join b ...                       several: targets first
 *     delete from a, b using a join b ...                 several: references last
 */
import type { Delete } from "../../tree/data.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { tableName } from "../cursor/name.ts";
import { orderBy, rowLimit, where } from "../query/order.ts";
import { partitionNames, tableReferences } from "../query/table-reference.ts";
import type { TableName } from "../../tree/table-name.ts";

/** Named so because `delete` is a reserved word. */
export function deleteRows(cursor: Cursor): Delete {
	cursor.expect("delete");
	const ignore = modifiers(cursor);
	if (!cursor.accept("from")) {
		const targets = cursor.list(target);
		cursor.expect("from");
		return several(cursor, ignore, targets);
	}
	const targets = cursor.list(target);
	if (cursor.accept("using")) {
		return several(cursor, ignore, targets);
	}
	return targets.length > 1 ? cursor.fail() : single(cursor, ignore, targets[0]!);
}

/** Returns whether IGNORE was among the modifiers. */
function modifiers(cursor: Cursor): boolean {
	let ignore = false;
	for (;;) {
		const word = cursor.acceptOneOf("low_priority", "quick", "ignore");
		if (word === undefined) {
			return ignore;
		}
		ignore ||= word === "ignore";
	}
}

/** `t`, `t.*`, `d.t.*`, `.t` */
function target(cursor: Cursor): TableName {
	if (cursor.is(".")) {
		return tableName(cursor);
	}
	const first = cursor.name();
	if (!cursor.accept(".") || cursor.accept("*")) {
		return { kind: "table", name: first };
	}
	const table: TableName = { kind: "table", database: first, name: cursor.name() };
	cursor.acceptPhrase(".", "*");
	return table;
}

function several(cursor: Cursor, ignore: boolean, targets: TableName[]): Delete {
	const from = tableReferences(cursor);
	return { kind: "delete", ignore, targets, from, multiple: true, where: where(cursor) };
}

function single(cursor: Cursor, ignore: boolean, name: TableName): Delete {
	const partitions = partitionNames(cursor);
	const table: TableName = partitions === undefined ? name : { ...name, partitions };
	const condition = where(cursor);
	const order = orderBy(cursor);
	return {
		kind: "delete",
		ignore,
		targets: [table],
		from: [table],
		multiple: false,
		where: condition,
		orderBy: order,
		limit: rowLimit(cursor),
	};
}
