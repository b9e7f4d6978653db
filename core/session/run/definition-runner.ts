/**
 * Runs data definition statements: commits the open transaction, locks the names, and runs in a transaction of its
 * own.
 *
 * A definition that rewrites all rows of a table runs again behind a write barrier around it
 * (`exec/write/ddl-write-barrier.ts`).
 */
import type { Fence } from "../../catalog/record.ts";
import { type SqlError, sqlError } from "../../errors/catalogue.ts";
import { after, attempt } from "../../async/maybe-promise.ts";
import { BarrierNeeded, lowerBarrier, makeBarrier, raiseBarrier } from "../../exec/write/ddl-write-barrier.ts";
import { done } from "../../exec/statement-result.ts";
import { withPrivilegeChecks } from "../../plan/query/privilege-check.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { sequentially } from "../../async/sequential.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { assertDatabase, definedNames, ownNames } from "../locks/defined-table.ts";
import type { DefinedNames } from "../locks/table-locks.ts";
import { refuseInReadOnly } from "../server/server-mode.ts";
import type { StatementPlan } from "../data-statements/statement-plan.ts";
import { runDefinition } from "../statements/definition-statement.ts";
import {
	AutocommitStatement,
	type BeginOwn,
	firstTries,
	maximumTries,
	type TakeOutcome,
	type Try,
} from "./autocommit-statement.ts";
import { noteUnknownDefiner } from "./definer-note.ts";
import type { StatementFrame } from "./statement-frame.ts";

export type DefinitionStatement = Parameters<typeof runDefinition>[0];

export class DefinitionRunner {
	readonly #frame: StatementFrame;

	constructor(frame: StatementFrame) {
		this.#frame = frame;
	}

	run(statement: DefinitionStatement, parameters: readonly TypedValue[], take: TakeOutcome): MaybePromise<void> {
		const { conversation } = this.#frame;
		assertDatabase(ownNames(statement), conversation.facts.database);
		refuseInReadOnly(conversation);
		const define =
			(fence?: Fence): BeginOwn =>
			(own) => {
				const running = Object.assign(own.execution({ isStrict: !isLenient(statement) }), { fence });
				return runDefinition(
					statement,
					running,
					withPrivilegeChecks(own.planning(), statement.kind === "create-view" ? "ANY" : undefined),
				);
			};
		const sweeping =
			(take: TakeOutcome): TakeOutcome =>
			(outcome) => {
				conversation.server.sweeper.soon();
				conversation.server.statements.budget.plans.add();
				conversation.temporary.discard();
				noteUnknownDefiner(statement, conversation);
				if (outcome.kind === "ok" && outcome.database === null) {
					conversation.facts.database = null;
				}
				return take(outcome);
			};
		const defined = this.#frame.readSchema((schema) => definedNames(statement, conversation.facts.database, schema));
		const run = (names: DefinedNames): MaybePromise<void> =>
			failingLate(take, (taken) =>
				conversation.tables.define(names, () =>
					after(this.#frame.openRead(statement), () =>
						attempt(
							() => this.#alone(firstTries.definition, parameters, sweeping(taken), define()),
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

	/** Runs independent definitions in one commit. */
	runAll(statements: readonly Statement[]): MaybePromise<void> {
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
		return this.#alone(firstTries.definition, [], () => undefined, begin);
	}

	/**
	 * Runs a definition that rewrites all rows of a table again, behind a write barrier on the table: see
	 * `exec/write/ddl-write-barrier.ts`.
	 */
	async #behindFence(failure: unknown, define: (fence: Fence) => BeginOwn, take: TakeOutcome): Promise<void> {
		let needed = failure;
		// Another table may have taken the name before the barrier was set.
		for (let tries = 0; needed instanceof BarrierNeeded && tries < maximumTries; tries++) {
			needed = await this.#fenced(needed.tableId, define, take);
		}
		if (needed !== undefined) {
			throw needed instanceof BarrierNeeded ? sqlError("deadlock") : needed;
		}
	}

	/** Returns the failure, if any. */
	async #fenced(tableId: number, define: (fence: Fence) => BeginOwn, take: TakeOutcome): Promise<unknown> {
		const fence = makeBarrier(this.#frame.conversation.server.store.members);
		const alone = async (begin: BeginOwn, taken: TakeOutcome): Promise<void> => {
			this.#frame.forgetWarnings();
			await this.#alone(firstTries.definition, [], taken, begin);
		};
		const fenceStep =
			(change: typeof raiseBarrier): BeginOwn =>
			(own) =>
				after(change(tableId, fence, own.execution()), () => done());
		await alone(fenceStep(raiseBarrier), () => undefined);
		try {
			await alone(define(fence), take);
		} catch (failed) {
			await this.#alone(firstTries.definition, [], () => undefined, fenceStep(lowerBarrier));
			return failed;
		}
		return undefined;
	}

	#alone(turn: Try, parameters: readonly TypedValue[], take: TakeOutcome, begin: BeginOwn): MaybePromise<void> {
		return new AutocommitStatement(this.#frame, turn, parameters, take, begin).run();
	}
}

/** Delivers the outcome; where an OK carries a failure, throws that instead once the rest is done. */
export function failingLate(take: TakeOutcome, run: (take: TakeOutcome) => MaybePromise<void>): MaybePromise<void> {
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

/** CREATE TABLE ... IGNORE SELECT adjusts invalid values. */
export function isLenient(statement: Statement): boolean {
	return statement.kind === "create-table" && statement.onDuplicate === "ignore";
}

/** The plan of a definition that does not commit: of a temporary table, in an open transaction. */
export function planDefinition(statement: DefinitionStatement, planning: Planning): StatementPlan {
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
}
