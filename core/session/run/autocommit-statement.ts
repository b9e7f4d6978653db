/**
 * Autocommit statement: runs in a transaction of its own, and retries after a conflict or a wait.
 *
 * Rows are delivered before the transaction ends, an OK after the commit.
 *
 * Why it is an object: every write of one row passes here, so steps pass named fields on, and no closure is created
 * where the store is synchronous. Measured together with the look-up of the cached plan before a `Planning` is made:
 * 2 to 5 % of an UPDATE of one row.
 */
import { delay, nowMs } from "../../async/timers.ts";
import type { Schema } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Execution } from "../../exec/execution.ts";
import { TableBarred } from "../../exec/write/ddl-write-barrier.ts";
import { collectRows } from "../../exec/operators/collect-rows.ts";
import { answeredRows, type StatementResult } from "../../exec/statement-result.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { StaleStatement } from "../../store/read-states.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Commit } from "../../store/contract.ts";
import type { Transaction } from "../../store/transaction/transaction.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import type { Server } from "../server/server.ts";
import type { StatementFrame } from "./statement-frame.ts";
import type { TransactionState } from "./transaction-state.ts";
import type { StatementPlan } from "../data-statements/statement-plan.ts";

/** Timeout of the wait for a table behind another server's write barrier, and polling interval. */
export const longestWaitMs = 50000;
export const fenceWaitMs = 5;

/** Maximum of tries after conflicts, and of those that may read what is not durable yet. */
export const maximumTries = 100;
const triesAhead = 3;

export type TakeOutcome = (outcome: StatementResult) => MaybePromise<void>;

/** Number of tries, this one included. */
export interface Try {
	readonly tries: number;
	readonly kind: "query" | "change" | "definition";
}

export const firstTries: Readonly<Record<Try["kind"], Try>> = {
	query: { tries: 1, kind: "query" },
	change: { tries: 1, kind: "change" },
	definition: { tries: 1, kind: "definition" },
};

/** Starts a statement; sets `plan` where it has one. */
export type BeginOwn = (own: AutocommitStatement) => MaybePromise<StatementResult>;

/** Thrown after a lock wait: the statement starts again, since snapshot and schema may be out of date. */
export class TurnCame extends Error {
	override readonly name = "TurnCame";
}

export async function afterTurn(turn: Promise<void>): Promise<never> {
	await turn;
	throw new TurnCame("It is this statement's turn.");
}

/** Whether another process may hold table locks: one has written recently, or was seen to hold some. */
export function mayOthersLock({ store, sharedTables }: Server): boolean {
	return store.hasCompany === true || sharedTables.hasKept;
}

export class AutocommitStatement {
	readonly parameters: readonly TypedValue[];
	readonly transaction: Transaction;
	/** The schema of the transaction's snapshot. */
	schema!: Schema;
	plan: StatementPlan | undefined;
	readonly #frame: StatementFrame;
	readonly #turn: Try;
	readonly #take: TakeOutcome;
	readonly #begin: BeginOwn;
	/** Temporary tables before the statement, for the rollback. */
	readonly #tables: StatementFrame["conversation"]["temporary"]["state"];

	constructor(frame: StatementFrame, turn: Try, parameters: readonly TypedValue[], take: TakeOutcome, begin: BeginOwn) {
		const { transaction: state, temporary } = frame.conversation;
		this.#frame = frame;
		this.#turn = turn;
		this.parameters = parameters;
		this.#take = take;
		this.#begin = begin;
		this.transaction = turn === firstTries.query ? state.single() : this.#begun(state);
		this.#tables = temporary.state;
	}

