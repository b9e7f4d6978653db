/**
 * UNION: converts the parts to common column types, applies ORDER BY and LIMIT of the whole.
 *
 * Throws 1222 for different numbers of columns, 1250 and 3028 where ORDER BY reads more than result columns.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { commonType } from "../../functions/comparison/control.ts";
import { isTextual, textResult, textWidth, unsignedType } from "../../functions/definition/result.ts";
import { connectionEncoding } from "../../functions/operand/text-operand.ts";
import { textLength } from "../../types/text/width.ts";
import type { Operand, ResolutionContext } from "../../functions/definition/function.ts";
import { familyOf, sqlType, type SqlType, type TypeName } from "../../types/value/type.ts";
import { encodeText } from "../../types/value/value.ts";
import { boundColumn } from "../tree/bound-expression.ts";
import { subqueryTables } from "../tree/bound-tree.ts";
import { isKnown, isVolatile } from "../tree/tree-facts.ts";
import { subqueryReadings } from "../from/self-referencing-update.ts";
import { fullPrecisionQuery } from "../bind/full-precision-query.ts";
import { bindLimit, bindOrder } from "../bind/order-by.ts";
import type { Planning, AggregatePlaces, Enclosing, Scope } from "../tree/planning.ts";
import { inTurns } from "../tree/planning-turns.ts";
import type { QueryPlan, PlanNode } from "../tree/query-plan.ts";
import type { ResultColumn } from "../tree/result-column.ts";
import { emptyScope } from "../bind/scope.ts";
import type { BoundItem } from "../bind/select-list-scope.ts";
import type { Union } from "../../sql/tree/expression.ts";

export function planUnion(union: Union, planning: Planning, enclosing: Enclosing | undefined): QueryPlan {
	const plans = union.parts.map((part) =>
		inTurns(planning, part, () => {
			planning.turns?.takeQuery();
			return planning.planQuery(part, planning, enclosing);
		}),
	);
	const first = plans[0]!;
	if (plans.some((plan) => plan.columns.length !== first.columns.length)) {
		throw sqlError("wrongValueCountOnSelect");
	}
	const common = first.columns.map((column, at) => unitedColumn(column, plans, at, planning));
	const columns = common.map(({ column }) => column);
	const types = columns.map((column) => column.type);
	const parts = plans
		.map((plan) => fullPrecisionQuery(plan, types))
		.map((plan) => ({
			plan,
			from: plan.columns.map(({ type }, at) => (common[at]!.isDigits ? inDigits(type) : type)),
		}));
	const distinctParts = union.operators.lastIndexOf("distinct") + 2;
	let node: PlanNode = { kind: "union", parts, types, distinctParts: distinctParts === 1 ? 0 : distinctParts };
	const limit = bindLimit(union.limit, planning);
	const items = columns.map(outputItem);
	const scope = wholeScope(enclosing);
	const keys = (union.orderBy ?? [])
		.flatMap((item, at) => bindOrder([item], items, scope, planning, noAggregates(scope, at + 1)))
		.filter((key) => !isKnown(key.expression));
	if (keys.length > 0) {
		const stop =
			limit && !first.countFoundRows ? [limit.count, ...(limit.offset === undefined ? [] : [limit.offset])] : undefined;
		node = { kind: "sort", input: node, keys, limit: stop };
	}
	if (limit !== undefined) {
		node = { kind: "limit", input: node, ...limit, countAll: first.countFoundRows };
	}
	return {
		columns,
		coercibilities: common.map(({ coercibility }) => coercibility),
		tables: [
			...new Set([...plans.flatMap((plan) => plan.tables), ...keys.flatMap((key) => subqueryTables(key.expression))]),
		],
		readings: [...plans.flatMap((plan) => plan.readings), ...keys.flatMap((key) => subqueryReadings(key.expression))],
		node,
		width: 0,
		volatile: plans.some((plan) => plan.volatile) || keys.some((key) => isVolatile(key.expression)),
		lock: union.lock,
		countFoundRows: first.countFoundRows,
		into: union.into,
	};
}

/** Scope of ORDER BY over the whole: no tables. */
function wholeScope(enclosing: Enclosing | undefined): Scope {
	const empty = emptyScope(enclosing);
	return {
		tables: empty.tables,
		visible: empty.visible,
		width: empty.width,
		enclosing,
		proposedSlot: undefined,
		find(name) {
			if (name.table !== undefined) {
				throw sqlError("tableNotAllowedHere", encodeText(name.table), "global ORDER clause");
			}
			return undefined;
		},
	};
}

