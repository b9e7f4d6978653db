/**
 * Parses FROM items: table names, derived tables, joins.
 *
 * Joins nest to the left; tables between a LEFT or RIGHT JOIN and its condition form its right side.
 *
 *     a join b on x left join c join d on y on z     ((a join b on x) left join (c join d on y) on z)
 */
import type { Cursor } from "../cursor/cursor.ts";
import { nestedQuery } from "../expression/inner-query.ts";
import { plainName, tableName } from "../cursor/name.ts";
import type { DerivedTable, Join, TableReference } from "../../tree/expression.ts";
import type { IndexHint, TableName } from "../../tree/table-name.ts";

/** The comma-separated references. */
export function tableReferences(cursor: Cursor): TableReference[] {
	return cursor.list((inner) => tableReference(inner));
}

/** @param closes whether conditions may close earlier joins; the next one after a right side is an outer join's */
function tableReference(cursor: Cursor, closes = true): TableReference {
	let left = factor(cursor);
	/** Each one is the left side of the next. */
	const chain: Join[] = [];
	for (;;) {
		const next = join(cursor, left);
		if (next === undefined) {
			return left;
		}
		chain.push(next);
		while (closes && isCondition(cursor) && closeLast(cursor, chain)) {}
		left = chain.at(-1) ?? next;
	}
}

/**
 * Gives a further condition to the last inner join without one, whose right side all later joins become; false if there
 * is none.
 *
 *     a join b join c on x on y     (a join (b join c on x) on y)
 */
function closeLast(cursor: Cursor, chain: Join[]): boolean {
	const at = chain.findLastIndex(
		({ type, natural, on, using }) => type === "inner" && !natural && on === undefined && using === undefined,
	);
	const open = chain[at];
	if (open === undefined) {
		return false;
	}
	const right = chain.slice(at + 1).reduce<TableReference>((left, each): Join => ({ ...each, left }), open.right);
	chain.splice(at, chain.length, withCondition(cursor, { ...open, right }, "on or using"));
	return true;
}

/** ON DUPLICATE KEY belongs to the INSERT around the query. */
function isCondition(cursor: Cursor): boolean {
	return cursor.is("using") || (cursor.is("on") && !cursor.isPhrase("on", "duplicate", "key"));
}

/** A join, if one follows. */
function join(cursor: Cursor, left: TableReference): Join | undefined {
	switch (cursor.word) {
		case "join":
		case "inner":
		case "cross":
			return innerJoin(cursor, left);
		case "straight_join":
			cursor.at++;
			return withCondition(
				cursor,
				{ kind: "join", type: "straight", natural: false, left, right: factor(cursor) },
				"on",
			);
		case "left":
		case "right":
			return outerJoin(cursor, left, cursor.word);
		case "natural":
			return naturalJoin(cursor, left);
		default:
			return undefined;
	}
}

function innerJoin(cursor: Cursor, left: TableReference): Join {
	cursor.acceptOneOf("inner", "cross");
	cursor.expect("join");
	return withCondition(
		cursor,
		{ kind: "join", type: "inner", natural: false, left, right: factor(cursor) },
		"on or using",
	);
}

function outerJoin(cursor: Cursor, left: TableReference, type: "left" | "right"): Join {
	cursor.at++;
	cursor.accept("outer");
	cursor.expect("join");
	const bare: Join = {
		kind: "join",
		type,
		natural: false,
		left,
		right: cursor.nested(() => tableReference(cursor, false)),
	};
	const whole = withCondition(cursor, bare, "on or using");
	return whole === bare ? cursor.fail() : whole;
}

function naturalJoin(cursor: Cursor, left: TableReference): Join {
	cursor.at++;
	const type = cursor.acceptOneOf("left", "right", "inner") ?? "inner";
	if (type !== "inner") {
		cursor.accept("outer");
	}
	cursor.expect("join");
	return { kind: "join", type, natural: true, left, right: factor(cursor) };
}

