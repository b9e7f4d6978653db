/**
 * Binds subqueries used as values: scalar, EXISTS, IN, row, ANY and ALL; collects their captures.
 *
 * Throws 1241 where the numbers of columns differ.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { pairType } from "../../functions/comparison/comparison.ts";
import type { Coercibility, Operand } from "../../functions/definition/function.ts";
import { textResult, textWidth, truthType } from "../../functions/definition/result.ts";
import { sqlType, type SqlType } from "../../types/value/type.ts";
import { operandOf, type BoundExpression, type BoundSubquery, type RowOperator } from "../tree/bound-expression.ts";
import type { Planning, AggregatePlaces, Scope } from "../tree/planning.ts";
import { inTurns, turnsWithin } from "../tree/planning-turns.ts";
import type { ResultColumn } from "../tree/result-column.ts";
import { itemsOf } from "./row-comparison.ts";
import { yearConstant } from "./year-constant.ts";
import type { Query } from "../../sql/tree/expression.ts";

const nullType = sqlType("null");

type Parts = Pick<BoundSubquery, "form"> & Partial<Pick<BoundSubquery, "operator" | "operands">>;

/** The subquery's place: scope, planning, clause. */
interface Place {
	readonly scope: Scope;
	readonly planning: Planning;
	readonly clause: string;
	readonly aggregates: AggregatePlaces | undefined;
}

function planningOfSubquery(query: Query, { planning }: Place): Planning {
	const own = turnsWithin(planning, query);
	return own.materializesDerived === "in-subqueries" ? { ...own, materializesDerived: "all" } : own;
}

/** The captures of a query that is planned: none yet. */
function newCaptures(query: Query, planning: Planning): BoundExpression[] {
	return inTurns(planning, query, () => {
		planning.turns?.takeQuery();
		return [];
	});
}

function subquery(query: Query, place: Place, { form, operator = "=", operands: given = [] }: Parts): BoundSubquery {
	if (form !== "exists" && form !== "value" && query.limit !== undefined) {
		throw sqlError("notSupportedYet", "LIMIT & IN/ALL/ANY/SOME subquery");
	}
	const { scope, clause, aggregates } = place;
	const own = planningOfSubquery(query, place);
	const planned = (
		within: Planning,
		members?: readonly BoundExpression[],
	): Pick<BoundSubquery, "plan" | "captures"> => {
		const captures = newCaptures(query, within);
		const enclosing = {
			scope: scope.around ?? scope,
			clause,
			captures,
			aggregates,
			...(members === undefined ? {} : { members }),
		};
		return {
			plan: within.planQuery(query, form === "in" ? { ...within, needsRowEstimates: true } : within, enclosing),
			captures,
		};
	};
	const { planning } = place;
	let { plan, captures } = inTurns(planning, query, () => planned(own));
	const { columns, coercibilities } = plan;
	const wanted = given.length === 0 ? 1 : given.length;
	if (form !== "exists" && columns.length !== wanted) {
		throw sqlError("operandColumns", wanted);
	}
	// A constant compared with YEAR columns becomes a year, as beside the column itself.
	const isAmongYears =
		form === "in" && given.length === 1 && columns[0]!.type.name === "year" && columns[0]!.originalTable !== "";
	const operands = isAmongYears ? given.map((operand) => yearConstant(operand, planning)) : given;
	if (form === "in" && captures.length > 0 && !plan.volatile && isYesOrNo(query, operands, columns, planning)) {
		// The query is planned once more: apart from the first time.
		({ plan, captures } = planned(turnsWithin(own, captures), operands));
	}
	const word = form === "in" ? "in" : operator;
	const extremeType =
		isRanked(form, operator) && captures.length === 0 && planning.conditions?.has(query) === true
			? typeOfExtreme(columns[0]!.type)
			: undefined;
	const met = extremeType === undefined ? columns : [{ ...columns[0]!, type: extremeType }];
	const meetingTypes = operands.map((operand, at) =>
		pairType(operandOf(operand), columnOperand(met[at]!, coercibilities[at]!), planning.resolution, word),
	);
	const { type, nullable } =
		form === "value" ? { type: columns[0]!.type, nullable: true } : { type: truthType, nullable: form !== "exists" };
	const coercibility = form === "value" ? coercibilities[0]! : 5;
	return {
		kind: "subquery",
		form,
		operator,
		operands,
		meetingTypes,
		plan,
		captures,
		type,
		nullable,
		at: 0,
		coercibility,
		...(extremeType === undefined ? {} : { extremeType }),
	};
}

/** Whether only equal rows need be found: no NULL is possible, or NULL counts as FALSE here. */
function isYesOrNo(
	query: Query,
	operands: readonly BoundExpression[],
	columns: readonly ResultColumn[],
	{ conditions }: Planning,
): boolean {
	return (
		query.kind === "select" &&
		(conditions?.has(query) === true || [...operands, ...columns].every(({ nullable }) => !nullable))
	);
}

/** Whether the minimum or maximum decides. */
function isRanked(form: BoundSubquery["form"], operator: RowOperator): boolean {
	return (form === "any" || form === "all") && operator !== "=" && operator !== "<>";
}

/** MIN and MAX of ENUM and SET compare as text. */
function typeOfExtreme(type: SqlType): SqlType {
	return type.name === "enum" || type.name === "set" ? textResult(textWidth(type), type) : type;
}

function columnOperand({ type, nullable }: ResultColumn, coercibility: Coercibility): Operand {
	return { type, nullable, coercibility };
}

/** `(select ...)` */
export function scalarSubquery(query: Query, place: Place): BoundSubquery {
	return subquery(query, place, { form: "value" });
}

export function existsSubquery(query: Query, place: Place): BoundSubquery {
	return subquery(query, place, { form: "exists" });
}

/** `value in (select ...)`; the value may be a row. */
export function isAmongSubquery(value: BoundExpression, query: Query, place: Place): BoundSubquery {
	return subquery(query, place, { form: "in", operands: itemsOf(value) });
}

/** `(a, b) = (select c, d ...)`; the operator compares the row with the subquery's. */
export function rowAgainstSubquery(
	value: BoundExpression,
	operator: RowOperator,
	query: Query,
	place: Place,
): BoundSubquery {
	return subquery(query, place, { form: "row", operator, operands: itemsOf(value) });
}

/** Binds `(select a, b ...)` where a row is allowed; with one column it is a value. */
export function rowOfSubquery(query: Query, place: Place): BoundExpression {
	const { scope, clause, aggregates } = place;
	const planning = planningOfSubquery(query, place);
	const captures = newCaptures(query, planning);
	const plan = planning.planQuery(query, planning, { scope: scope.around ?? scope, clause, captures, aggregates });
	const items = plan.columns.map(
		({ type }, at): BoundSubquery => ({
			kind: "subquery",
			form: "value",
			operator: "=",
			operands: [],
			meetingTypes: [],
			plan,
			captures,
			type,
			nullable: true,
			coercibility: plan.coercibilities[at]!,
			at,
		}),
	);
	return items.length === 1 ? items[0]! : { kind: "row", items, type: nullType, nullable: true, coercibility: 6 };
}

/** `value < any (select ...)` and ALL. Rows only compare by = ANY, which is IN. */
export function quantifiedSubquery(
	value: BoundExpression,
	operator: BoundSubquery["operator"],
	form: "any" | "all",
	query: Query,
	place: Place,
): BoundSubquery {
	if (value.kind === "row") {
		throw sqlError("operandColumns", 1);
	}
	return subquery(query, place, { form, operator, operands: [value] });
}
