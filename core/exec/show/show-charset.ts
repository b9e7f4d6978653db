/**
 * SHOW CHARSET, SHOW COLLATION.
 */
import { charsets } from "../../types/text/charset.ts";
import { allCollations } from "../../types/collation/collation.ts";
import type { Show } from "../../sql/tree/show.ts";
import type { Row } from "../../types/value/value.ts";
import { type Showing, type Shown, shown } from "./show-result.ts";

export function showCharset(_statement: Show, { sources }: Showing): Shown {
	const columns = [
		["Charset", "32"],
		["Description", "60"],
		["Default collation", "32"],
		["Maxlen", "bigint"],
	] as const;
	return shown(
		"CHARACTER_SETS",
		columns,
		sources.listing
			.charsets(charsets, "show")
			.map(({ name, description, defaultCollation, maxBytes }): Row => [name, description, defaultCollation, maxBytes]),
	);
}

export function showCollation(_statement: Show, { sources }: Showing): Shown {
	const columns = [
		["Collation", "32"],
		["Charset", "32"],
		["Id", "bigint"],
		["Default", "3"],
		["Compiled", "3"],
		["Sortlen", "bigint"],
	] as const;
	const rows = sources.listing
		.collations(allCollations())
		.map((each): Row => [each.name, each.charset, each.id, each.isDefault ? "Yes" : "", "Yes", each.sortLength]);
	return shown("COLLATIONS", columns, rows);
}
