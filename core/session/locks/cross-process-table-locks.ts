/**
 * A session's table locks towards other processes: waits for theirs, claims and releases its own.
 *
 * Error 1205 after `lock_wait_timeout`, 1317 for a session killed during the wait.
 */
import { yieldToEventLoop } from "../../async/event-loop-yield.ts";
import { nowMs } from "../../async/timers.ts";
import { runningMs } from "../../async/clock.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Agent } from "../../store/lock/agent.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Transaction } from "../../store/transaction/transaction.ts";
import type { SessionWaits } from "../../types/evaluation/evaluation.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { SessionVariables } from "../client/session-variables.ts";
import type { NamedUse, SharedTableLocks, TableClaim } from "./shared-table-lock.ts";

interface OthersParts {
	readonly locks: SharedTableLocks;
	readonly connectionId: number;
	/** Waits one polling interval. False: the session was killed. */
	pause(): Promise<boolean>;
	patienceMs(): number;
}

/** Each claim reads all locks: one by one, 2,000 tables took 5 s. */
const claimsAtOnce = 500;
/** Polling interval. */
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
	/** Lock names claimed for this session. */
	readonly #claimed: ByteString[] = [];
	#sinceMs: number | undefined;

	constructor(parts: OthersParts) {
		this.locks = parts.locks;
		this.#parts = parts;
	}

	/** Claims in name order, which prevents deadlocks between sessions. */
	async claim(tables: readonly TableClaim[]): Promise<void> {
		const { locks, connectionId } = this.#parts;
		for (let at = 0; at < tables.length; ) {
			const granted = await locks.claim(tables.slice(at, at + claimsAtOnce), connectionId);
			if (granted === 0) {
				await this.wait();
				continue;
			}
			for (const [name] of tables.slice(at, at + granted)) {
				this.#claimed.push(name);
			}
			at += granted;
			this.#sinceMs = undefined;
			await yieldToEventLoop();
		}
	}

	release(): void {
		this.#parts.locks.release(this.#claimed.splice(0), this.#parts.connectionId);
	}

	/** True if a statement must wait. Otherwise, if it writes, the answer joins the transaction's read set. */
	areKept(use: NamedUse, transaction?: Transaction): MaybePromise<boolean> {
		const kept = this.#parts.locks.areKept(use, transaction);
		const note = (isKept: boolean): boolean => {
			this.#sinceMs = isKept ? this.#sinceMs : undefined;
			return isKept;
		};
		return kept instanceof Promise ? kept.then(note) : note(kept);
	}

	/** Waits until no other process holds any of these. */
	async free(names: readonly ByteString[]): Promise<void> {
		while (await this.areKept({ read: [], written: names })) {
			await this.wait();
		}
	}

	/** Waits one polling interval. */
	async wait(): Promise<void> {
		const { pause, patienceMs } = this.#parts;
		this.#sinceMs ??= nowMs();
		if (nowMs() - this.#sinceMs > patienceMs()) {
			this.#sinceMs = undefined;
			throw sqlError("lockWaitTimeout");
		}
		if (!(await pause())) {
			throw sqlError("queryInterrupted");
		}
	}
}
