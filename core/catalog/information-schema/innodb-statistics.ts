/**
 * mysql.innodb_table_stats and mysql.innodb_index_stats: read-only rows from the statistics of the cost model.
 *
 * Pages are InnoDB's 16 KiB. Queries of many tables list only statistics that were collected before.
 */
import { nowMs } from "../../async/timers.ts";
import { after, all, type MaybePromise } from "../../async/maybe-promise.ts";
import type { Integer, Row } from "../../types/value/value.ts";
import type { Index, Table } from "../table.ts";
import { define, type Definition, text } from "./definition.ts";
import type { TableStatistics } from "./providers.ts";
import { localDatetime, type Sources, storedTables } from "./sources.ts";

const pageBytes = 16384;
const manyTables = 200;

type RowsOfTable = (table: Table, size: TableStatistics, looks: boolean, sources: Sources) => readonly Row[];

/** For all tables, by name. */
function ofTables(rowsOf: RowsOfTable): Definition["rows"] {
	return (sources): MaybePromise<readonly Row[]> => {
		const tables = [...storedTables(sources, new Map())].sort((a, b) =>
			`${a.database}.${a.name}` < `${b.database}.${b.name}` ? -1 : 1,
		);
		const looks = tables.length <= manyTables;
		const sizes = tables.map((table) => sources.providers.statistics(table));
		const told = (all: readonly TableStatistics[]): readonly Row[] =>
			tables.flatMap((table, at) => rowsOf(table, all[at]!, looks, sources));
		return after(all(sizes), told);
	};
}

function tableRows(
	table: Table,
	{ rowCount, dataBytes, indexBytes }: TableStatistics,
	_looks: boolean,
	sources: Sources,
): readonly Row[] {
	const [first] = table.indexes;
	return [
		[
			text(table.database),
			text(table.name),
			first === undefined ? updated(undefined, sources) : updatedOf(table, first, sources),
			rowCount,
			pages(dataBytes),
			pages(indexBytes),
		],
	];
}

function indexRows(
	table: Table,
	{ rowCount, dataBytes }: TableStatistics,
	looks: boolean,
	sources: Sources,
): readonly Row[] {
	return table.indexes.flatMap((index) => {
		const distinct = sources.providers.distinct(table, index, looks);
		const own = index.parts.map(({ column }) => column.name);
		const all = index.primary
			? own
			: [
					...own,
					...(table.primaryKey?.parts ?? []).map(({ column }) => column.name).filter((name) => !own.includes(name)),
				];
		const before = [text(table.database), text(table.name), text(index.name), updatedOf(table, index, sources)];
		const leaves = pages(index.primary ? dataBytes : pageBytes);
		return [
			...all.map(
				(_name, at): Row => [
					...before,
					`n_diff_pfx${String(at + 1).padStart(2, "0")}`,
					Math.min(distinct?.[at] ?? rowCount, rowCount),
					leaves,
					text(all.slice(0, at + 1).join()),
				],
			),
			[...before, "n_leaf_pages", leaves, null, "Number of leaf pages in the index"],
			[...before, "size", leaves, null, "Number of pages in the index"],
		];
	});
}

function pages(bytes: number): number {
	return Math.max(Math.ceil(bytes / pageBytes), 1);
}

function updatedOf(table: Table, index: Index, sources: Sources): Integer | null {
	return updated(sources.providers.surveyedMs(table, index), sources);
}

function updated(milliseconds: number | undefined, sources: Sources): Integer | null {
	return localDatetime(Math.floor((milliseconds ?? nowMs()) / 1000) * 1_000_000, sources);
}

export const innodbStatistics: readonly Definition[] = [
	define(
		"innodb_table_stats",
		`database_name:64 table_name:199 last_update:datetime n_rows:unsigned clustered_index_size:unsigned
		sum_of_other_index_sizes:unsigned`,
		ofTables(tableRows),
	),
	define(
		"innodb_index_stats",
		`database_name:64 table_name:199 index_name:64 last_update:datetime stat_name:64 stat_value:unsigned
		sample_size:unsigned? stat_description:1024`,
		ofTables(indexRows),
	),
];
