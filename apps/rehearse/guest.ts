/**
 * Guests: kernels with the rules of a former release on the store of a stage, which let a broken statement through, in
 * its session's transaction.
 *
 * What follows a broken statement then meets the data that it would have met, and is judged for itself. Names and ids
 * stay those of the stage's own release: objects are marked as its own.
 */
import { lendTransaction } from "../../core/index.ts";
import { differingHooks } from "../compare/book-part.ts";
import { type KeptStage, Stage, type StageConditions, type StageStatement } from "./stage.ts";
import { runsProgram } from "./statement/kind.ts";
import type { StopRules } from "./stop.ts";

/** Hooks that say who made an object or a row, and not whether a statement works. */
const ownHooks: readonly string[] = ["identity", "id-allocation"];

export class Guests {
	readonly #stage: Stage;
	readonly #conditions: StageConditions;
	/** By the rules that they have beside the stage's own. */
	readonly #stages = new Map<StopRules, Stage>();

	constructor(stage: Stage, conditions: StageConditions) {
		this.#stage = stage;
		this.#conditions = conditions;
	}

	/**
	 * Runs a broken statement under the rules of the release where it worked last.
	 *
	 * @param met - what the statement met, where no other one has run since
	 */
	async letThrough(statement: StageStatement, good: StopRules, met?: KeptStage): Promise<void> {
		// A program that has failed in its middle would do the first part twice.
		if (runsProgram(statement.text)) {
			await this.#undo(statement.session, met);
		}
		if (met !== undefined) {
			this.#stage.takeIdsBack(met);
		}
		await this.run(statement, good);
	}

	/** Unless others are in transactions, which would be lost. */
	async #undo(session: string, met: KeptStage | undefined): Promise<void> {
		if ((await this.#stage.session(session)).transaction.length > 0) {
			await this.#stage.undoProgram(session);
		} else if (met !== undefined && this.#stage.canGoBack()) {
			await this.end();
			this.#stages.clear();
			await this.#stage.goBack(met);
		}
	}

	/** Runs a statement of a session of the stage under other rules. */
	async run(statement: StageStatement, rules: StopRules): Promise<void> {
		const name = statement.session;
		const own = await this.#stage.session(name);
		const guest = await this.#guestOf(rules);
		const staged = await guest.session(name);
		for (const text of own.setup.values()) {
			await guest.runAlone({ session: name, text });
		}
		await lendTransaction(own.session, staged.session, (lent) => guest.runAlone(statement, lent));
		await guest.quit(name);
		const steps = staged.transaction.map(({ text }) => ({ text, under: rules }));
		own.transaction = own.session.status().inTransaction ? [...own.transaction, ...steps] : [];
	}

	async end(): Promise<void> {
		for (const stage of this.#stages.values()) {
			await stage.end();
		}
	}

	async #guestOf(good: StopRules): Promise<Stage> {
		let guest = this.#stages.get(good);
		if (guest === undefined) {
			const own = this.#stage.rules;
			const hooks = differingHooks(good.book, own.book).filter((hook) => !ownHooks.includes(hook));
			const book = hooks.reduce((mixed, hook) => mixed.mix(hook, good.book), own.book);
			guest = await Stage.open(this.#stage.store, { ...own, book }, this.#conditions);
			guest.giveIdsOf(this.#stage);
			this.#stages.set(good, guest);
		}
		return guest;
	}
}
