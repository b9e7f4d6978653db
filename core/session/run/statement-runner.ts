/**
 * Runs a statement in its transaction: the open one, an autocommit one, or none.
 *
 * | statement                  | transaction                                                                |
 * |----------------------------|----------------------------------------------------------------------------|
 * | reads or writes rows       | the open one, rolled back to a savepoint on failure; or autocommit, retried |
 * |                            | after a conflict                                                           |
 * | data definition            | the open one is committed, then one of its own                             |
 * | about the session          | none, or one of its own to evaluate expressions in                         |
 */
import { nowMs } from "../../async/timers.ts";
import type { Schema } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { findRoutine, type Routine } from "../../catalog/program.ts";
import { after, attempt, lastly, type MaybePromise } from "../../async/maybe-promise.ts";
import type { Execution } from "../../exec/execution.ts";
import { done, type StatementResult } from "../../exec/statement-result.ts";
import { withPrivilegeChecks } from "../../plan/query/privilege-check.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import type { CallProcedure } from "../../sql/tree/session.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { CreateTable, DropTable } from "../../sql/tree/table.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { isDefinitionKind } from "../kinds/definition-kind.ts";
import { runDefinition } from "../statements/definition-statement.ts";
import { explainRules } from "../decide/explain-rules.ts";
import { checkStatement, isStatementChecked, lastingWarnings } from "../decide/statement-question.ts";
import {
	afterTurn,
	type BeginOwn,
	mayOthersLock,
	firstTries,
	AutocommitStatement,
	type TakeOutcome,
	type Try,
} from "./autocommit-statement.ts";
import { isEvaluatingKind, isReadyKind, refuseKind, runEvaluating, runReady } from "../statements/session-statement.ts";
import { isLocking } from "../kinds/data-kind.ts";
import { evaluateEach } from "../data-statements/evaluate.ts";
import type { StatementPlan } from "../data-statements/statement-plan.ts";
import { refuseInBranch } from "../xa/branch.ts";
import { deliver } from "../api/result-delivery.ts";
import {
	type DefinitionStatement,
	DefinitionRunner,
	failingLate,
	isLenient,
	planDefinition,
} from "./definition-runner.ts";
import type { StatementContext } from "./statement-context.ts";
import type { StatementFrame } from "./statement-frame.ts";
import type { StatementText } from "../plan-cache/statement-text.ts";
import { runInTransaction } from "./transaction-statement.ts";
import { turnToRun } from "../server/exchange.ts";
import { refuseChange, refuseExclusive, refuseInReadOnly, refuseWrite } from "../server/server-mode.ts";
import { loggingRights } from "./logged-rights.ts";
import { runWithin } from "./statement-within.ts";

export class StatementRunner {
	readonly #frame: StatementFrame;
	readonly #definitions: DefinitionRunner;
	/** A rule judges statements. */
	readonly #isChecked: boolean;

	constructor(frame: StatementFrame) {
		this.#frame = frame;
		this.#definitions = new DefinitionRunner(frame);
		const { isInternal, server } = frame.conversation;
		this.#isChecked = !isInternal && isStatementChecked(server.book);
	}

