/**
 * Parses CREATE, ALTER and DROP VIEW.
 */
import type { CreateView, DropView } from "../../tree/session.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { ifExists, plainName, skipEquals, tableName } from "../cursor/name.ts";
import { definerClause } from "../cursor/account-name.ts";

/** The words between CREATE and VIEW: `algorithm = merge definer = x sql security invoker`. */
type ViewPrefix = Pick<CreateView, "algorithm" | "definer" | "security">;

export function viewPrefix(cursor: Cursor): ViewPrefix {
	const prefix: { -readonly [Part in keyof ViewPrefix]: ViewPrefix[Part] } = {};
	if (cursor.accept("algorithm")) {
		skipEquals(cursor);
		prefix.algorithm = cursor.expectOneOf("undefined", "merge", "temptable");
	}
	const definer = definerClause(cursor);
	if (definer !== undefined) {
		prefix.definer = definer;
	}
	if (cursor.acceptPhrase("sql", "security")) {
		prefix.security = cursor.expectOneOf("definer", "invoker");
	}
	return prefix;
}

export function createView(cursor: Cursor, form: "create" | "replace" | "alter", prefix: ViewPrefix): CreateView {
	cursor.expect("view");
	const view = tableName(cursor);
	const columns = cursor.is("(") ? cursor.parenthesised(plainName) : undefined;
	cursor.expect("as");
	const first = cursor.at;
	const query = cursor.query();
	const text = cursor.textSince(first);
	const orReplace = form === "replace";
	const node: CreateView = {
		kind: "create-view",
		orReplace,
		view,
		columns,
		query,
		text,
		...prefix,
		...checkOption(cursor),
	};
	return form === "alter" ? { ...node, alter: true } : node;
}

function checkOption(cursor: Cursor): Pick<CreateView, "checkOption"> {
	if (!cursor.accept("with")) {
		return {};
	}
	const option = cursor.acceptOneOf("local", "cascaded") ?? "cascaded";
	cursor.expectPhrase("check", "option");
	return { checkOption: option };
}

export function dropView(cursor: Cursor): DropView {
	cursor.expect("view");
	const exists = ifExists(cursor);
	const views = cursor.list(tableName);
	cursor.acceptOneOf("restrict", "cascade");
	return { kind: "drop-view", views, ifExists: exists };
}
