/**
 * Binds calls of stored functions: as definitions of their own, whose value the session's programs compute.
 *
 * A function runs for every row, unless it is declared DETERMINISTIC and its operands are the same for all of them.
 */
import { returnedColumn, type Routine, routineParameters } from "../../catalog/program.ts";
import type { View } from "../../catalog/view.ts";
import { once } from "../../async/waiting.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { invariant } from "../../errors/invariant.ts";
import type { FunctionDefinition, Resolution } from "../../functions/definition/function.ts";
import { encodeText, type Value } from "../../types/value/value.ts";

/** A function, and the views that call it, outermost first: their definers call it. */
export interface CalledFunction {
	readonly routine: Routine;
	readonly views: readonly View[];
}

/** Throws 1318 for a wrong number of arguments. */
export function storedFunction(called: CalledFunction, count: number): FunctionDefinition {
	const { record, database } = called.routine;
	const wanted = routineParameters(record).length;
	if (count !== wanted) {
		throw sqlError("wrongProgramArguments", "FUNCTION", encodeText(`${database}.${record.name}`), wanted, count);
	}
	const { type } = returnedColumn(record);
	return {
		name: record.name.toLowerCase(),
		arity: [wanted, wanted],
		resolve: (operands): Resolution => ({
			type,
			nullable: true,
			nullPropagates: false,
			coercibility: 4,
			...(record.deterministic ? { statementConstant: true, waits: true } : { volatile: true }),
			evaluator: () => {
				const site = {};
				return (evaluation, ...values) => {
					const { programs } = evaluation.session;
					invariant(programs !== undefined, "Statements that call stored functions run in a session.");
					const given = operands.map((operand, at) => ({ type: operand.type, value: (values[at] ?? null) as Value }));
					return once(evaluation, site, () => programs.callFunction(called, given, evaluation));
				};
			},
		}),
	};
}
