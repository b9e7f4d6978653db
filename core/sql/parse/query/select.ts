/**
 * Parses one SELECT up to HAVING; later clauses belong to the whole query (`query.ts`).
 */
import { sqlError } from "../../../errors/catalogue.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { maximumMsHint } from "./hint.ts";
import { acceptInto, intoTarget } from "./into.ts";
import { where } from "./order.ts";
import { tableReferences } from "./table-reference.ts";
import type { Select, SelectItem } from "../../tree/expression.ts";
import { orderItem } from "../expression/order-item.ts";

const longestAlias = 256;

const modifierWords = [
	"all",
	"distinct",
	"distinctrow",
	"high_priority",
	"straight_join",
	"sql_small_result",
	"sql_big_result",
	"sql_buffer_result",
	"sql_cache",
	"sql_no_cache",
	"sql_calc_found_rows",
] as const;

const modifierSet: ReadonlySet<string> = new Set(modifierWords);

export function select(cursor: Cursor): Select {
	const isStatement = cursor.at === 0;
	cursor.expect("select");
	const maximumMs = maximumMsHint(cursor.gap, cursor.mode);
	const hint = maximumMs === undefined ? undefined : { maximumMs };
	const { distinct, modifiers } = selectModifiers(cursor);
	const items = selectItems(cursor);
	const into = acceptInto(cursor) ? { into: intoTarget(cursor) } : undefined;
	// Without FROM the statement SELECT has no WHERE; a subquery and INSERT ... SELECT may have one, as in MySQL 5.7.
	const hasFrom = cursor.accept("from");
	if (!hasFrom && (isStatement || !["where", "group", "having"].includes(cursor.word))) {
		return { kind: "select", distinct, modifiers, items, ...hint, ...into };
	}
	const from = !hasFrom || cursor.accept("dual") ? undefined : tableReferences(cursor);
	const condition = where(cursor);
	const groupBy = cursor.acceptPhrase("group", "by") ? cursor.list(orderItem) : undefined;
	const rollup = groupBy !== undefined && cursor.acceptPhrase("with", "rollup") ? true : undefined;
	const having = cursor.accept("having") ? cursor.expression() : undefined;
	return {
		kind: "select",
		distinct,
		modifiers,
		items,
		from,
		where: condition,
		groupBy,
		rollup,
		having,
		...hint,
		...into,
	};
}

function selectModifiers(cursor: Cursor): { readonly distinct: boolean; readonly modifiers: readonly string[] } {
	let distinct = false;
	let all = false;
	const modifiers: string[] = [];
	while (modifierSet.has(cursor.word)) {
		const word = cursor.word;
		cursor.at++;
		if (word === "all") {
			all = true;
		} else if (word === "distinct" || word === "distinctrow") {
			distinct = true;
		} else if (!modifiers.includes(word)) {
			modifiers.push(word);
		}
		if (all && distinct) {
			throw sqlError("wrongUsage", "ALL", "DISTINCT");
		}
		if (modifiers.includes("sql_cache") && modifiers.includes("sql_no_cache")) {
			throw sqlError("wrongUsage", "SQL_CACHE", "SQL_NO_CACHE");
		}
	}
	return { distinct, modifiers };
}

/** An unqualified `*` has to be first. */
function selectItems(cursor: Cursor): readonly SelectItem[] {
	return cursor.items(selectItem, (behind) => {
		const goesOn = behind.accept(",");
		if (goesOn && behind.is("*")) {
			behind.fail();
		}
		return goesOn;
	});
}

function selectItem(cursor: Cursor): SelectItem {
	const star = starItem(cursor);
	if (star !== undefined) {
		return star;
	}
	const first = cursor.at;
	const expression = cursor.expression();
	const text = cursor.textSince(first);
	return { kind: "item", expression, alias: itemAlias(cursor), text };
}

/** `*`, `t.*`, `d.t.*`; undefined for an expression. */
function starItem(cursor: Cursor): SelectItem | undefined {
	if (cursor.accept("*")) {
		return { kind: "star" };
	}
	if (!cursor.isName || cursor.wordAhead(1) !== ".") {
		return undefined;
	}
	if (cursor.wordAhead(2) === "*") {
		const table = cursor.name();
		cursor.at += 2;
		return { kind: "star", table };
	}
	if (cursor.wordAhead(3) === "." && cursor.wordAhead(4) === "*") {
		const database = cursor.name();
		cursor.at++;
		const table = cursor.name();
		cursor.at += 2;
		return { kind: "star", database, table };
	}
	return undefined;
}

function itemAlias(cursor: Cursor): string | undefined {
	if (cursor.accept("as") || cursor.isName || cursor.isString) {
		return cursor.isString ? cursor.string() : cursor.name(longestAlias);
	}
	return undefined;
}
