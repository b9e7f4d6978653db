/**
 * VIEWS: views and their queries.
 */
import type { ByteString, Row } from "../../types/value/value.ts";
import type { View } from "../view.ts";
import { define, text } from "./definition.ts";
import { catalogName } from "./schemata.ts";
import { storedViews } from "./sources.ts";

export const views = define(
	"VIEWS",
	`TABLE_CATALOG:512 TABLE_SCHEMA:64 TABLE_NAME:64 VIEW_DEFINITION:longtext CHECK_OPTION:8 IS_UPDATABLE:3 DEFINER:93
	SECURITY_TYPE:7 CHARACTER_SET_CLIENT:32 COLLATION_CONNECTION:32`,
	(sources, wanted) => {
		const sight = sources.providers.sight();
		return storedViews(sources, wanted).map((view) =>
			viewRow(view, sources.isUpdatable(view), sight.readsView(view) ? view.record.text : ""),
		);
	},
);

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
