/**
 * COM_FIELD_LIST: the columns of a table, for clients that complete names.
 *
 * In: a table's name and a pattern. Out: the columns whose names match, as a query of the table would give them.
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
