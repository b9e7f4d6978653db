/**
 * GET DIAGNOSTICS: assigns facts and conditions of the last statement, or of a handler's condition, to variables.
 *
 * A condition number there is none of is a condition 1758 beside the others; 1759 for STACKED outside of handlers.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../../exec/execution.ts";
import { done, type StatementResult } from "../../exec/statement-result.ts";
import { integerResult, textResult } from "../../functions/definition/result.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import type { ConditionItem, GetDiagnostics } from "../../sql/tree/diagnostics.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { HandledCondition, TypedValue, Warning } from "../../types/evaluation/evaluation.ts";
import type { ByteString, Integer } from "../../types/value/value.ts";
import type { SessionContext } from "../api/session-context.ts";
import { conditionOf, stateOf } from "./condition.ts";
import { evaluate } from "../data-statements/evaluate.ts";
import { assignVariable } from "../data-statements/variable-target.ts";

export function getDiagnostics(
	{ area, condition, items }: GetDiagnostics,
	conversation: SessionContext,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	const { facts, warnings } = conversation;
	const all = area === "stacked" ? stackedWarnings(facts.handled) : warnings.all;
	if (condition === undefined) {
		for (const { variable, name } of items) {
			assignVariable(
				variable,
				integer(name === "number" ? (area === "stacked" ? all.length : warnings.count) : facts.rowCount),
				execution,
			);
		}
		return done();
	}
	return after(evaluate(condition, planning, execution), ({ value }) => {
		const found = all[Number(value) - 1];
		if (found === undefined) {
			execution.warn("Error", "invalidConditionNumber");
			return done();
		}
		for (const { variable, name } of items) {
			assignVariable(variable, itemOf(found, name as ConditionItem), execution);
		}
		return done();
	});
}

/** The condition that the running handler deals with; 1759 outside of handlers. */
function stackedWarnings(handled: HandledCondition | undefined): readonly Warning[] {
	if (handled === undefined) {
		throw sqlError("stackedWithoutHandler");
	}
	return [conditionOf(handled)];
}

function itemOf(warning: Warning, name: ConditionItem): TypedValue {
	switch (name) {
		case "mysql_errno":
			return integer(warning.code);
		case "message_text":
			return text(warning.message);
		case "returned_sqlstate":
			return text(stateOf(warning));
		case "class_origin":
			return text(warning.items?.class_origin ?? originOf(stateOf(warning).slice(0, 2)));
		case "subclass_origin":
			return text(warning.items?.subclass_origin ?? originOf(stateOf(warning).slice(0, 3)));
		default:
			return text(warning.items?.[name] ?? "");
	}
}

/** Classes that begin with 0 to 4 or A to H belong to the SQL standard (ISO 9075). */
function originOf(classes: string): string {
	return /^[0-4A-H]+$/.test(classes) ? "ISO 9075" : "MySQL";
}

function integer(value: Integer): TypedValue {
	return { type: integerResult(21), value };
}

function text(value: ByteString): TypedValue {
	return { type: textResult(value.length, { charset: "utf8", collation: "utf8_general_ci" }), value };
}
