/**
 * Parses partitioning expressions; refuses nondeterministic functions and variables with a syntax error.
 */
import { Precedence } from "../../precedence.ts";
import type { Expression } from "../../tree/expression.ts";
import { type Node, someNode } from "../../tree/node.ts";
import type { Cursor } from "../cursor/cursor.ts";

const nondeterministic: ReadonlySet<string> = new Set([
	"benchmark",
	"connection_id",
	"curdate",
	"current_user",
	"curtime",
	"database",
	"encrypt",
	"found_rows",
	"get_lock",
	"is_free_lock",
	"is_used_lock",
	"last_insert_id",
	"load_file",
	"master_pos_wait",
	"now",
	"rand",
	"random_bytes",
	"release_all_locks",
	"release_lock",
	"row_count",
	"schema",
	"sleep",
	"sysdate",
	"user",
	"utc_date",
	"utc_time",
	"utc_timestamp",
	"uuid",
	"uuid_short",
]);

const complaint = "Constant, random or timezone-dependent expressions in (sub)partitioning function are not allowed";

export function partitionExpression(cursor: Cursor): Expression {
	const expression = cursor.expression(Precedence.bitOr);
	return someNode(expression, isNondeterministic) ? cursor.complain(complaint) : expression;
}

function isNondeterministic({ kind, name = "", arguments: given }: Node): boolean {
	if (kind !== "call") {
		return kind?.endsWith("-variable") === true;
	}
	const word = name.toLowerCase();
	return nondeterministic.has(word) || (word === "unix_timestamp" && given?.length === 0);
}