	run(context: StatementContext): MaybePromise<void> {
		const { exchange, store } = this.#frame.conversation.server;
		const turn = (exchange ?? store.ready) ? turnToRun(this.#frame.conversation) : undefined;
		return turn?.then(() => this.#runNow(context)) ?? this.#runNow(context);
	}

	#runNow(context: StatementContext): MaybePromise<void> {
		const { text, parameters } = context;
		const { statement } = text.parsed;
		const { transaction } = this.#frame.conversation;
		if (transaction.branch !== undefined) {
			refuseInBranch(statement, transaction.branch, transaction);
		}
		this.#frame.admitText(text.parsed);
		const take: TakeOutcome = (outcome) => deliver(outcome, context);
		if (text.isData) {
			if (this.#isChecked) {
				this.#check(statement);
			}
			return text.isPlannedInTurns
				? this.#frame.withPlanMemory(() => this.#runData(context, take))
				: this.#runData(context, take);
		}
		return statement.kind === "call-procedure"
			? this.#call(statement, context, take)
			: this.#admitOther(text, parameters, take);
	}

	/** Within the statement whose stored function or trigger holds it. */
	runWithin(context: StatementContext, around: Execution): MaybePromise<void> {
		const { statement } = context.text.parsed;
		this.#check(statement);
		const routine = statement.kind === "call-procedure" ? this.#procedure(statement, around.schema) : undefined;
		if (statement.kind !== "call-procedure" || routine === undefined) {
			return runWithin(context, around, this.#frame);
		}
		const planning = this.#frame.planning(around.schema, context.parameters);
		const execution = this.#frame.execution(around.transaction, around.schema, context.parameters);
		return after(evaluateEach(statement.arguments, planning, execution), (given) =>
			after(
				this.#frame.conversation.programs.callProcedure(routine, statement, given, context.sink, around),
				(outcome) => deliver(outcome, context),
			),
		);
	}

	/** CALL: of a stored procedure, or else of one of the schema sys. */
	#call(statement: CallProcedure, context: StatementContext, take: TakeOutcome): MaybePromise<void> {
		const found = this.#frame.readSchema((schema) => this.#procedure(statement, schema));
		return after(found, (routine) => {
			if (routine === undefined) {
				return this.#admitOther(context.text, context.parameters, take);
			}
			this.#check(statement);
			let given: readonly TypedValue[] = [];
			const evaluated = this.#evaluating(
				context.parameters,
				() => undefined,
				(execution, planning) =>
					after(evaluateEach(statement.arguments, withPrivilegeChecks(planning), execution), (values) => {
						given = values;
						return done();
					}),
			);
			return after(evaluated, () =>
				after(this.#frame.conversation.programs.callProcedure(routine, statement, given, context.sink), take),
			);
		});
	}

	#procedure({ name }: CallProcedure, schema: Schema): Routine | undefined {
		const database = name.database ?? this.#frame.conversation.facts.database;
		return database === null ? undefined : findRoutine(schema, "procedure", database, name.name);
	}

