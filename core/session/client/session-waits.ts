/**
 * Waits of a session: for time (SLEEP()), for named locks (GET_LOCK() and related functions), and for its client.
 *
 * KILL interrupts a wait. The end of the session releases the locks; the end of a transaction does not.
 */
import { clearTimeout, nowMs, setTimeout } from "../../async/timers.ts";
import { SqlError, catalogue, sqlError } from "../../errors/catalogue.ts";
import type { Agent, Wait } from "../../store/lock/agent.ts";
import { Holding } from "../../store/lock/holding.ts";
import type { LockTable } from "../../store/lock/lock-table.ts";
import type { SessionWaits } from "../../types/evaluation/evaluation.ts";
import type { ByteString, Integer } from "../../types/value/value.ts";
import type { SharedNames } from "../locks/shared-name.ts";

/** Polling interval for a name that another process holds. */
const lookAgainSeconds = 0.02;
const [timeoutCode] = catalogue.lockWaitTimeout;

export class WaitsOfSession implements SessionWaits {
	readonly #locks: LockTable;
	/** Locks of other processes' sessions. */
	readonly #names: SharedNames;
	readonly #holding: Holding;
	readonly #throwIfKilled: () => void;
	/** Recursion count of each lock: it must be released as often as it was taken. */
	readonly #counts = new Map<ByteString, number>();

	/** `throwIfKilled`: of the running statement. */
	constructor(locks: LockTable, agent: Agent, names: SharedNames, throwIfKilled: () => void) {
		this.#throwIfKilled = throwIfKilled;
		this.#names = names;
		this.#locks = locks;
		this.#holding = new Holding(agent);
	}

	sleep(seconds: number, state = "User sleep"): Promise<boolean> {
		const { agent } = this.#holding;
		return new Promise((resolve) => {
			const end = (isOver: boolean): void => {
				clearTimeout(timer);
				agent.waiting = undefined;
				resolve(isOver);
			};
			const timer = setTimeout(() => end(true), seconds * 1000);
			agent.waiting = new LocklessWait(this.#holding, state, () => end(false));
		});
	}

	async forClient<T>(arrival: Promise<T>, state: string): Promise<T> {
		this.#throwIfKilled();
		const { agent } = this.#holding;
		const killed = new Promise<never>((_, reject) => {
			agent.waiting = new LocklessWait(this.#holding, state, reject);
		});
		try {
			return await Promise.race([arrival, killed]);
		} finally {
			agent.waiting = undefined;
		}
	}

	async takeLock(name: ByteString, seconds: number): Promise<boolean> {
		const { agent } = this.#holding;
		agent.namePatienceMs = seconds < 0 ? Number.POSITIVE_INFINITY : seconds * 1000;
		const endMs = nowMs() + agent.namePatienceMs;
		try {
			await this.#locks.claim(this.#holding, name, "exclusive");
		} catch (failure) {
			if (failure instanceof SqlError && failure.code === timeoutCode) {
				return false;
			}
			throw failure;
		}
		const count = this.#counts.get(name) ?? 0;
		if (count === 0 && !(await this.#takeFromOthers(name, endMs))) {
			return false;
		}
		this.#counts.set(name, count + 1);
		return true;
	}

	/** Claims a name from other processes, after it was granted in this one. False: timed out. */
	async #takeFromOthers(name: ByteString, endMs: number): Promise<boolean> {
		let isTaken = false;
		try {
			for (;;) {
				isTaken = await this.#names.claim(name, this.#holding.agent.id);
				if (isTaken || nowMs() >= endMs) {
					return isTaken;
				}
				if (!(await this.sleep(lookAgainSeconds, "User lock"))) {
					throw sqlError("queryInterrupted");
				}
			}
		} finally {
			if (!isTaken) {
				this.#locks.releaseKey(this.#holding, name);
			}
		}
	}

	releaseLock(name: ByteString): Integer | null {
		const count = this.#counts.get(name);
		if (count === undefined) {
			return this.holderOf(name) === null ? null : 0;
		}
		if (count > 1) {
			this.#counts.set(name, count - 1);
		} else {
			this.#counts.delete(name);
			this.#names.release([name]);
			this.#locks.releaseKey(this.#holding, name);
		}
		return 1;
	}

	releaseLocks(): number {
		if (this.#holding.isEmpty) {
			return 0;
		}
		const count = [...this.#counts.values()].reduce((sum, each) => sum + each, 0);
		this.#names.release(this.#counts.keys());
		this.#counts.clear();
		this.#locks.release(this.#holding);
		return count;
	}

	holderOf(name: ByteString): number | null {
		return this.#locks.holdersOf(name)[0]?.holding.agent.id ?? this.#names.holderOf(name);
	}
}

/** A wait that no other session keeps up. */
class LocklessWait implements Wait {
	readonly holding: Holding;
	readonly state: string;
	readonly about = "sleep";
	readonly sinceMs = nowMs();
	readonly fail: (failure: Error) => void;

	constructor(holding: Holding, state: string, fail: (failure: Error) => void) {
		this.holding = holding;
		this.state = state;
		this.fail = fail;
	}

	/** It is in no circle of waits. */
	sacrifice(): void {}

	blockers(): Iterable<Holding> {
		return [];
	}
}
