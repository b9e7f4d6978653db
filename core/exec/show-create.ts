/**
 * SHOW CREATE TABLE and what can't be shown of views and programs.
 */
import { createTableText } from "../catalog/create-text.ts";
import { sqlError } from "../errors.ts";
import { ShowCreate } from "../rules/show-create.ts";
import type { Show } from "../sql/tree/show.ts";
import type { Answer } from "../store/store.ts";
import { isCharacterType } from "../types/type.ts";
import { encodeText, type Integer, type Row } from "../types/value.ts";
import { after } from "./answer.ts";
import { columnFacts, tableFacts } from "./charset-facts.ts";
import { type Showing, type Shown, shown } from "./show-result.ts";
import { shownTable } from "./show-columns.ts";

export function showCreateTable({ table, database }: Show, { execution, planning }: Showing): Shown {
	const found = shownTable(table, database, planning);
	const facts = tableFacts(found);
	const rule = execution.book.ask(ShowCreate);
	const next: Answer<Integer> = found.autoIncrementColumn === undefined ? 1 : execution.autoIncrement.peek(found);
	const rows = after(next, (id): readonly Row[] => {
		const text = createTableText(found, {
			printsCharset: (column) => isCharacterType(column.type) && rule.columnCharset(columnFacts(column), facts),
			autoIncrement: id > 1 ? id : undefined,
		});
		return [[encodeText(found.name), text]];
	});
	return shown("TABLES", [["Table", "64"], ["Create Table", "longtext"]], rows);
}

/** There are no views: what is asked for is a table, or nothing. */
export function showCreateView({ table, database }: Show, { planning }: Showing): Shown {
	const found = shownTable(table, database, planning);
	throw sqlError("wrongObject", encodeText(found.database), encodeText(found.name), "VIEW");
}

/** There are no stored programs. */
export function showCreateProgram({ subject, table, name }: Show): Shown {
	const kind = subject.slice("create ".length).toUpperCase();
	throw sqlError("programMissing", kind, encodeText(table?.name ?? name ?? ""));
}
