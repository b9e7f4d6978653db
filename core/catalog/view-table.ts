/**
 * View as a `Table` without rows and keys, for listings of columns.
 */
import { collationNamed } from "../types/collation/collation.ts";
import { isLargeType } from "../types/value/type.ts";
import { type DerivedColumn, derivedColumn } from "./derived-column.ts";
import type { CharsetPair, StoredDefault, TableRecord } from "./record.ts";
import { settleTable } from "./settle.ts";
import type { Table } from "./table.ts";
import type { View } from "./view.ts";

const utf8: CharsetPair = { charset: "utf8", collation: "utf8_general_ci" };

export function tableOfView(
	{ record: { name, id, databaseId, release }, database }: View,
	columns: readonly DerivedColumn[],
): Table {
	const record: TableRecord = {
		id,
		databaseId,
		name,
		written: {},
		resolved: utf8,
		columns: columns.map((column, at) =>
			derivedColumn(column, impliedDefault(column), at + 1, { release, objectVersion: 0 }),
		),
		indexes: [],
		foreignKeys: [],
		checks: [],
		maximumColumnId: columns.length,
		maximumIndexId: 0,
		engine: "",
		comment: "VIEW",
		autoIncrementStart: null,
		shardRowIdBits: 0,
		createdMicroseconds: 0,
		updatedMicroseconds: 0,
		definitionVersion: 0,
		release,
		objectVersion: 0,
	};
	const charsets = columns.map(({ type, model }) => {
		const text = { charset: type.charset, collation: type.collation };
		const shown = { charset: type.charset, collation: collationNamed(type.collation)?.name ?? type.collation };
		return { text, inForce: model === undefined ? shown : { charset: model.charset, collation: model.collation } };
	});
	return settleTable(record, database, { table: { stated: utf8, inForce: utf8 }, columns: charsets });
}

/** The default of an expression that is never NULL: zero or an empty text. */
function impliedDefault({ type, nullable }: DerivedColumn): StoredDefault | undefined {
	if (nullable || isLargeType(type)) {
		return undefined;
	}
	const isNumber = ["tinyint", "smallint", "mediumint", "int", "bigint", "float", "double"].includes(type.name);
	return isNumber
		? { kind: "constant", value: 0 }
		: type.name === "varchar" || type.name === "char"
			? { kind: "constant", value: "" }
			: undefined;
}
