/**
 * PARTITIONS: the partitions of every table, or the table itself where it has none.
 *
 * Rows of a table are stored together whatever their partition: row counts are the table's, divided evenly.
 */
import { parsePartitioning } from "../../sql/parse/index.ts";
import { printPartBound } from "../../sql/print/index.ts";
import { after, all, type MaybePromise } from "../../async/maybe-promise.ts";
import { encodeText, type Row } from "../../types/value/value.ts";
import { type Leaf, leavesOf } from "../partition-leaf.ts";
import type { Table } from "../table.ts";
import { define, text } from "./definition.ts";
import type { TableStatistics } from "./providers.ts";
import { catalogName } from "./schemata.ts";
import { localDatetime, type Sources, storedTables } from "./sources.ts";

function known(words: string | undefined): string | null {
	return words === undefined ? null : encodeText(words);
}

function rowsOf(table: Table, { rowCount, dataBytes, indexBytes }: TableStatistics, sources: Sources): readonly Row[] {
	const { partitionText, createdMicroseconds } = table.record;
	const partitioning = partitionText === undefined ? undefined : parsePartitioning(encodeText(partitionText));
	const whole = { part: undefined, below: undefined, at: 0, belowAt: 0 };
	const shown: readonly (Leaf | typeof whole)[] = partitioning === undefined ? [whole] : leavesOf(partitioning);
	const count = Math.floor(rowCount / shown.length);
	return shown.map(({ part, below, at, belowAt }, place) => {
		const rows = count + (place < rowCount % shown.length ? 1 : 0);
		return [
			catalogName,
			text(table.database),
			text(table.name),
			known(part?.name),
			known(below?.name),
			part === undefined ? null : at + 1,
			below === undefined ? null : belowAt + 1,
			known(partitioning?.method),
			known(below && partitioning?.below?.method),
			known(partitioning?.expression),
			known(below && partitioning?.below?.expression),
			part?.bound === undefined ? null : printPartBound(part.bound),
			rows,
			rows === 0 ? 0 : Math.floor(dataBytes / rows),
			dataBytes,
			null,
			indexBytes,
			0,
			localDatetime(createdMicroseconds, sources),
			null,
			null,
			null,
			known(below?.comment ?? part?.comment) ?? "",
			part === undefined ? "" : "default",
			null,
		];
	});
}

export const partitions = define(
	"PARTITIONS",
	`TABLE_CATALOG:512 TABLE_SCHEMA:64 TABLE_NAME:64 PARTITION_NAME:64? SUBPARTITION_NAME:64?
	PARTITION_ORDINAL_POSITION:unsigned? SUBPARTITION_ORDINAL_POSITION:unsigned? PARTITION_METHOD:18?
	SUBPARTITION_METHOD:12? PARTITION_EXPRESSION:longtext? SUBPARTITION_EXPRESSION:longtext?
	PARTITION_DESCRIPTION:longtext? TABLE_ROWS:unsigned AVG_ROW_LENGTH:unsigned DATA_LENGTH:unsigned
	MAX_DATA_LENGTH:unsigned? INDEX_LENGTH:unsigned DATA_FREE:unsigned CREATE_TIME:datetime? UPDATE_TIME:datetime?
	CHECK_TIME:datetime? CHECKSUM:unsigned? PARTITION_COMMENT:80 NODEGROUP:12 TABLESPACE_NAME:64?`,
	(sources, wanted): MaybePromise<readonly Row[]> => {
		const tables = storedTables(sources, wanted);
		const sizes = tables.map((table) => sources.providers.statistics(table));
		const make = (all: readonly TableStatistics[]) => tables.flatMap((table, at) => rowsOf(table, all[at]!, sources));
		return after(all(sizes), make);
	},
);
