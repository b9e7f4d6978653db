/**
 * Plain columns of one table, sent as they lie in the store: `select a, c from t where ... order by a limit ...`.
 *
 * In: a planned query. Out: how to open it, or undefined where it is anything but columns of one table's rows, read
 * by a key, by ranges of an index or one after the other. Rows are handed on as bytes; who asks for values gets them
 * from the general path, which stays the specification: SQL_CALC_FOUND_ROWS chooses it, and a test runs queries on
 * both. It refuses to know packets.
 *
 * Why: a row made of values costs an array, a string for each text (80 ns and more) and a second look at each value
 * when it is written into the packet. And where an index's ranges say all that the condition says
 * (`plan/access/residual-predicate.ts`), no row is looked at before it is sent.
 */
import type { QuerySource } from "../row-source.ts";
import type { Column, Table } from "../../catalog/table.ts";
import type { BoundExpression } from "../../plan/tree/bound-expression.ts";
import { eachSlot, isVolatile, someBound } from "../../plan/tree/bound-tree.ts";
import { compile, compileCondition } from "../../plan/compile/compile.ts";
import { isImpliedByAccess } from "../../plan/access/residual-predicate.ts";
import type { QueryPlan, Limit, Project, Sort, TableNode } from "../../plan/tree/query-plan.ts";
import type { Row } from "../../types/value.ts";
import type { Execution } from "../execution.ts";
import { coveringIndexRows } from "../rows/covering-index-rows.ts";
import { tableRange } from "../rows/index-entry.ts";
import { rangeReader, type SpanRange } from "../operators/key-range.ts";
import { columnDecoder } from "../rows/row-codec.ts";
import { decodeEntry } from "../operators/table-reader.ts";
import { passthroughOrder, type PassthroughOrder } from "./passthrough-order.ts";
import type { HoldsRow, PassthroughAccess } from "./passthrough-scan.ts";
import { type PassthroughPlan, PassthroughSource } from "./passthrough-source.ts";

/** Opens the query; `general`: the path by values, opened if somebody asks for them. */
type OpenPassthrough = (execution: Execution, general: () => QuerySource) => PassthroughSource;

export function passthroughPlan({ node, countFoundRows }: QueryPlan): OpenPassthrough | undefined {
	const limit = node.kind === "limit" ? node : undefined;
	const first = limit === undefined ? node : limit.input;
	const project = first.kind === "distinct" ? first.input : first;
	if (countFoundRows || project.kind !== "project") {
		return undefined;
	}
	const sort = project.input.kind === "sort" ? project.input : undefined;
	const table = sort === undefined ? project.input : sort.input;
	const plan = table.kind === "table" ? storedPlan(project, sort, table, first.kind === "distinct", limit) : undefined;
	return plan && ((execution, general) => new PassthroughSource(plan, execution, general));
}

function storedPlan(
	{ expressions }: Project,
	sort: Sort | undefined,
	node: TableNode,
	isDistinct: boolean,
	limit: Limit | undefined,
): PassthroughPlan | undefined {
	const columns = expressions.map((expression) => plainColumn(expression, node));
	const access = columns.every((column) => column !== undefined) ? storedAccess(node) : undefined;
	const order = sort && orderOf(sort, node, isDistinct ? columns : undefined);
	if (access === undefined || (sort === undefined ? isDistinct : order === undefined)) {
		return undefined;
	}
	return {
		access,
		columns: columns as Column[],
		order,
		count: limit && compile(limit.count),
		offset: limit?.offset && compile(limit.offset),
	};
}

function storedAccess(node: TableNode): PassthroughAccess | undefined {
	const { source, access, condition } = node;
	const isPlain =
		node.lock === undefined &&
		!node.withKey &&
		(condition === undefined || !hasSubquery(condition)) &&
		(access.kind === "scan" || !hasSubqueryInRanges(access.ranges));
	if (!isPlain) {
		return undefined;
	}
	const table = source.table as Table;
	const index = access.kind === "scan" || access.index.primary ? undefined : access.index;
	const cover =
		index === undefined || index.unique
			? undefined
			: coveringIndexRows(
					table,
					index,
					node.columns.map((offset) => table.columns[offset]!),
				);
	if (cover === undefined && decodeEntry(node, table) !== undefined) {
		// No row is looked up for what the entries hold.
		return undefined;
	}
	return {
		table,
		ranges: access.kind === "scan" ? allOf(table) : rangeReader(table, access.index, access.ranges),
		index,
		cover,
		reverse: access.reverse,
		holds: condition && rowCondition(condition, node, table),
		isCovered: isImpliedByAccess(node),
	};
}

/** `distinct`: columns that make a row what it is. They are told apart only where they are what is sorted by. */
function orderOf(
	{ keys }: Sort,
	node: TableNode,
	distinct: readonly (Column | undefined)[] | undefined,
): PassthroughOrder | undefined {
	const columns = keys.map(({ expression }) => plainColumn(expression, node));
	if (
		!columns.every((column) => column !== undefined) ||
		(distinct !== undefined && !(distinct.length === 1 && columns.length === 1 && distinct[0] === columns[0]))
	) {
		return undefined;
	}
	return passthroughOrder(
		columns.map((column, at) => ({ column: column!, descending: keys[at]!.descending })),
		distinct !== undefined,
	);
}

/** The column behind an expression, if its bytes may be sent: a TIMESTAMP's are of another clock. */
function plainColumn(expression: BoundExpression, { source }: TableNode): Column | undefined {
	const origin = expression.kind === "column" ? expression.origin : undefined;
	return origin?.source === source && origin.type.name !== "timestamp" ? origin.column : undefined;
}

function allOf(table: Table): () => readonly SpanRange[] {
	const all = [{ ...tableRange(table), point: undefined, exact: true }];
	return () => all;
}

/** Only what the condition asks for is decoded, always into the same row. */
function rowCondition(
	condition: BoundExpression,
	{ source }: TableNode,
	table: Table,
): (execution: Execution) => HoldsRow {
	const wanted = new Set<number>();
	eachSlot(condition, (slot) => wanted.add(slot));
	const slots = [...wanted];
	const decode = columnDecoder(
		slots.map((slot) => table.columns[slot - source.firstSlot]!),
		slots,
	);
	const holds = compileCondition(condition);
	return (execution) => {
		const row: Row = [];
		return (bytes, start) => {
			decode(bytes, row, execution, start);
			return holds(row, execution);
		};
	};
}

function hasSubqueryInRanges(ranges: (TableNode["access"] & { kind: "index" })["ranges"]): boolean {
	return ranges.some(
		({ equal, low, high, like }) =>
			[...equal, low, high].some((end) => end !== undefined && hasSubquery(end.value)) ||
			(like !== undefined && hasSubquery(like)),
	);
}

/** It may have to wait: that is the operators' business. */
function hasSubquery(bound: BoundExpression): boolean {
	return isVolatile(bound) || someBound(bound, ({ kind }) => kind === "subquery");
}
