/**
 * STATISTICS: the parts of all indexes; also the rows of SHOW INDEX.
 */
import { after, all, type MaybePromise } from "../../async/maybe-promise.ts";
import type { Row } from "../../types/value/value.ts";
import { sortedIndexes } from "../index-order.ts";
import type { IndexRecord } from "../record.ts";
import type { Table } from "../table.ts";
import { define, text } from "./definition.ts";
import type { Sight, TableStatistics } from "./providers.ts";
import { catalogName } from "./schemata.ts";
import { type Sources, storedTables } from "./sources.ts";

export const statistics = define(
	"STATISTICS",
	`TABLE_CATALOG:512 TABLE_SCHEMA:64 TABLE_NAME:64 NON_UNIQUE:bigint INDEX_SCHEMA:64 INDEX_NAME:64 SEQ_IN_INDEX:bigint
	COLUMN_NAME:64 COLLATION:1? CARDINALITY:bigint? SUB_PART:bigint? PACKED:10? NULLABLE:3 INDEX_TYPE:16 COMMENT:16?
	INDEX_COMMENT:1024`,
	(sources, wanted) => indexRows(storedTables(sources, wanted), sources),
);

/** A query samples at most this many tables without statistics. */
const fewTables = 4;

/** Four doubles: the prefix length that MySQL shows of a spatial key. */
const boundsBytes = 32;

export function indexRows(list: readonly Table[], sources: Sources): MaybePromise<Iterable<Row>> {
	const { providers } = sources;
	const valuesOf =
		(table: Table, rowCount: number) =>
		(index: IndexRecord, part: number): number => {
			const found = table.indexes.find(({ id }) => id === index.id);
			const values = found && providers.distinct(table, found, list.length <= fewTables)?.[part];
			return values === undefined ? rowCount : Math.min(values, rowCount);
		};
	const sight = providers.sight();
	function* rowsBy(known: readonly TableStatistics[]): Generator<Row> {
		for (const [at, table] of list.entries()) {
			yield* rowsOf(table, sight, valuesOf(table, known[at]?.rowCount ?? 0));
		}
	}
	return after(all(list.map((table) => providers.statistics(table))), rowsBy);
}

/** Keys that name a column which the account may not see are left out. */
function rowsOf(table: Table, sight: Sight, valuesOf: (index: IndexRecord, part: number) => number): readonly Row[] {
	const { database, name } = table;
	const isSeen = ({ parts }: IndexRecord): boolean =>
		parts.every(({ columnId }) => {
			const column = table.columns.find(({ id }) => id === columnId);
			return column === undefined || sight.seesColumn(database, name, column.name);
		});
	return sortedIndexes(table)
		.filter(isSeen)
		.flatMap((index) =>
			index.parts.map((part, at): Row => {
				const column = table.columns.find(({ id }) => id === part.columnId);
				const isUnique = index.type === "primary" || index.type === "unique";
				return [
					catalogName,
					text(database),
					text(name),
					isUnique ? 0 : 1,
					text(database),
					text(index.name),
					at + 1,
					text(column?.name ?? ""),
					index.type === "fulltext" ? null : "A",
					valuesOf(index, at),
					part.length ?? (index.type === "spatial" ? boundsBytes : null),
					null,
					column?.nullable === true ? "YES" : "",
					kindOf(index),
					"",
					text(index.comment),
				];
			}),
		);
}

function kindOf({ type, using }: IndexRecord): string {
	return type === "fulltext" || type === "spatial" ? type.toUpperCase() : (using ?? "btree").toUpperCase();
}