	/** A retry takes locks, so that it cannot starve. Definitions have exclusive table locks already. */
	#begun(state: TransactionState): Transaction {
		const { tries, kind } = this.#turn;
		if (kind === "definition") {
			return state.defining();
		}
		const isAgain = tries > 1;
		return kind === "change" && tries <= triesAhead ? state.change(isAgain) : state.single(isAgain);
	}

	run(): MaybePromise<void> {
		try {
			const schema = this.#frame.schemaAt(this.transaction);
			if (schema instanceof Promise) {
				return schema.then((read) => this.#runWith(read)).catch((failure) => this.#failed(failure));
			}
			this.schema = schema;
			const outcome = this.#begin(this);
			const ran = outcome instanceof Promise ? outcome.then((came) => this.#end(came)) : this.#end(outcome);
			return ran instanceof Promise ? ran.catch((failure) => this.#failed(failure)) : ran;
		} catch (failure) {
			return this.#failed(failure);
		}
	}

	planning(): Planning {
		return this.#frame.planning(this.schema, this.parameters);
	}

	execution(given?: Parameters<StatementFrame["execution"]>[3]): Execution {
		return this.#frame.execution(this.transaction, this.schema, this.parameters, given);
	}

	#runWith(schema: Schema): MaybePromise<void> {
		this.schema = schema;
		const outcome = this.#begin(this);
		return outcome instanceof Promise ? outcome.then((came) => this.#end(came)) : this.#end(outcome);
	}

	#end(outcome: StatementResult): MaybePromise<void> {
		return this.plan?.callsPrograms === true && outcome.kind === "rows"
			? collectRows(outcome.source, this.execution()).then((rows) =>
					this.#endComplete(answeredRows(outcome.columns, [...rows])),
				)
			: this.#endComplete(outcome);
	}

	#endComplete(outcome: StatementResult): MaybePromise<void> {
		const { transaction, plan } = this;
		if (transaction.isEmpty) {
			// Changes alone read what is not durable yet.
			const landed = this.#turn.kind === "change" ? transaction.landed() : undefined;
			const taken = landed === undefined ? this.#take(outcome) : landed.then(() => this.#take(outcome));
			return taken instanceof Promise ? taken.then(() => transaction.rollback()) : transaction.rollback();
		}
		if (plan?.isSelfContained === false && !transaction.isHolding && !transaction.isAlone) {
			transaction.rollback();
			return this.#again();
		}
		const { tables: guarded } = this.#frame.conversation;
		const free = plan !== undefined && guarded.guards.count > 0 ? guarded.use(plan, true) : undefined;
		if (free !== undefined) {
			transaction.rollback();
			return free.then(() => this.#again()).finally(() => guarded.end());
		}
		const commit = transaction.commit();
		return commit instanceof Promise
			? commit.then((done) => this.#committed(done, outcome))
			: this.#committed(commit, outcome);
	}

	#committed(commit: Commit, outcome: StatementResult): MaybePromise<void> {
		if (!commit.done) {
			return this.#again();
		}
		const { server, facts } = this.#frame.conversation;
		server.log.debug?.({ connection: facts.connectionId, transaction: commit.transactionId }, "commit");
		return this.#take(outcome);
	}

	#failed(failure: unknown): MaybePromise<void> {
		this.transaction.rollback();
		this.#frame.conversation.temporary.state = this.#tables;
		if (failure instanceof TurnCame || failure instanceof StaleStatement) {
			return this.#anew(this.#turn);
		}
		if (failure instanceof TableBarred && nowMs() - failure.raisedMs < longestWaitMs) {
			return delay(fenceWaitMs).then(() => this.#anew(this.#turn));
		}
		const landed = this.transaction.landed();
		if (landed !== undefined) {
			return landed.then(() => {
				throw failure;
			});
		}
		throw failure;
	}

	#anew(turn: Try): MaybePromise<void> {
		this.#frame.forgetWarnings();
		return new AutocommitStatement(this.#frame, turn, this.parameters, this.#take, this.#begin).run();
	}

	/** Retries after a conflict. */
	async #again(): Promise<void> {
		const { tries, kind } = this.#turn;
		const { conversation } = this.#frame;
		conversation.temporary.state = this.#tables;
		if (tries >= maximumTries || this.plan?.runsOnce === true) {
			throw sqlError("deadlock");
		}
		const { server } = conversation;
		for (const table of this.plan?.written ?? []) {
			await (table.primaryKey === undefined ? server.rowIds.refresh(table) : undefined);
			await (table.autoIncrementColumn === undefined ? undefined : server.autoIncrement.refresh(table));
		}
		await this.#anew({ tries: tries + 1, kind });
	}
}
