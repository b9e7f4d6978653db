/**
 * COM_FIELD_LIST: columns of a table whose names match a pattern, for clients that complete names.
 *
 * The columns are those of a query on the table.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { after } from "../../async/maybe-promise.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { ResultColumn } from "../api/result.ts";

export function tableFields(
	table: string,
	pattern: string,
	database: string | null,
	columnsOf: (query: string) => MaybePromise<readonly ResultColumn[]>,
): MaybePromise<readonly ResultColumn[]> {
	if (database === null) {
		throw sqlError("noDatabaseSelected");
	}
	const quoted = `\`${table.replaceAll("`", "``")}\``;
	return after(columnsOf(`SELECT * FROM ${quoted}`), (columns) =>
		pattern === "" || pattern === "%"
			? columns
			: columns.filter(({ name }) => isLike(name.toLowerCase(), pattern.toLowerCase())),
	);
}

/** LIKE with `%` and `_`. */
function isLike(name: string, pattern: string): boolean {
	const parts = [...pattern].map((each) =>
		each === "%" ? ".*" : each === "_" ? "." : each.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"),
	);
	return new RegExp(`^${parts.join("")}$`, "s").test(name);
}
