/**
 * What functions of a session wait for: time, and named locks.
 *
 * In: calls of SLEEP(), GET_LOCK() and their like. Out: answers, some of them later. KILL ends a wait, the end of the session gives the
 * locks back; a transaction's end does not. It refuses to know expressions.
 */
import { SqlError, catalogue } from "../errors.ts";
import type { Agent, Wait } from "../store/lock/agent.ts";
import { Holding } from "../store/lock/holding.ts";
import type { LockTable } from "../store/lock/lock-table.ts";
import type { SessionWaits } from "../types/evaluation.ts";
import type { ByteString, Integer } from "../types/value.ts";

const longestMs = 2 ** 31 - 1;
const [timeoutCode] = catalogue.lockWaitTimeout;

export class WaitsOfSession implements SessionWaits {
	readonly #locks: LockTable;
	readonly #holding: Holding;
	/** How often each lock was taken: it has to be released as often. */
	readonly #counts = new Map<ByteString, number>();

	constructor(locks: LockTable, agent: Agent) {
		this.#locks = locks;
		this.#holding = new Holding(agent);
	}

	sleep(seconds: number): Promise<boolean> {
		const { agent } = this.#holding;
		return new Promise((resolve) => {
			const end = (isOver: boolean): void => {
				clearTimeout(timer);
				agent.waiting = undefined;
				resolve(isOver);
			};
			const timer = setTimeout(() => end(true), Math.min(seconds * 1000, longestMs));
			agent.waiting = new Sleep(this.#holding, () => end(false));
		});
	}

	async takeLock(name: ByteString, seconds: number): Promise<boolean> {
		const { agent } = this.#holding;
		agent.namePatienceMs = seconds < 0 ? Number.POSITIVE_INFINITY : seconds * 1000;
		try {
			await this.#locks.claim(this.#holding, name, "exclusive");
		} catch (failure) {
			if (failure instanceof SqlError && failure.code === timeoutCode) {
				return false;
			}
			throw failure;
		}
		this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
		return true;
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
			this.#locks.releaseKey(this.#holding, name);
		}
		return 1;
	}

	releaseLocks(): number {
		const count = [...this.#counts.values()].reduce((sum, each) => sum + each, 0);
		this.#counts.clear();
		this.#locks.release(this.#holding);
		return count;
	}

	holderOf(name: ByteString): number | null {
		return this.#locks.holdersOf(name)[0]?.holding.agent.id ?? null;
	}
}

class Sleep implements Wait {
	readonly holding: Holding;
	readonly state = "User sleep";
	readonly about = "sleep";
	readonly sinceMs = Date.now();
	readonly fail: () => void;
	readonly sacrifice: () => void;

	constructor(holding: Holding, wake: () => void) {
		this.holding = holding;
		this.fail = wake;
		this.sacrifice = wake;
	}

	blockers(): Iterable<Holding> {
		return [];
	}
}
