/**
 * Runs one statement in the transaction it belongs to.
 *
 * In: a statement, its parameters, and whom to hand the outcome. Out: an outcome handed over and the transaction as
 * it must be afterwards; errors. It refuses to know text and packets.
 *
 * | statement                  | transaction                                                             |
 * |----------------------------|-------------------------------------------------------------------------|
 * | reads or writes rows       | the open one, undone up to a savepoint on failure; or one of its own,     |
 * |                            | tried again where another's commit came first                           |
 * | defines data               | the open one is committed, then one of its own                          |
 * | about the session          | none, or one of its own to evaluate expressions in                      |
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Fence } from "../../catalog/record.ts";
import type { Schema } from "../../catalog/table.ts";
import { type SqlError, sqlError } from "../../errors/catalogue.ts";
import { after, attempt, lastly } from "../../async/maybe-promise.ts";
import type { Execution } from "../../exec/execution.ts";
import {
	BarrierNeeded,
	lowerBarrier,
	makeBarrier,
	raiseBarrier,
	TableBarred,
} from "../../exec/write/ddl-write-barrier.ts";
import { done, type StatementResult } from "../../exec/statement-result.ts";
import { withPrivilegeChecks } from "../../plan/query/privilege-check.ts";
import { sequentially } from "../../async/sequential.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { CreateTable, DropTable } from "../../sql/tree/table.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { StaleStatement } from "../../store/read-states.ts";
import type { Transaction } from "../../store/transaction/transaction.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { definedNames } from "../locks/defined-table.ts";
import { isDefinitionKind } from "../statements/definition-kind.ts";
import { runDefinition } from "../statements/definition-statement.ts";
import { explainRules } from "../decide/explain-rules.ts";
import { losesTransaction } from "./lost-transaction.ts";
import {
	afterTurn,
	type BeginOwn,
	fenceWaitMs,
	firstDefinition,
	firstTry,
	longestWaitMs,
	maximumTries,
	AutocommitStatement,
	type TakeOutcome,
	type Try,
	TurnCame,
} from "./autocommit-statement.ts";
import { isEvaluatingKind, isReadyKind, refuseKind, runEvaluating, runReady } from "../statements/session-statement.ts";
import { isLocking, type StatementPlan } from "../plan-cache/statement-plan.ts";
import { refuseInBranch } from "../xa/branch.ts";
import type { StatementFrame } from "./statement-frame.ts";
import type { StatementText } from "../plan-cache/statement-text.ts";
import type { DefinedNames } from "../locks/table-locks.ts";
import { refuseChange, refuseWrite } from "../server/server-mode.ts";
import { refuseTooLarge } from "./write-limit.ts";

export class StatementRunner {
	readonly #frame: StatementFrame;

	constructor(frame: StatementFrame) {
		this.#frame = frame;
	}

	run(text: StatementText, parameters: readonly TypedValue[], take: TakeOutcome): MaybePromise<void> {
		const { statement } = text.parsed;
		const { branch } = this.#frame.conversation.transaction;
		if (branch !== undefined) {
			refuseInBranch(statement, branch);
		}
		if (text.isData) {
			return this.#runData(text, parameters, take);
		}
		return after(this.#frame.admitStatement(statement), () => {
			const { conversation } = this.#frame;
			if (conversation.server.globals.isReadOnly) {
				refuseChange(statement, conversation);
			}
			return this.#runOther(text, parameters, take);
		});
	}

	#runOther(text: StatementText, parameters: readonly TypedValue[], take: TakeOutcome): MaybePromise<void> {
		const { statement } = text.parsed;
		const { kind } = statement;
		const { conversation } = this.#frame;
		if (isDefinitionKind(kind)) {
			if (isTemporary(statement)) {
				return failingLate(take, (taken) =>
					after(this.#frame.openRead(statement), () => this.#runTemporary(statement, parameters, taken)),
				);
			}
			if (
				conversation.transaction.isOpen ? conversation.transaction.isReadOnly : conversation.nextTransaction().readOnly
			) {
				throw sqlError("readOnlyTransaction");
			}
			const define =
				(fence?: Fence): BeginOwn =>
				(own) => {
					const running = Object.assign(own.execution({ isStrict: !isLenient(statement) }), { fence });
					return runDefinition(
						statement as Parameters<typeof runDefinition>[0],
						running,
						withPrivilegeChecks(own.planning(), kind === "create-view" ? "ANY" : undefined),
					);
				};
			const sweeping =
				(take: TakeOutcome): TakeOutcome =>
				(outcome) => {
					conversation.server.sweepSoon();
					conversation.temporary.discard();
					if (outcome.kind === "ok" && outcome.database === null) {
						conversation.facts.database = null;
					}
					return take(outcome);
				};
			const defined = this.#frame.readSchema((schema) =>
				definedNames(statement as Parameters<typeof runDefinition>[0], conversation.facts.database, schema),
			);
			const run = (names: DefinedNames): MaybePromise<void> =>
				failingLate(take, (taken) =>
					conversation.tables.define(names, () =>
						after(this.#frame.openRead(statement), () =>
							attempt(
								() => this.#alone(firstDefinition, parameters, sweeping(taken), define()),
								(failure) => this.#behindFence(failure, define, sweeping(taken)),
							),
						),
					),
				);
			return after(
				after(conversation.transaction.commit(), () => defined),
				run,
			);
		}
		if (isReadyKind(kind)) {
			return after(runReady(statement as Parameters<typeof runReady>[0], conversation), take);
		}
		if (isEvaluatingKind(kind)) {
			return after(this.#frame.openRead(statement), () =>
				this.#evaluating(parameters, take, (execution, planning) =>
					runEvaluating(statement as Parameters<typeof runEvaluating>[0], conversation, {
						execution,
						planning: withPrivilegeChecks(planning),
					}),
				),
			);
		}
		if (kind === "explain-rules") {
			return after(explainRules(text, parameters, this.#frame), take);
		}
		return refuseKind(kind);
	}

	/** Definitions that know nothing of each other, in one commit. */
	defineAll(statements: readonly Statement[]): MaybePromise<void> {
		const begin: BeginOwn = (own) => {
			const planning = own.planning();
			return after(
				sequentially(statements, (each) =>
					after(
						runDefinition(each as Parameters<typeof runDefinition>[0], own.execution({ isStrict: true }), planning),
						() => undefined,
					),
				),
				() => done(),
			);
		};
		return this.#alone(firstDefinition, [], () => undefined, begin);
	}

	/** CREATE and DROP TEMPORARY TABLE commit nothing: they are part of the open transaction, as far as rows go. */
	#runTemporary(
		statement: TemporaryStatement,
		parameters: readonly TypedValue[],
		take: TakeOutcome,
	): MaybePromise<void> {
		const { transaction, temporary } = this.#frame.conversation;
		if (transaction.isOpen) {
			const planOf = (schema: Schema): StatementPlan => {
				const planning = withPrivilegeChecks(this.#frame.planning(schema, parameters));
				return {
					columns: [],
					isWrite: true,
					isStrict: !isLenient(statement),
					written: [],
					tables: [],
					isSelfContained: true,
					needs: [],
					run: (execution) => runDefinition(statement, execution, planning),
				};
			};
			return this.#within({
				open: () => transaction.forStatement(true),
				planOf,
				parameters,
				take,
				begunMs: Date.now(),
			});
		}
		const begin: BeginOwn = (own) =>
			runDefinition(statement, own.execution({ isStrict: !isLenient(statement) }), withPrivilegeChecks(own.planning()));
		return after(this.#alone(firstDefinition, parameters, take, begin), () => temporary.discard());
	}

	/**
	 * Runs a definition that works on all rows of a table again, with a fence around the table: see `exec/write/ddl-write-barrier.ts`.
	 */
	async #behindFence(failure: unknown, define: (fence: Fence) => BeginOwn, take: TakeOutcome): Promise<void> {
		let needed = failure;
		// Another table may have taken the name before the fence stood.
		for (let tries = 0; needed instanceof BarrierNeeded && tries < maximumTries; tries++) {
			needed = await this.#fenced(needed.tableId, define, take);
		}
		if (needed !== undefined) {
			throw needed instanceof BarrierNeeded ? sqlError("deadlock") : needed;
		}
	}

	/** Answers with the failure, if there is one. */
	async #fenced(tableId: number, define: (fence: Fence) => BeginOwn, take: TakeOutcome): Promise<unknown> {
		const fence = makeBarrier();
		const alone = async (begin: BeginOwn, taken: TakeOutcome): Promise<void> => {
			this.#frame.forgetWarnings();
			await this.#alone(firstDefinition, [], taken, begin);
		};
		const fenceStep =
			(change: typeof raiseBarrier): BeginOwn =>
			(own) =>
				after(change(tableId, fence, own.execution()), () => done());
		await alone(fenceStep(raiseBarrier), () => undefined);
		try {
			await alone(define(fence), take);
		} catch (failed) {
			await this.#alone(firstDefinition, [], () => undefined, fenceStep(lowerBarrier));
			return failed;
		}
		return undefined;
	}

	#runData(text: StatementText, parameters: readonly TypedValue[], take: TakeOutcome): MaybePromise<void> {
		const { conversation } = this.#frame;
		const { transaction } = conversation;
		if (!transaction.isOpen && !conversation.settings().autocommit) {
			transaction.begin(conversation.nextTransaction());
		}
		const constant = this.#frame.constantPlan(text, parameters);
		if (constant !== undefined) {
			if (!transaction.isOpen) {
				conversation.nextTransaction();
			}
			return after(constant.run(this.#frame.constantExecution(parameters)), take);
		}
		if (transaction.isOpen) {
			const isNewest = isLocking(
				text.parsed.statement,
				transaction.kind.isolation === "SERIALIZABLE" ? "always" : "never",
			);
			const planOf = (schema: Schema): StatementPlan => this.#frame.planFor(text, schema, parameters);
			return this.#within({ open: () => transaction.forStatement(isNewest), planOf, parameters, take, begunMs: 0 });
		}
		// SET TRANSACTION was for this statement, which is a transaction of its own.
		const isReadOnly = conversation.nextTransaction().readOnly;
		const { tables } = conversation;
		const begin = (own: AutocommitStatement): MaybePromise<StatementResult> => this.#beginData(own, text, isReadOnly);
		return tables.isGuarded
			? lastly(
					() => this.#alone(firstTry, parameters, take, begin),
					() => tables.end(),
				)
			: this.#alone(firstTry, parameters, take, begin);
	}

	#beginData(own: AutocommitStatement, text: StatementText, isReadOnly: boolean): MaybePromise<StatementResult> {
		const { conversation } = this.#frame;
		const { tables } = conversation;
		const plan = this.#frame.planFor(text, own.schema, own.parameters);
		if (plan.isWrite) {
			refuseWrite(plan.written, isReadOnly, conversation);
		}
		own.plan = plan;
		const turn = tables.isGuarded ? tables.use(plan, true) : undefined;
		if (turn !== undefined) {
			return afterTurn(turn);
		}
		const running = own.execution(plan);
		return tables.isShared
			? tables.passOthers(plan, own.transaction, () => plan.run(running), afterTurn)
			: plan.run(running);
	}

	/** In the open transaction: a failure undoes the statement, not the transaction. */
	#within(step: WithinStep): MaybePromise<void> {
		const { open, planOf, parameters, take } = step;
		const { conversation } = this.#frame;
		const { temporary } = conversation;
		const tables = temporary.state;
		const transaction = open();
		return after(
			after(transaction.settleMuch(), () => this.#frame.schemaAt(transaction)),
			(schema) => {
				const plan = planOf(schema);
				if (plan.isWrite) {
					refuseWrite(plan.written, conversation.transaction.isReadOnly, conversation);
					refuseTooLarge(transaction, this.#frame.conversation.server.globals);
				}
				const savepoint = plan.isWrite ? transaction.savepoint() : undefined;
				return attempt(
					() => {
						const turn = conversation.tables.use(plan, false);
						if (turn !== undefined) {
							return afterTurn(turn);
						}
						const go = (): MaybePromise<void> =>
							after(plan.run(this.#frame.execution(transaction, schema, parameters, plan)), take);
						return conversation.tables.isShared
							? conversation.tables.passOthers(plan, transaction, go, afterTurn)
							: go();
					},
					(failure) => {
						if (losesTransaction(failure, conversation.server.globals)) {
							conversation.transaction.rollback();
						} else if (savepoint !== undefined && !transaction.isFinished) {
							transaction.rollbackTo(savepoint);
						}
						temporary.state = tables;
						if (failure instanceof TurnCame || failure instanceof StaleStatement) {
							this.#frame.forgetWarnings();
							return this.#within(step);
						}
						const begunMs = step.begunMs || Date.now();
						if (failure instanceof TableBarred && Date.now() - begunMs < longestWaitMs) {
							return delay(fenceWaitMs).then(() => this.#within({ ...step, begunMs }));
						}
						throw failure;
					},
				);
			},
		);
	}

	#alone(turn: Try, parameters: readonly TypedValue[], take: TakeOutcome, begin: BeginOwn): MaybePromise<void> {
		return new AutocommitStatement(this.#frame, turn, parameters, take, begin).run();
	}

	#evaluating(
		parameters: readonly TypedValue[],
		take: TakeOutcome,
		run: (execution: Execution, planning: Planning) => MaybePromise<StatementResult>,
	): MaybePromise<void> {
		const state = this.#frame.conversation.transaction;
		const open = state.current;
		const transaction = open ?? state.single();
		const end = (): void => {
			if (open === null) {
				transaction.rollback();
			}
		};
		return attempt(
			() =>
				after(this.#frame.schemaAt(transaction), (schema) => {
					const execution = this.#frame.execution(transaction, schema, parameters);
					return after(run(execution, this.#frame.planning(schema, parameters)), (outcome) => {
						end();
						return take(outcome);
					});
				}),
			(failure) => {
				end();
				throw failure;
			},
		);
	}
}

/** A statement within a transaction. */
interface WithinStep {
	/** The transaction, as the statement is to see it. */
	open(): Transaction;
	planOf(schema: Schema): StatementPlan;
	readonly parameters: readonly TypedValue[];
	readonly take: TakeOutcome;
	/** When it began to wait for another server's definition; 0: it doesn't. */
	readonly begunMs: number;
}

/** What could not be done besides is told of once the rest is done. */
function failingLate(take: TakeOutcome, run: (take: TakeOutcome) => MaybePromise<void>): MaybePromise<void> {
	let late: SqlError | undefined;
	const ran = run((outcome) => {
		late = outcome.kind === "ok" ? outcome.failure : undefined;
		return late === undefined ? take(outcome) : undefined;
	});
	return after(ran, () => {
		if (late !== undefined) {
			throw late;
		}
	});
}

/** CREATE TABLE ... IGNORE SELECT takes values as they fit. */
function isLenient(statement: Statement): boolean {
	return statement.kind === "create-table" && statement.onDuplicate === "ignore";
}

type TemporaryStatement = CreateTable | DropTable;

function isTemporary(statement: Statement): statement is TemporaryStatement {
	return (statement.kind === "create-table" || statement.kind === "drop-table") && statement.temporary;
}
