/**
 * Runs a statement of a stored function or trigger within the statement that calls it: in its transaction and schema.
 */
import type { Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { after } from "../../async/maybe-promise.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Execution } from "../../exec/execution.ts";
import { withPrivilegeChecks } from "../../plan/query/privilege-check.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import { encodeText } from "../../types/value/value.ts";
import { deliver } from "../api/result-delivery.ts";
import { isDefinitionKind } from "../kinds/definition-kind.ts";
import { runDefinition } from "../statements/definition-statement.ts";
import { isEvaluatingKind, refuseKind, runEvaluating } from "../statements/session-statement.ts";
import { refuseWrite } from "../server/server-mode.ts";
import type { DefinitionStatement } from "./definition-runner.ts";
import type { StatementContext } from "./statement-context.ts";
import type { StatementFrame } from "./statement-frame.ts";

export function runWithin(context: StatementContext, around: Execution, frame: StatementFrame): MaybePromise<void> {
	return context.text.isPlannedInTurns
		? frame.withPlanMemory(() => runNow(context, around, frame))
		: runNow(context, around, frame);
}

function runNow(context: StatementContext, around: Execution, frame: StatementFrame): MaybePromise<void> {
	const { text, parameters, settings } = context;
	const { transaction, schema } = around;
	if (text.isData) {
		return after(frame.planOf(context, schema), (plan) => {
			if (plan.isWrite) {
				refuseUsed(plan.written, around.tables);
				refuseWrite(plan.written, frame.conversation.transaction.isReadOnly, frame.conversation);
			}
			const tables = [...around.tables, ...plan.tables];
			const execution = frame.execution(
				transaction,
				schema,
				parameters,
				{ isStrict: plan.isStrict, isWrite: plan.isWrite, tables },
				settings,
			);
			return after(plan.run(execution), (outcome) => deliver(outcome, context));
		});
	}
	return runOther(text.parsed.statement, context, around, frame);
}

/** SET, SIGNAL, GET DIAGNOSTICS, and temporary tables. */
function runOther(
	statement: Statement,
	context: StatementContext,
	around: Execution,
	frame: StatementFrame,
): MaybePromise<void> {
	const { transaction, schema } = around;
	const { parameters } = context;
	// SET of user variables is lenient.
	const isStrict = isDefinitionKind(statement.kind);
	const execution = frame.execution(transaction, schema, parameters, { isStrict, tables: around.tables });
	const planning = withPrivilegeChecks(frame.planning(schema, parameters));
	if (isEvaluatingKind(statement.kind)) {
		const answer = runEvaluating(statement as Parameters<typeof runEvaluating>[0], frame.conversation, {
			execution,
			planning,
		});
		return after(answer, (outcome) => deliver(outcome, context));
	}
	if (isDefinitionKind(statement.kind)) {
		return after(runDefinition(statement as DefinitionStatement, execution, planning), (outcome) =>
			deliver(outcome, context),
		);
	}
	return refuseKind(statement.kind);
}

function refuseUsed(written: readonly Table[], used: readonly Table[]): void {
	const found = written.find(({ id }) => used.some((table) => table.id === id));
	if (found !== undefined) {
		throw sqlError("tableInUse", encodeText(found.name));
	}
}