function withCondition(cursor: Cursor, bare: Join, conditions: "on" | "on or using"): Join {
	if (isCondition(cursor) && cursor.accept("on")) {
		return { ...bare, on: cursor.expression() };
	}
	if (conditions === "on or using" && cursor.accept("using")) {
		return { ...bare, using: cursor.parenthesised(plainName) };
	}
	return bare;
}

/** One side of a join. */
function factor(cursor: Cursor): TableReference {
	if (cursor.is("(")) {
		return inParentheses(cursor);
	}
	if (cursor.is("{")) {
		return outerJoinEscape(cursor);
	}
	return namedTable(cursor);
}

function inParentheses(cursor: Cursor): TableReference {
	cursor.expect("(");
	if (cursor.is("select")) {
		return derived(cursor, nestedQuery(cursor));
	}
	const references = cursor.nested(() => tableReferences(cursor));
	const first = references[0]!;
	if (references.length === 1 && first.kind === "derived" && first.alias === undefined) {
		return derived(cursor, cursor.is(")") ? first.query : cursor.queryBehind(first.query));
	}
	cursor.expect(")");
	return references.reduce((left, right): Join => ({ kind: "join", type: "inner", natural: false, left, right }));
}

/** A derived table, from its closing parenthesis. */
function derived(cursor: Cursor, query: DerivedTable["query"]): DerivedTable {
	cursor.expect(")");
	const alias = tableAlias(cursor);
	return alias === undefined ? { kind: "derived", query } : { kind: "derived", query, alias };
}

/** ODBC's `{oj a left join b on x}` */
function outerJoinEscape(cursor: Cursor): TableReference {
	cursor.expect("{");
	cursor.name();
	const reference = cursor.nested(() => tableReference(cursor));
	cursor.expect("}");
	return reference;
}

/** A table with partitions, alias and index hints. */
function namedTable(cursor: Cursor): TableName {
	const table: { -readonly [Part in keyof TableName]: TableName[Part] } = tableName(cursor);
	const partitions = partitionNames(cursor);
	if (partitions !== undefined) {
		table.partitions = partitions;
	}
	const alias = tableAlias(cursor);
	if (alias !== undefined) {
		table.alias = alias;
	}
	const hints = indexHints(cursor);
	if (hints.length > 0) {
		table.indexHints = hints;
	}
	return table;
}

/** `partition (p0, p1)` */
export function partitionNames(cursor: Cursor): string[] | undefined {
	return cursor.accept("partition") ? cursor.parenthesised(plainName) : undefined;
}

export function tableAlias(cursor: Cursor): string | undefined {
	return cursor.accept("as") || cursor.isName ? cursor.name() : undefined;
}

const noHints: IndexHint[] = [];

function indexHints(cursor: Cursor): IndexHint[] {
	let hints = noHints;
	for (;;) {
		const action = cursor.is("use") || cursor.is("force") || cursor.is("ignore") ? cursor.word : undefined;
		const subject = cursor.wordAhead(1);
		if (action === undefined || (subject !== "index" && subject !== "key")) {
			return hints;
		}
		cursor.at += 2;
		hints = [...hints, ...indexHint(cursor, action as IndexHint["action"])];
	}
}

function indexHint(cursor: Cursor, action: IndexHint["action"]): IndexHint[] {
	let purpose: IndexHint["purpose"];
	if (cursor.accept("for")) {
		purpose = cursor.accept("join") ? "join" : orderOrGroup(cursor);
	}
	cursor.expect("(");
	const indexes = action === "use" && cursor.is(")") ? [] : cursor.list(indexName);
	cursor.expect(")");
	return [purpose === undefined ? { action, indexes } : { action, purpose, indexes }];
}

function orderOrGroup(cursor: Cursor): "order by" | "group by" {
	const word = cursor.expectOneOf("order", "group");
	cursor.expect("by");
	return `${word} by`;
}

function indexName(cursor: Cursor): string {
	return cursor.accept("primary") ? "PRIMARY" : cursor.name();
}
