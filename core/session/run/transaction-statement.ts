/**
 * Statement in an open transaction: a failure rolls back the statement, not the transaction.
 *
 * It runs again after a wait for a lock or for another server's definition.
 */
import { delay, nowMs } from "../../async/timers.ts";
import { after, attempt, type MaybePromise } from "../../async/maybe-promise.ts";
import type { Schema } from "../../catalog/table.ts";
import { TableBarred } from "../../exec/write/ddl-write-barrier.ts";
import { StaleStatement } from "../../store/read-states.ts";
import type { Transaction } from "../../store/transaction/transaction.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import type { StatementPlan } from "../data-statements/statement-plan.ts";
import { refuseWrite } from "../server/server-mode.ts";
import {
	afterTurn,
	fenceWaitMs,
	longestWaitMs,
	mayOthersLock,
	type TakeOutcome,
	TurnCame,
} from "./autocommit-statement.ts";
import { lossOf } from "./lost-transaction.ts";
import type { StatementFrame } from "./statement-frame.ts";
import { refuseTooLarge } from "./write-limit.ts";

interface TransactionStep {
	/** Returns the transaction, with the snapshot that the statement reads. */
	open(): Transaction;
	planOf(schema: Schema): MaybePromise<StatementPlan>;
	readonly parameters: readonly TypedValue[];
	readonly take: TakeOutcome;
	/** Time of the first wait for a write barrier of another server's definition; 0: none. */
	readonly begunMs: number;
}

export function runInTransaction(step: TransactionStep, frame: StatementFrame): MaybePromise<void> {
	const transaction = step.open();
	return after(
		after(transaction.settleMuch(), () => frame.schemaAt(transaction)),
		(schema) => after(step.planOf(schema), (plan) => runPlanned(plan, schema, transaction, step, frame)),
	);
}

function runPlanned(
	plan: StatementPlan,
	schema: Schema,
	transaction: Transaction,
	step: TransactionStep,
	frame: StatementFrame,
): MaybePromise<void> {
	const { conversation } = frame;
	const { temporary, server } = conversation;
	const tables = temporary.state;
	if (plan.isWrite) {
		refuseWrite(plan.written, conversation.transaction.isReadOnly, conversation);
		refuseTooLarge(transaction, server);
	}
	const savepoint = plan.isWrite ? transaction.savepoint() : undefined;
	return attempt(
		() => {
			const turn = conversation.tables.use(plan, false);
			if (turn !== undefined) {
				return afterTurn(turn);
			}
			const go = (): MaybePromise<void> =>
				after(plan.run(frame.execution(transaction, schema, step.parameters, plan)), step.take);
			return mayOthersLock(server) ? conversation.tables.passOthers(plan, transaction, go, afterTurn) : go();
		},
		(failure) => {
			const loss = lossOf(failure, server.globals);
			if (loss !== undefined) {
				conversation.transaction.lose(loss);
			} else if (savepoint !== undefined && !transaction.isFinished) {
				transaction.rollbackTo(savepoint);
			}
			temporary.state = tables;
			if (failure instanceof TurnCame || failure instanceof StaleStatement) {
				frame.forgetWarnings();
				return runInTransaction(step, frame);
			}
			const begunMs = step.begunMs || nowMs();
			if (failure instanceof TableBarred && nowMs() - begunMs < longestWaitMs) {
				return delay(fenceWaitMs).then(() => runInTransaction({ ...step, begunMs }, frame));
			}
			throw failure;
		},
	);
}