	#check(statement: Statement): void {
		const { conversation } = this.#frame;
		if (this.#isChecked) {
			checkStatement(statement, conversation, conversation.server.book, lastingWarnings(conversation));
		}
	}

	#admitOther(text: StatementText, parameters: readonly TypedValue[], take: TakeOutcome): MaybePromise<void> {
		const { statement } = text.parsed;
		return after(this.#frame.admitStatement(statement), () => {
			const { conversation } = this.#frame;
			if (conversation.server.globals.isReadOnly) {
				refuseChange(statement, conversation);
			}
			this.#check(statement);
			return this.#runOther(text, parameters, take);
		});
	}

	defineAll(statements: readonly Statement[]): MaybePromise<void> {
		return this.#definitions.runAll(statements);
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
			return this.#definitions.run(statement as DefinitionStatement, parameters, take);
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

	/** CREATE and DROP TEMPORARY TABLE do not commit: their rows belong to the open transaction. */
	#runTemporary(
		statement: TemporaryStatement,
		parameters: readonly TypedValue[],
		take: TakeOutcome,
	): MaybePromise<void> {
		const { transaction, temporary } = this.#frame.conversation;
		refuseInReadOnly(this.#frame.conversation);
		if (transaction.isOpen) {
			const planOf = (schema: Schema): StatementPlan =>
				planDefinition(statement, withPrivilegeChecks(this.#frame.planning(schema, parameters)));
			return runInTransaction(
				{ open: () => transaction.forStatement(true), planOf, parameters, take, begunMs: nowMs() },
				this.#frame,
			);
		}
		const begin: BeginOwn = (own) =>
			runDefinition(statement, own.execution({ isStrict: !isLenient(statement) }), withPrivilegeChecks(own.planning()));
		return after(this.#alone(firstTries.definition, parameters, take, begin), () => temporary.discard());
	}

	#runData(context: StatementContext, take: TakeOutcome): MaybePromise<void> {
		const { text, parameters, settings } = context;
		const { conversation } = this.#frame;
		const { transaction, tables } = conversation;
		if (!transaction.isOpen && !settings.autocommit) {
			transaction.begin(transaction.takeNext(settings.transaction));
		}
		const constant = text.hasConstantPlan ? this.#frame.constantPlan(context) : undefined;
		if (constant !== undefined) {
			if (!transaction.isOpen) {
				transaction.takeNext(settings.transaction);
			}
			return after(constant.run(this.#frame.constantExecution(parameters, settings, constant)), take);
		}
		if (transaction.isOpen) {
			if (transaction.isReadOnly) {
				refuseExclusive(text.parsed.statement);
			}
			const isNewest = isLocking(
				text.parsed.statement,
				transaction.kind.isolation === "SERIALIZABLE" ? "always" : "never",
			);
			const planOf = (schema: Schema): MaybePromise<StatementPlan> => this.#frame.planOf(context, schema);
			return runInTransaction(
				{ open: () => transaction.forStatement(isNewest), planOf, parameters, take, begunMs: 0 },
				this.#frame,
			);
		}
		// SET TRANSACTION applies to this autocommit statement.
		const isReadOnly = transaction.takeNext(settings.transaction).readOnly;
		if (isReadOnly) {
			refuseExclusive(text.parsed.statement);
		}
		const run: BeginOwn = (own) => {
			const planned = this.#frame.planOf(context, own.schema);
			return planned instanceof Promise
				? planned.then((plan) => this.#beginData(own, context, plan, isReadOnly))
				: this.#beginData(own, context, planned, isReadOnly);
		};
		const begin = conversation.isInternal && text.isWrite ? loggingRights(run) : run;
		const first = text.isWrite ? firstTries.change : firstTries.query;
		const statement = new AutocommitStatement(this.#frame, first, parameters, take, begin);
		return tables.guards.count > 0
			? lastly(
					() => statement.run(),
					() => tables.end(),
				)
			: statement.run();
	}

	#beginData(
		own: AutocommitStatement,
		context: StatementContext,
		plan: StatementPlan,
		isReadOnly: boolean,
	): MaybePromise<StatementResult> {
		const { conversation } = this.#frame;
		const { tables } = conversation;
		if (plan.isWrite) {
			refuseWrite(plan.written, isReadOnly, conversation);
		}
		own.plan = plan;
		const turn = tables.guards.count > 0 ? tables.use(plan, true) : undefined;
		if (turn !== undefined) {
			return afterTurn(turn);
		}
		const running = this.#frame.execution(own.transaction, own.schema, context.parameters, plan, context.settings);
		return mayOthersLock(conversation.server)
			? tables.passOthers(plan, own.transaction, () => plan.run(running), afterTurn)
			: plan.run(running);
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
		/** Stored functions may have written. */
		const finish = (): MaybePromise<void> => {
			if (open !== null || transaction.isEmpty) {
				return end();
			}
			return after(transaction.commit(), ({ done: isDone }) => {
				if (!isDone) {
					throw sqlError("deadlock");
				}
			});
		};
		return attempt(
			() =>
				after(this.#frame.schemaAt(transaction), (schema) => {
					const execution = this.#frame.execution(transaction, schema, parameters);
					return after(run(execution, this.#frame.planning(schema, parameters)), (outcome) =>
						after(finish(), () => take(outcome)),
					);
				}),
			(failure) => {
				end();
				throw failure;
			},
		);
	}
}

type TemporaryStatement = CreateTable | DropTable;

function isTemporary(statement: Statement): statement is TemporaryStatement {
	return (statement.kind === "create-table" || statement.kind === "drop-table") && statement.temporary;
}
