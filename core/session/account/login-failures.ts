/**
 * Failed logins by account name and by address: how long guesses wait, and one log line a minute.
 *
 * After failures an address waits before its password is looked at, so that it learns nothing by hanging up; refusals
 * of an account come later, wherever they go. Guessing takes hours where it took seconds, and a right password from
 * elsewhere is not delayed. Tables are bounded: the oldest entry is dropped, since addresses and names are the
 * client's to choose.
 */
import type { Log } from "../log/log.ts";
import { MinuteLine } from "../log/minute-line.ts";

/** Failures that are answered at once: typing errors. */
const freeFailures = 3;
const firstDelayMs = 100;
const longestDelayMs = 5000;
/** Failures are forgotten after so long without another. */
const forgetMs = 600_000;
const mostEntries = 10_000;
/** Longer names, which no account has, count by their beginning. */
const longestKey = 64;

interface Entry {
	count: number;
	lastMs: number;
}

export class LoginFailures {
	readonly #byUser = new Map<string, Entry>();
	readonly #byAddress = new Map<string, Entry>();
	readonly #log: Log;
	readonly #nowMs: () => number;
	readonly #line = new MinuteLine();

	constructor(log: Log, nowMs: () => number) {
		this.#log = log;
		this.#nowMs = nowMs;
	}

	/** How long a client of this address waits before its password is looked at, in milliseconds. */
	delayMs(address: string): number {
		const known = this.#byAddress.get(address);
		return known === undefined || this.#nowMs() - known.lastMs > forgetMs ? 0 : delayAfter(known.count);
	}

	/** Counts a failure; returns how long its answer waits, in milliseconds. */
	failed(user: string, address: string): number {
		const nowMs = this.#nowMs();
		const count = this.#count(this.#byUser, user, nowMs);
		this.#count(this.#byAddress, address, nowMs);
		const due = this.#line.count(nowMs);
		if (due > 0) {
			const others = due > 1 ? `, and ${due - 1} others since the last such line` : "";
			this.#log.warn(`A login was refused: ${JSON.stringify(user.slice(0, longestKey))} from ${address}${others}`);
		}
		return delayAfter(count);
	}

	succeeded(user: string, address: string): void {
		this.#byUser.delete(user.slice(0, longestKey));
		this.#byAddress.delete(address);
	}

	#count(entries: Map<string, Entry>, given: string, nowMs: number): number {
		const name = given.slice(0, longestKey);
		const known = entries.get(name);
		const count = known === undefined || nowMs - known.lastMs > forgetMs ? 1 : known.count + 1;
		entries.delete(name);
		entries.set(name, { count, lastMs: nowMs });
		if (entries.size > mostEntries) {
			const [oldest] = entries.keys();
			entries.delete(oldest as string);
		}
		return count;
	}
}

function delayAfter(failures: number): number {
	return failures <= freeFailures ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - freeFailures - 1));
}
