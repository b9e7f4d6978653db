/**
 * VIEWS: views and their queries.
 */
import { after } from "../../async/maybe-promise.ts";
import type { ByteString, Row } from "../../types/value/value.ts";
import type { LateRows } from "../computed-table.ts";
import type { View } from "../view.ts";
import { define, text } from "./definition.ts";
import { catalogName } from "./schemata.ts";
import { type Sources, storedViews } from "./sources.ts";

export const views = define(
	"VIEWS",
	`TABLE_CATALOG:512 TABLE_SCHEMA:64 TABLE_NAME:64 VIEW_DEFINITION:longtext CHECK_OPTION:8 IS_UPDATABLE:3 DEFINER:93
	SECURITY_TYPE:7 CHARACTER_SET_CLIENT:32 COLLATION_CONNECTION:32`,
	rowsOf,
);

function* rowsOf(sources: Sources, wanted: ReadonlyMap<string, string>): LateRows {
	const sight = sources.providers.sight();
	for (const view of storedViews(sources, wanted)) {
		const row = after(sources.isUpdatable(view), (isUpdatable) =>
			viewRow(view, isUpdatable, sight.readsView(view) ? view.record.text : ""),
		);
		yield row instanceof Promise ? row.then((made) => [made]) : row;
	}
}

function viewRow({ database, name, record }: View, isUpdatable: boolean, query: ByteString): Row {
	const { definer, checkOption = "none", security, clientCharset, connectionCollation } = record;
	return [
		catalogName,
		text(database),
		text(name),
		query,
		checkOption.toUpperCase(),
		isUpdatable ? "YES" : "NO",
		text(`${definer.user}@${definer.host}`),
		security.toUpperCase(),
		clientCharset,
		connectionCollation,
	];
}
