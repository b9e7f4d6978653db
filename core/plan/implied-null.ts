/**
 * `IS NULL` of what is never NULL, as ODBC's programs mean it.
 *
 * In: a WHERE condition. Out: the same with these conjuncts replaced:
 *
 * | conjunct                                        | means                        | when                  |
 * |-------------------------------------------------|------------------------------|-----------------------|
 * | a NOT NULL date or datetime column IS NULL      | it is the zero date          | always                |
 * | a NOT NULL AUTO_INCREMENT column IS NULL        | it is the id last generated  | sql_auto_is_null = 1  |
 *
 * It refuses to look into OR and NOT. MySQL asks for the last id once after an INSERT; here it may be asked for again.
 */
import { boundConstant, type BoundExpression } from "./bound.ts";
import { conjunctsOf } from "./bound-tree.ts";
import { callNamed } from "./call.ts";
import type { Planning } from "./planning.ts";
import { connect } from "./row.ts";

export function withImpliedNulls(where: BoundExpression | undefined, planning: Planning): BoundExpression | undefined {
	const conjuncts = conjunctsOf(where);
	const read = conjuncts.map((conjunct) => impliedOf(conjunct, planning) ?? conjunct);
	return read.some((conjunct, at) => conjunct !== conjuncts[at]) ? connect("and", read, planning) : where;
}

function impliedOf(conjunct: BoundExpression, planning: Planning): BoundExpression | undefined {
	const test = conjunct.kind === "call" && conjunct.definition.name === "is null" ? conjunct.operands[0] : undefined;
	const column = test?.kind === "column" ? test.origin?.column : undefined;
	if (column === undefined || test!.nullable) {
		return undefined;
	}
	if (column.type.name === "date" || column.type.name === "datetime") {
		return callNamed("=", [test!, boundConstant(0, column.type)], planning);
	}
	return column.autoIncrement && planning.autoIsNull === true ? callNamed("=", [test!, callNamed("last_insert_id", [], planning)], planning) : undefined;
}
