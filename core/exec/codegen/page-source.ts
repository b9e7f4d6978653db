/**
 * Resolves a table node to the key ranges whose pages a loop reads, and the mapping from index entries to rows.
 */
import type { Index, Table } from "../../catalog/table.ts";
import { ValuePage } from "../../store/page/value-page.ts";
import type { Row } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";
import { coveringIndexRows } from "../rows/covering-index-rows.ts";
import { tableRange } from "../rows/index-entry.ts";
import { rangeReader } from "../operators/key-range.ts";
import { RowKeys } from "../rows/row-keys.ts";
import type { EntryRows, PageSource } from "./page-loop.ts";
import type { PagedTable } from "./pipeline.ts";

/** Throws `Waiting` if a bound is not available yet. */
export type ReadSource = (base: Row, execution: Execution) => PageSource;

export function sourceReader({ source, access, columns }: PagedTable): ReadSource {
	const { table } = source;
	if (access.kind === "scan") {
		const ranges = [tableRange(table)];
		return () => ({ ranges, reverse: access.reverse, cover: undefined, toRows: undefined });
	}
	const { index, reverse } = access;
	const read = rangeReader(table, index, access.ranges);
	const covers = coveringIndexRows(
		table,
		index,
		columns.map((offset) => table.columns[offset]!),
	);
	const hasRows = index.primary || covers !== undefined;
	return (base, execution) => {
		const ranges = read(base, execution);
		return {
			ranges: reverse ? [...ranges].reverse() : ranges,
			reverse,
			cover: covers?.(),
			toRows: hasRows ? undefined : rowsOfEntries(table, index, execution),
		};
	};
}

function rowsOfEntries(table: Table, index: Index, execution: Execution): EntryRows {
	const rows = new ValuePage();
	const rowKeys = new RowKeys(table, index);
	return {
		addKeys: (page, keys) => rowKeys.add(page, keys),
		read: (keys) => execution.transaction.getPage(keys, rows),
	};
}
