/**
 * Rows of DROP, TRUNCATE and EXCHANGE PARTITION: removed, or exchanged with those of another table.
 *
 * Errors 1497, 1526, 1732, 1734, 1736, 1737, 1740. `partitioning.ts` changes the definition.
 */
import type { TableRecord } from "../../../catalog/record.ts";
import type { Table } from "../../../catalog/table.ts";
import { sqlError } from "../../../errors/catalogue.ts";
import { type Partitioner, partitionerOf } from "../../../plan/partition/partitioner.ts";
import type { Planning } from "../../../plan/tree/planning.ts";
import { parsePartitionChange } from "../../../sql/parse/index.ts";
import type { PartitionChange } from "../../../sql/tree/partitioning.ts";
import type { AlterChange } from "../../../sql/tree/table.ts";
import type { MaybePromise } from "../../../async/maybe-promise.ts";
import type { Key } from "../../../store/contract.ts";
import { encodeText, type Row } from "../../../types/value/value.ts";
import { after } from "../../../async/maybe-promise.ts";
import type { Execution } from "../../execution.ts";
import { requireBarrier } from "../../write/ddl-write-barrier.ts";
import { existingTable } from "../../named-object.ts";
import { referencesTo } from "../../write/reference.ts";
import { rowCodec } from "../../rows/row-codec.ts";
import { rowRules } from "../../write/row-rules.ts";
import { tableOf } from "../schema-questions.ts";
import { tableWriter, unguardedWriter } from "../../write/table-writer.ts";
import { holdRows } from "./data.ts";
import { visitRows } from "../../rows/row-scan.ts";

interface StoredRow {
	readonly key: Key;
	readonly row: Row;
}

interface PartitionAlteration {
	readonly changes: readonly AlterChange[];
	readonly table: Table;
	/** The new record. */
	readonly record: TableRecord;
	readonly database: string;
}

/** Undefined: rows are unaffected. */
export function changePartitionRows(
	{ changes, table, record, database }: PartitionAlteration,
	execution: Execution,
	planning: Planning,
): MaybePromise<void> {
	const written = changes.find((change) => change.change === "partitioning");
	const partitioner = written && partitionerOf(table);
	if (partitioner === undefined) {
		return undefined;
	}
	const change = parsePartitionChange(encodeText(written!.text));
	switch (change.action) {
		case "drop":
		case "truncate":
			return emptyParts(
				change.names === "all" ? undefined : partitioner.named(change.names),
				table,
				partitioner,
				execution,
			);
		case "exchange":
			return exchange(change, table, partitioner, execution, planning);
		case "by":
			// With other changes the rows are copied, which visits each.
			return changes.length > 1
				? undefined
				: after(requireBarrier(table, execution), () => holdRows(tableOf(record, database, execution), execution));
		default:
			return undefined;
	}
}

async function emptyParts(
	wanted: ReadonlySet<number> | undefined,
	table: Table,
	partitioner: Partitioner,
	execution: Execution,
): Promise<void> {
	const rows = await rowsOf(table, execution, (row) => wanted?.has(partitioner.of(row, execution)) ?? true);
	await removeAll(rows, table, execution);
}

async function rowsOf(
	table: Table,
	execution: Execution,
	isWanted: (row: Row) => boolean,
): Promise<readonly StoredRow[]> {
	const codec = rowCodec(table);
	const rows: StoredRow[] = [];
	await visitRows(table, execution, (entries) => {
		for (const { key, value } of entries) {
			const row = codec.decode(value, execution);
			if (isWanted(row)) {
				rows.push({ key, row });
			}
		}
	});
	return rows;
}

async function removeAll(rows: readonly StoredRow[], table: Table, execution: Execution): Promise<void> {
	const writer = tableWriter(table, execution);
	for (const { key, row } of rows) {
		await writer.remove(row, key);
	}
}

/** Foreign keys are not checked: a table that has any exchanges no partition. */
async function insertAll(
	rows: readonly StoredRow[],
	table: Table,
	execution: Execution,
	parts: "judged" | "any",
): Promise<void> {
	const writer = unguardedWriter(table, execution, rowRules(table, execution, parts));
	for (const { row } of rows) {
		await writer.insert([...row]);
	}
}

async function exchange(
	change: PartitionChange & { action: "exchange" },
	table: Table,
	partitioner: Partitioner,
	execution: Execution,
	planning: Planning,
): Promise<void> {
	const other = existingTable(change.table, planning);
	const name = encodeText(other.name);
	if (other.record.forgetsForeignKeys !== table.record.forgetsForeignKeys) {
		throw sqlError("mixedEngines");
	}
	if (other.record.partitionText !== undefined) {
		throw sqlError("exchangePartitioned", name);
	}
	if (other.record.temporary === true) {
		throw sqlError("exchangeTemporary", name);
	}
	if (other.record.foreignKeys.length > 0 || referencesTo(other, execution.schema).length > 0) {
		throw sqlError("exchangeReferenced", name);
	}
	const wanted = partitioner.named([change.name]);
	if (wanted.size > 1) {
		throw sqlError("exchangeWholePart");
	}
	if (shapeOf(table) !== shapeOf(other) || rowFormatOf(table) !== rowFormatOf(other)) {
		throw sqlError("exchangeDifferent");
	}
	const inside = await rowsOf(table, execution, (row) => wanted.has(partitioner.of(row, execution)));
	const outside = await rowsOf(other, execution, () => true);
	for (const { row } of change.isChecked ? outside : []) {
		const part = partitioner.of(row, execution);
		if (!wanted.has(part)) {
			throw part < 0
				? sqlError("noPartition", encodeText(partitioner.shown(row, execution)))
				: sqlError("exchangeRowMisplaced");
		}
	}
	await removeAll(inside, table, execution);
	await removeAll(outside, other, execution);
	await insertAll(outside, table, execution, change.isChecked ? "judged" : "any");
	await insertAll(inside, other, execution, "judged");
}

function rowFormatOf({ record }: Table): string {
	return (record.rowFormat ?? "default").toLowerCase();
}

/** Columns and indexes, as far as they must be equal. */
function shapeOf({ columns, indexes, primaryKey }: Table): string {
	const indexText = ({ name, unique, parts }: Table["indexes"][number]): string =>
		`${name} ${unique} ${parts.map(({ column, length }) => `${column.offset}:${length ?? ""}`).join(",")}`;
	return JSON.stringify([
		columns.map(({ name, type, nullable, record }) => [name, type, nullable, record.generated]),
		indexes.map(indexText),
		primaryKey && indexText(primaryKey),
	]);
}
