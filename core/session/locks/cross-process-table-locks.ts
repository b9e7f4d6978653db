/**
 * Tables between a session and those of other processes: what they keep from it, and what it keeps from them.
 *
 * In: names of tables, statements that are about to run. Out: leave, or a wait; 1205 after `lock_wait_timeout`, 1317
 * for who is killed meanwhile.
 */
import { runningMs } from "../../async/clock.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Agent } from "../../store/lock/agent.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Transaction } from "../../store/transaction/transaction.ts";
import type { SessionWaits } from "../../types/evaluation/evaluation.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { SessionVariables } from "../client/session-variables.ts";
import type { NamedUse, SharedTableLocks, TableMode } from "./shared-table-lock.ts";

interface OthersParts {
	readonly locks: SharedTableLocks;
	readonly connectionId: number;
	/** For a moment. False: the session was killed. */
	pause(): Promise<boolean>;
	patienceMs(): number;
}

/** How long a session waits between two looks. */
const pauseSeconds = 0.02;

export function crossProcessTableLocks(
	locks: SharedTableLocks,
	agent: Agent,
	waits: SessionWaits,
	variables: SessionVariables,
): CrossProcessTableLocks {
	return new CrossProcessTableLocks({
		locks,
		connectionId: agent.id,
		pause: async () => {
			const beganMs = runningMs();
			const isOver = await waits.sleep(pauseSeconds, "Waiting for table metadata lock");
			agent.countWait(beganMs);
			return isOver;
		},
		patienceMs: () => variables.patienceMs("table"),
	});
}

export class CrossProcessTableLocks {
	readonly locks: SharedTableLocks;
	readonly #parts: OthersParts;
	/** What other processes know to be this session's. */
	readonly #claimed: ByteString[] = [];
	#sinceMs: number | undefined;

	constructor(parts: OthersParts) {
		this.locks = parts.locks;
		this.#parts = parts;
	}

	/** In the order of their names, so that two sessions don't wait for each other. */
	async claim(tables: Iterable<readonly [name: ByteString, mode: TableMode]>): Promise<void> {
		const { locks, connectionId } = this.#parts;
		for (const [name, mode] of tables) {
			while (!(await locks.claim(name, mode, connectionId))) {
				await this.wait();
			}
			this.#claimed.push(name);
			this.#sinceMs = undefined;
		}
	}

	release(): void {
		this.#parts.locks.release(this.#claimed.splice(0), this.#parts.connectionId);
	}

	/** Has a statement to wait? If not, and it writes, the transaction relies on that. */
	areKept(use: NamedUse, transaction?: Transaction): MaybePromise<boolean> {
		const kept = this.#parts.locks.areKept(use, transaction);
		const note = (isKept: boolean): boolean => {
			this.#sinceMs = isKept ? this.#sinceMs : undefined;
			return isKept;
		};
		return kept instanceof Promise ? kept.then(note) : note(kept);
	}

	/** Until nobody keeps any of these. */
	async free(names: readonly ByteString[]): Promise<void> {
		while (await this.areKept({ read: [], written: names })) {
			await this.wait();
		}
	}

	/** A moment, then it may be otherwise. */
	async wait(): Promise<void> {
		const { pause, patienceMs } = this.#parts;
		this.#sinceMs ??= Date.now();
		if (Date.now() - this.#sinceMs > patienceMs()) {
			this.#sinceMs = undefined;
			throw sqlError("lockWaitTimeout");
		}
		if (!(await pause())) {
			throw sqlError("queryInterrupted");
		}
	}
}
