/**
 * SHOW CREATE TABLE and VIEW.
 */
import { listedColumn } from "../../catalog/information-schema/listing.ts";
import { createTableText } from "../../catalog/create-text.ts";
import type { View } from "../../catalog/view.ts";
import { createViewText } from "../../catalog/view-text.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { findView, namedTable } from "../../plan/bind/table-name.ts";
import { ShowCreate } from "../../rules/show-create.ts";
import type { Show } from "../../sql/tree/show.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { isCharacterType } from "../../types/value/type.ts";
import { encodeText, type Integer, type Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import { columnFacts, tableFacts } from "../rows/charset-facts.ts";
import { type Showing, type Shown, shown } from "./show-result.ts";
import { shownName } from "./show-columns.ts";
import type { TableName } from "../../sql/tree/table-name.ts";

export function showCreateTable({ table, database }: Show, { execution, planning, sources }: Showing): Shown {
	const view = shownView(table, database, planning);
	if (view !== undefined) {
		return shownText(view, execution);
	}
	const found = namedTable(shownName(table, database), planning).table;
	const facts = tableFacts(found);
	const rule = execution.book.ask(ShowCreate);
	const next: MaybePromise<Integer> = found.autoIncrementColumn === undefined ? 1 : execution.autoIncrement.peek(found);
	const rows = after(next, (id): readonly Row[] => {
		const text = createTableText(found, {
			printsCharset: (column) => isCharacterType(column.type) && rule.columnCharset(columnFacts(column), facts),
			typeText: (column, plain) => sources.listing.shownType(listedColumn(column), plain),
			autoIncrement: id > 1 ? id : undefined,
			...(found.record.temporary === true ? { temporary: true } : {}),
			quotes: quotesNames(execution),
		});
		const said = execution.book.isAnswered(ShowCreate, "tableText") ? rule.tableText(text, facts) : text;
		return [[encodeText(found.name), said]];
	});
	return shown(
		"TABLES",
		[
			["Table", "64"],
			["Create Table", "longtext"],
		],
		rows,
	);
}

export function quotesNames({ session }: Showing["execution"]): boolean {
	return session.systemVariable("sql_quote_show_create", "session")?.value !== 0;
}

/** Throws 1347 for tables. */
export function showCreateView({ table, database }: Show, { execution, planning }: Showing): Shown {
	const view = shownView(table, database, planning);
	if (view === undefined) {
		const found = namedTable(shownName(table, database), planning).table;
		throw sqlError("wrongObject", encodeText(found.database), encodeText(found.name), "VIEW");
	}
	return shownText(view, execution);
}

function shownView(table: TableName | undefined, database: string | undefined, planning: Planning): View | undefined {
	const within = database ?? table?.database;
	return table && findView({ name: table.name, ...(within === undefined ? {} : { database: within }) }, planning);
}

function shownText(view: View, { book }: Showing["execution"]): Shown {
	const { clientCharset, connectionCollation } = view.record;
	const columns = [
		["View", "64"],
		["Create View", "longtext"],
		["character_set_client", "32"],
		["collation_connection", "32"],
	] as const;
	const printed = createViewText(view);
	const text = book.isAnswered(ShowCreate, "viewText")
		? book.ask(ShowCreate).viewText(printed, view.name, view.database)
		: printed;
	return shown("VIEWS", columns, [[encodeText(view.name), text, clientCharset, connectionCollation]]);
}
