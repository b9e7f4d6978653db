/**
 * SHOW INDEX: rows of STATISTICS in another order.
 */
import { indexRows } from "../../catalog/information-schema/statistics.ts";
import type { Show } from "../../sql/tree/show.ts";
import type { Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import { shownName, shownTable } from "./show-columns.ts";
import { type Showing, type Shown, shown } from "./show-result.ts";

const columns = [
	["Table", "64"],
	["Non_unique", "bigint"],
	["Key_name", "64"],
	["Seq_in_index", "bigint"],
	["Column_name", "64"],
	["Collation", "1?"],
	["Cardinality", "bigint?"],
	["Sub_part", "bigint?"],
	["Packed", "10?"],
	["Null", "3"],
	["Index_type", "16"],
	["Comment", "16?"],
	["Index_comment", "1024"],
] as const;

export function showIndex({ table, database }: Show, { planning, sources }: Showing): Shown {
	const found = shownTable(shownName(table, database), planning);
	const indexed = after(found, (each) => indexRows([each], sources));
	const rows = after(indexed, (all) =>
		[...all].map(
			([_catalog, _database, name, nonUnique, _indexDatabase, index, ...rest]) =>
				[name, nonUnique, index, ...rest] as Row,
		),
	);
	return shown("STATISTICS", columns, rows);
}
