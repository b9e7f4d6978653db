/**
 * Parses INSERT and REPLACE.
 */
import type { Assignment, Insert } from "../../tree/data.ts";
import type { ColumnName, Expression } from "../../tree/expression.ts";
import { assignment, valueOrDefault } from "./assignment.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { columnName, tableName } from "../cursor/name.ts";
import { isQuery } from "../query/query.ts";
import { partitionNames } from "../query/table-reference.ts";
import { sourceQuery } from "../expression/inner-query.ts";
import type { TableName } from "../../tree/table-name.ts";

type Source = Pick<Insert, "columns" | "rows" | "query">;

export function insert(cursor: Cursor): Insert {
	const replace = cursor.expectOneOf("insert", "replace") === "replace";
	const priority = cursor.acceptOneOf("low_priority", "delayed", "high_priority");
	const ignore = !replace && cursor.accept("ignore");
	cursor.accept("into");
	const name = tableName(cursor);
	const partitions = partitionNames(cursor);
	const table: TableName = partitions === undefined ? name : { ...name, partitions };
	const source = insertSource(cursor);
	const onDuplicate = replace ? undefined : duplicateAssignments(cursor);
	return {
		kind: "insert",
		replace,
		ignore,
		priority,
		table,
		columns: source.columns,
		rows: source.rows,
		query: source.query,
		onDuplicate,
	};
}

function insertSource(cursor: Cursor): Source {
	if (cursor.accept("set")) {
		const assignments = cursor.list(assignment);
		return { columns: assignments.map((one) => one.column), rows: [assignments.map((one) => one.value)] };
	}
	if (isQuery(cursor)) {
		return { query: sourceQuery(cursor) };
	}
	const columns = columnList(cursor);
	if (cursor.acceptOneOf("values", "value") !== undefined) {
		return { columns, rows: cursor.list(valueRow) };
	}
	return isQuery(cursor) ? { columns, query: sourceQuery(cursor) } : cursor.fail();
}

/** Columns in parentheses; empty parentheses mean no list. */
function columnList(cursor: Cursor): ColumnName[] | undefined {
	if (!cursor.is("(") || cursor.acceptPhrase("(", ")")) {
		return undefined;
	}
	return cursor.parenthesised(columnName);
}

function valueRow(cursor: Cursor): Expression[] {
	cursor.expect("(");
	if (cursor.accept(")")) {
		return [];
	}
	const values = cursor.list(valueOrDefault);
	cursor.expect(")");
	return values;
}

function duplicateAssignments(cursor: Cursor): Assignment[] | undefined {
	if (!cursor.acceptPhrase("on", "duplicate")) {
		return undefined;
	}
	cursor.expectPhrase("key", "update");
	return cursor.list(assignment);
}