function noAggregates(scope: Scope, place: number): AggregatePlaces {
	return {
		scope,
		add() {
			throw sqlError("aggregateOrdersUnion", place);
		},
	};
}

function outputItem(column: ResultColumn, slot: number): BoundItem {
	const bound = boundColumn(slot, column.type, column.nullable);
	return { name: column.name, alias: column.name, expression: undefined, bound };
}

/** BIT united with other numbers becomes the text of their digits. */
function isBitAmongOthers(operands: readonly { readonly type: SqlType }[], common: SqlType): boolean {
	return common.name !== "bit" && !isTextual(common) && operands.some(({ type }) => type.name === "bit");
}

const narrowTypes: ReadonlySet<TypeName> = new Set(["year", "tinyint", "null"]);

/** A YEAR result prints 0000 like a column; YEAR with TINYINT UNSIGNED is stored in that, truncated. */
function narrowYear(operands: readonly { readonly type: SqlType }[], common: SqlType): SqlType {
	if (common.name === "year") {
		return sqlType("year", { ...common, zerofill: true });
	}
	const isNarrow =
		common.name === "smallint" && common.unsigned && operands.every(({ type }) => narrowTypes.has(type.name));
	return isNarrow
		? sqlType("tinyint", { unsigned: true, length: Math.max(...operands.map(({ type }) => textWidth(type))) })
		: common;
}

/** The type a part's values are read as there. */
function inDigits(type: SqlType): SqlType {
	return type.name === "bit" ? unsignedType : type.zerofill ? { ...type, zerofill: false } : type;
}

/** Where numbers become text it has room for all their values, whatever width they are shown with. */
function unitedType(operands: readonly Operand[], context: ResolutionContext): ReturnType<typeof commonType> {
	const common = commonType(operands, context, "UNION");
	const length = Math.max(0, ...operands.map(({ type }) => (familyOf(type) === "integer" ? textLength(type) : 0)));
	return common.type.name !== "varchar" || common.type.length >= length
		? common
		: { ...common, type: sqlType("varchar", { ...common.type, length }) };
}

/** The first part names the column; all parts determine its type. */
function unitedColumn(
	column: ResultColumn,
	plans: readonly QueryPlan[],
	at: number,
	planning: Planning,
): {
	readonly column: ResultColumn;
	readonly coercibility: QueryPlan["coercibilities"][number];
	readonly isDigits: boolean;
} {
	const operands = plans.map((plan) => {
		const { type, nullable } = plan.columns[at]!;
		return { type, nullable, coercibility: plan.coercibilities[at]! };
	});
	const common = unitedType(operands, planning.resolution);
	if (common.coercibility === 1 && isTextual(common.type)) {
		throw sqlError("illegalMixOfCollations", "UNION");
	}
	const isDigits = isBitAmongOthers(operands, common.type);
	const type = isDigits
		? textResult(
				Math.max(...operands.map(({ type }) => (type.name === "bit" ? type.length : textWidth(type)))),
				connectionEncoding(planning.resolution),
			)
		: narrowYear(operands, common.type);
	const coercibility = common.coercibility ?? (isTextual(column.type) ? 2 : 5);
	return {
		column: {
			database: "",
			table: "",
			originalTable: "",
			name: column.name,
			originalName: "",
			type,
			nullable: operands.some((operand) => operand.nullable),
			primaryKey: false,
			uniqueKey: false,
			multipleKey: false,
			autoIncrement: false,
			noDefault: false,
		},
		coercibility,
		isDigits,
	};
}
