/**
 * Parses queries: SELECTs joined by UNION, and the clauses of the whole.
 *
 *     select ...  union all  ( select ... limit 1 )   order by ... limit ... into ... for update
 *     part        operator   part                     of the whole; of the SELECT if it is the only one
 */
import type { Cursor } from "../cursor/cursor.ts";
import { analyseClause } from "./procedure-analyse.ts";
import { refuseOutermost, refuseAnalyse } from "../expression/inner-query.ts";
import { acceptInto, intoTarget } from "./into.ts";
import { limit, orderBy } from "./order.ts";
import { select } from "./select.ts";
import type { Query, Select, Union } from "../../tree/expression.ts";

/** Clauses after the last part. */
type Tail = Pick<Select, "orderBy" | "limit" | "lock" | "into" | "analyse">;

export function query(cursor: Cursor): Query {
	const isOpen = !cursor.is("(");
	return wholeOf(cursor, part(cursor), isOpen);
}

/** Parses the rest of a query after its first part in parentheses. */
export function queryAfterParenthesis(cursor: Cursor, first: Query): Query {
	return wholeOf(cursor, first, false);
}

/** Whether a query follows: SELECT after any number of parentheses. */
export function isQuery(cursor: Cursor): boolean {
	let ahead = 0;
	while (cursor.wordAhead(ahead) === "(") {
		ahead++;
	}
	return cursor.wordAhead(ahead) === "select";
}

function part(cursor: Cursor): Query {
	if (!cursor.accept("(")) {
		return select(cursor);
	}
	const inner = cursor.query();
	cursor.expect(")");
	return inner;
}

/** After UNION. */
function furtherPart(cursor: Cursor): { readonly operator: Union["operators"][number]; readonly query: Query } {
	const isAll = cursor.acceptOneOf("all", "distinct", "distinctrow") === "all";
	const query = part(cursor);
	refuseOutermost(query);
	return { operator: isAll ? "all" : "distinct", query };
}

/** @param isOpen whether the first part has no parentheses, so that clauses after it are its own */
function wholeOf(cursor: Cursor, first: Query, isOpen: boolean): Query {
	const further = cursor.accept("union") ? cursor.items(furtherPart, (behind) => behind.accept("union")) : [];
	const parts = [first, ...further.map((next) => next.query)];
	const operators = further.map(({ operator }) => operator);
	const rest = tail(cursor);
	if (parts.length > 1) {
		refuseAnalyse(rest, "subquery");
		return { kind: "union", parts, operators, ...rest };
	}
	if (rest === undefined) {
		return first;
	}
	if (first.kind === "select" && (isOpen || !hasTail(first))) {
		return { ...first, ...rest };
	}
	refuseAnalyse(rest, "subquery");
	return { kind: "union", parts, operators, ...rest };
}

function hasTail(node: Query): boolean {
	return (
		node.orderBy !== undefined ||
		node.limit !== undefined ||
		node.lock !== undefined ||
		node.into !== undefined ||
		(node.kind === "select" && node.analyse !== undefined)
	);
}

/** ORDER BY, LIMIT, PROCEDURE, INTO and the locking clause; undefined if none follows. */
function tail(cursor: Cursor): Tail | undefined {
	const clauses: { -readonly [Clause in keyof Tail]: Tail[Clause] } = {};
	const first = cursor.at;
	const order = orderBy(cursor);
	if (order !== undefined) {
		clauses.orderBy = order;
	}
	const rows = limit(cursor);
	if (rows !== undefined) {
		clauses.limit = rows;
	}
	const analyse = analyseClause(cursor);
	if (analyse !== undefined) {
		clauses.analyse = analyse;
	}
	readInto(cursor, clauses);
	const lock = lockMode(cursor);
	if (lock !== undefined) {
		clauses.lock = lock;
		readInto(cursor, clauses);
	}
	return cursor.at === first ? undefined : clauses;
}

function readInto(cursor: Cursor, clauses: { into?: Select["into"] }): void {
	if (acceptInto(cursor)) {
		clauses.into = intoTarget(cursor);
	}
}

function lockMode(cursor: Cursor): Select["lock"] {
	if (cursor.acceptPhrase("for", "update")) {
		return "update";
	}
	return cursor.acceptPhrase("lock", "in", "share", "mode") ? "share" : undefined;
}
