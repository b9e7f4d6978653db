/**
 * Guests: kernels with the rules of a former release on the store of a stage, which let a broken statement through.
 *
 * What follows a broken statement then meets the data that it would have met, and is judged for itself. Names and ids
 * stay those of the stage's own release: objects are marked as its own.
 */
import type { WorkloadStatement } from "../workload/statement.ts";
import { differingHooks } from "../compare/book-part.ts";
import { Stage, type StageConditions } from "./stage.ts";
import type { StopRules } from "./stop.ts";
import type { Moment } from "./trial.ts";

/** Hooks that say who made an object or a row, and not whether a statement works. */
const ownHooks: readonly string[] = ["identity", "id-allocation"];

export class Guests {
	readonly #stage: Stage;
	readonly #conditions: StageConditions;
	/** By release. */
	readonly #stages = new Map<string, Stage>();
	/** Sessions that a guest has until their transaction ends, by name. */
	readonly #held = new Map<string, Stage>();

	constructor(stage: Stage, conditions: StageConditions) {
		this.#stage = stage;
		this.#conditions = conditions;
	}

	/** Broken statements that run when their transaction has been committed, by session. */
	readonly #deferred = new Map<string, { readonly statement: WorkloadStatement; readonly good: StopRules }[]>();

	/** The stage that runs a session's statements: a guest, while a transaction that was let through is open. */
	runnerOf(session: string): Stage {
		return this.#held.get(session) ?? this.#stage;
	}

	/**
	 * Runs a broken statement under the rules of the release where it worked last; inside a transaction the whole
	 * transaction, and its rest until it ends.
	 *
	 * @param moment - what the statement met
	 * @param isContended - others wait for locks: a transaction that holds some goes on as it is, and the statement runs
	 *   when it has been committed
	 */
	async letThrough(
		statement: WorkloadStatement,
		good: StopRules,
		isContended: boolean,
		moment?: Moment,
	): Promise<void> {
		const name = statement.session;
		if (this.#held.has(name)) {
			return;
		}
		const own = await this.#stage.session(name);
		const { transaction } = own;
		if (isContended && transaction.length > 0) {
			this.#deferred.set(name, [...(this.#deferred.get(name) ?? []), { statement, good }]);
			return;
		}
		// A procedure that has failed in its middle would do the first part twice.
		if (/^\s*(call|execute)\b/i.test(statement.text) && moment !== undefined && !isContended) {
			await this.#undo(moment);
		}
		if (moment !== undefined && !isContended) {
			this.#stage.takeIdsBack(own, moment.state);
		}
		await this.#runAsGuest(statement, good);
	}

	/** Unless others are in transactions, which would be lost. */
	async #undo({ state }: Moment): Promise<void> {
		if (this.#held.size === 0 && this.#stage.canGoBack()) {
			for (const guest of this.#stages.values()) {
				await guest.end();
			}
			this.#stages.clear();
			await this.#stage.goBack(state);
		}
	}

	async #runAsGuest(statement: WorkloadStatement, good: StopRules): Promise<void> {
		const name = statement.session;
		const own = await this.#stage.session(name);
		const guest = await this.#guestOf(good);
		await guest.quit(name);
		const { session } = await guest.session(name);
		const { tableLocks } = own;
		const transaction = [...own.transaction];
		if (transaction.length > 0) {
			await this.#stage.runAlone({ session: name, text: "rollback" });
		}
		if (tableLocks !== undefined) {
			await this.#stage.runAlone({ session: name, text: "unlock tables" });
		}
		for (const text of [...own.setup.values(), ...transaction]) {
			await guest.runAlone({ session: name, text });
		}
		await guest.runAlone(statement);
		if (tableLocks !== undefined) {
			await this.#stage.runAlone({ session: name, text: tableLocks });
		}
		if (session.status().inTransaction) {
			this.#held.set(name, guest);
		} else {
			await guest.quit(name);
		}
	}

	/** To be called after each statement of a session: a guest leaves when the transaction has ended. */
	async settle({ session: name, text }: WorkloadStatement): Promise<void> {
		const deferred = this.#deferred.get(name);
		if (deferred !== undefined && !(await this.#stage.session(name)).session.status().inTransaction) {
			this.#deferred.delete(name);
			for (const { statement, good } of /^\s*rollback\b/i.test(text) ? [] : deferred) {
				await this.#runAsGuest(statement, good);
			}
		}
		const guest = this.#held.get(name);
		const visiting = await guest?.session(name);
		if (guest !== undefined && visiting?.session.status().inTransaction === false) {
			this.#held.delete(name);
			await guest.quit(name);
			const own = await this.#stage.session(name);
			for (const [setting, text] of visiting.setup) {
				if (own.setup.get(setting) !== text) {
					await this.#stage.runAlone({ session: name, text });
				}
			}
		}
	}

	async quit(name: string): Promise<void> {
		await this.#held.get(name)?.quit(name);
		this.#held.delete(name);
	}

	async end(): Promise<void> {
		for (const stage of this.#stages.values()) {
			await stage.end();
		}
	}

	async #guestOf(good: StopRules): Promise<Stage> {
		let guest = this.#stages.get(good.release);
		if (guest === undefined) {
			const own = this.#stage.rules;
			const hooks = differingHooks(good.book, own.book).filter((hook) => !ownHooks.includes(hook));
			const book = hooks.reduce((mixed, hook) => mixed.mix(hook, good.book), own.book);
			guest = await Stage.open(this.#stage.store, { ...own, book }, this.#conditions);
			guest.giveIdsOf(this.#stage);
			this.#stages.set(good.release, guest);
		}
		return guest;
	}
}
