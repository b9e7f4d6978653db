/**
 * SHOW DATABASES, SHOW CREATE DATABASE.
 */
import { allDatabases } from "../../catalog/information-schema/schemata.ts";
import { isWanted } from "../../catalog/information-schema/sources.ts";
import { quotedIfNeeded } from "../../catalog/create-text.ts";
import { quoteName } from "../../catalog/type-text.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { Listing } from "../../rules/listing.ts";
import type { Show } from "../../sql/tree/show.ts";
import { encodeText, type Row } from "../../types/value/value.ts";
import { quotesNames } from "./show-create.ts";
import { type Showing, type Shown, shown } from "./show-result.ts";

export function showDatabases({ like }: Show, { sources }: Showing): Shown {
	const rows = allDatabases(sources).map(({ name }): Row => [encodeText(name)]);
	return shown("SCHEMATA", [[like === undefined ? "Database" : `Database (${like})`, "64"]], rows);
}

export function showCreateDatabase({ database = "", ifNotExists }: Show, { sources, execution }: Showing): Shown {
	const found = allDatabases(sources).find(({ name }) => isWanted(name, database));
	if (found === undefined) {
		throw sqlError("unknownDatabase", encodeText(database));
	}
	const { name, charset, collation } = found;
	const end = execution.book.ask(Listing).createDatabase({ charset, collation });
	const begin = ifNotExists === true ? "CREATE DATABASE /*!32312 IF NOT EXISTS*/" : "CREATE DATABASE";
	const text = `${begin} ${quotesNames(execution) ? quoteName(encodeText(name)) : quotedIfNeeded(name)}${end}`;
	return shown(
		"SCHEMATA",
		[
			["Database", "64"],
			["Create Database", "1024"],
		],
		[[encodeText(name), text]],
	);
}
