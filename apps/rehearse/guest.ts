/**
 * Guests: kernels with the rules of a former release on the store of a stage, their host, which let a broken statement
 * through, in its session's transaction.
 *
 * What follows a broken statement then meets the data that it would have met, and is judged for itself. Names and ids
 * stay those of the host's own release: objects are marked as its own.
 */
import { lendTransaction } from "../../core/index.ts";
import { differingHooks } from "../compare/book-part.ts";
import { type KeptStage, Stage, type StageConditions, type StageStatement } from "./stage.ts";
import { runsProgram } from "./statement/kind.ts";
import type { StopRules } from "./stop.ts";

/** Hooks that say who made an object or a row, and not whether a statement works. */
const ownHooks: readonly string[] = ["identity", "id-allocation"];

export class Guests {
	/** All that are on the store. */
	readonly #hosts: readonly Stage[];
	readonly #conditions: StageConditions;
	/** By the host, and the rules that they have beside its own. */
	readonly #stages = new Map<Stage, Map<StopRules, Stage>>();

	constructor(hosts: readonly Stage[], conditions: StageConditions) {
		this.#hosts = hosts;
		this.#conditions = conditions;
	}

	/**
	 * Runs a broken statement under the rules of the release where it worked last.
	 *
	 * @param met - what the statement met, as each host kept it, where no other one has run since
	 */
	async letThrough(host: Stage, statement: StageStatement, good: StopRules, met?: readonly KeptStage[]): Promise<void> {
		// A program that has failed in its middle would do the first part twice.
		if (runsProgram(statement.text)) {
			await this.#undo(host, statement.session, met);
		}
		const own = met?.[this.#hosts.indexOf(host)];
		if (own !== undefined) {
			host.takeIdsBack(own);
		}
		await this.run(host, statement, good);
	}

	/** Unless others are in transactions, which would be lost. */
	async #undo(host: Stage, session: string, met: readonly KeptStage[] | undefined): Promise<void> {
		const { transaction, isOfProgram } = await host.session(session);
		if (transaction.length > 0 || isOfProgram) {
			await host.undoProgram(session);
		} else if (met !== undefined && this.#hosts.every((each) => each.canGoBack())) {
			await this.end();
			this.#stages.clear();
			for (const [at, kept] of met.entries()) {
				await this.#hosts[at]?.goBack(kept);
			}
		}
	}

	/** Runs a statement of a session of a host under other rules. */
	async run(host: Stage, statement: StageStatement, rules: StopRules): Promise<void> {
		const name = statement.session;
		const own = await host.session(name);
		const guest = await this.#guestOf(host, rules);
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
		for (const stage of [...this.#stages.values()].flatMap((stages) => [...stages.values()])) {
			await stage.end();
		}
	}

	async #guestOf(host: Stage, good: StopRules): Promise<Stage> {
		const stages = this.#stages.get(host) ?? new Map<StopRules, Stage>();
		this.#stages.set(host, stages);
		let guest = stages.get(good);
		if (guest === undefined) {
			const own = host.rules;
			const hooks = differingHooks(good.book, own.book).filter((hook) => !ownHooks.includes(hook));
			const book = hooks.reduce((mixed, hook) => mixed.mix(hook, good.book), own.book);
			guest = await Stage.open(host.store, { ...own, book }, this.#conditions);
			guest.giveIdsOf(host);
			stages.set(good, guest);
		}
		return guest;
	}
}
