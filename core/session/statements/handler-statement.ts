/**
 * HANDLER: row-by-row reads of a table, in index order or in row order; errors 1031, 1070, 1176, 1192, 1347.
 */
import { fold } from "../../catalog/identifier.ts";
import type { Index, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../../exec/execution.ts";
import { type HandlerReading, type HandlerRows, readHandler } from "../../exec/operators/handler-read.ts";
import { sequentially } from "../../async/sequential.ts";
import { limitOf } from "../../exec/operators/limit.ts";
import { answeredRows, done, type StatementResult } from "../../exec/statement-result.ts";
import { bindExpression } from "../../plan/bind/bind-expression.ts";
import { compile, compileCondition } from "../../plan/compile/compile.ts";
import { type RequiredPrivileges, needColumns, needTable } from "../../plan/tree/required-privileges.ts";
import { bindLimit } from "../../plan/bind/order-by.ts";
import type { BoundExpression } from "../../plan/tree/bound-expression.ts";
import type { Planning, Scope } from "../../plan/tree/planning.ts";
import { inOwnTurns } from "../../plan/tree/planning-turns.ts";
import { boundOrigin, tableScope } from "../../plan/bind/scope.ts";
import { resultColumn } from "../../plan/bind/select-item.ts";
import { findView, namedTable } from "../../plan/bind/table-name.ts";
import type { HandlerClose, HandlerOpen, HandlerRead } from "../../sql/tree/handler.ts";
import type { Expression } from "../../sql/tree/expression.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { storeConverter } from "../../types/assign/conversion.ts";
import { encodeText, type Value } from "../../types/value/value.ts";
import type { SessionContext } from "../api/session-context.ts";
import { evaluate } from "../data-statements/evaluate.ts";

export function openHandler(
	{ table: name }: HandlerOpen,
	conversation: SessionContext,
	planning: Planning,
): StatementResult {
	if (conversation.tables.isLocking) {
		throw sqlError("lockOrActiveTransaction");
	}
	const view = findView(name, planning);
	if (view !== undefined) {
		throw sqlError("wrongObject", encodeText(view.database), encodeText(view.name), "BASE TABLE");
	}
	const { table, computed } = namedTable(name, planning);
	if (computed !== undefined) {
		throw sqlError("wrongCreateOption", encodeText(table.name));
	}
	conversation.handlers.open(name.alias ?? name.name, table);
	return done();
}

export function closeHandler({ name }: HandlerClose, { handlers }: SessionContext): StatementResult {
	handlers.close(name);
	return done();
}

export function readFromHandler(
	statement: HandlerRead,
	{ handlers }: SessionContext,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	const handler = handlers.named(statement.name);
	const table = handlers.tableOf(handler, planning.schema);
	const needs: RequiredPrivileges[] = [];
	const scope = tableScope(table, handler.name, needTable(table, { needs }));
	needColumns(scope.tables[0]!.need, table.columns);
	planning.admit?.(needs);
	const index = statement.index === undefined ? undefined : indexNamed(table, statement.index, handler.name);
	const bound = inOwnTurns(
		planning,
		(within) => statement.where && bindExpression(statement.where, scope, within, "where clause"),
	);
	const read = (
		condition: BoundExpression | undefined,
		wanted: HandlerReading["wanted"],
	): MaybePromise<StatementResult> => {
		const place = handler.place?.index?.id === index?.id ? handler.place?.key : undefined;
		const reading: HandlerReading = {
			table,
			index,
			wanted,
			place,
			holds: condition && compileCondition(condition),
			...rowsWanted(statement, execution, planning),
		};
		return after(readHandler(reading, execution), (found: HandlerRows) => {
			handler.place = { index, key: found.place };
			return answeredRows(columnsOf(scope), found.rows);
		});
	};
	return after(bound, (condition) =>
		after(wantedOf(statement, index, execution, planning), (wanted) => read(condition, wanted)),
	);
}

function columnsOf(scope: Scope): ReturnType<typeof resultColumn>[] {
	return scope.visible.map((column) => resultColumn(column.name, boundOrigin(column)));
}

function indexNamed(table: Table, name: string, handler: string): Index {
	const index = table.indexes.find((candidate) => fold(candidate.name) === fold(name));
	if (index === undefined) {
		throw sqlError("keyDoesNotExist", encodeText(name), encodeText(handler));
	}
	return index;
}

function wantedOf(
	{ wanted }: HandlerRead,
	index: Index | undefined,
	execution: Execution,
	planning: Planning,
): MaybePromise<HandlerReading["wanted"]> {
	if (typeof wanted === "string") {
		return wanted;
	}
	const parts = index?.parts ?? [];
	if (wanted.values.length > parts.length) {
		throw sqlError("tooManyKeyParts", parts.length);
	}
	const values: Value[] = [];
	const add = (expression: Expression): MaybePromise<void> =>
		after(evaluate(expression, planning, execution), ({ type, value }) => {
			const { column } = parts[values.length]!;
			values.push(value === null ? null : storeConverter(type, column.type, column.name)(value, execution));
		});
	return after(sequentially(wanted.values, add), () => ({ comparison: wanted.comparison, values }));
}

/** Default: one row. */
function rowsWanted(
	{ limit }: HandlerRead,
	execution: Execution,
	planning: Planning,
): Pick<HandlerReading, "offset" | "count"> {
	const bound = bindLimit(limit, planning);
	const numberOf = (expression: Parameters<typeof compile>[0] | undefined, usual: number): number =>
		expression === undefined ? usual : limitOf(compile(expression), [], execution);
	return { count: numberOf(bound?.count, 1), offset: numberOf(bound?.offset, 0) };
}
