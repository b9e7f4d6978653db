/**
 * Process list: the sessions of a server, for SHOW PROCESSLIST and KILL, and their counters.
 */
import type { ProcessFacts } from "../../catalog/information-schema/providers.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { splitAccount } from "../../exec/current-account.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { encodeText } from "../../types/value/value.ts";
import type { PeerProcesses } from "../server/peer-processes.ts";
import type { SessionProcess } from "./process-entry.ts";
import { StatusCounters } from "./status-counters.ts";

export class ProcessList {
	readonly #processes = new Map<number, SessionProcess>();
	/** Counters of closed sessions, and those flushed. */
	readonly #past = new StatusCounters();
	/** Maximum of concurrent sessions so far. */
	greatestCount = 0;
	/** The event scheduler's row, while it is on. */
	daemon: (() => ProcessFacts) | undefined;
	readonly #company: PeerProcesses;
	#lastId: number;

	constructor(company: PeerProcesses) {
		this.#company = company;
		this.#lastId = company.place + 1 - company.size;
	}

	/** Returns an id unique among processes: each process takes every n-th. */
	nextId(): number {
		this.#lastId += this.#company.size;
		return this.#lastId;
	}

	get count(): number {
		return this.#processes.size;
	}

	add(process: SessionProcess): void {
		this.#processes.set(process.id, process);
		this.greatestCount = Math.max(this.greatestCount, this.#processes.size);
	}

	/** Returns the counters of all sessions. */
	status(): StatusCounters {
		const all = new StatusCounters();
		all.merge(this.#past);
		for (const process of this.#processes.values()) {
			process.addTo(all);
		}
		return all;
	}

	/** FLUSH STATUS: moves a session's counters to the global ones. */
	flushStatus(id: number): void {
		const status = this.#processes.get(id)?.status;
		if (status !== undefined) {
			this.#past.merge(status);
			status.clear();
		}
	}

	/** Returns a session's counters since its start or the last FLUSH STATUS. */
	statusOf(id: number): StatusCounters | undefined {
		const process = this.#processes.get(id);
		if (process === undefined) {
			return undefined;
		}
		const own = new StatusCounters();
		process.addTo(own);
		return own;
	}

	/** Number of sessions with a running statement. */
	get runningCount(): number {
		return [...this.#processes.values()].filter(({ isBusy }) => isBusy).length;
	}

	/** Removes a closed session; its counters become global. */
	remove(id: number): void {
		const process = this.#processes.get(id);
		if (process !== undefined) {
			process.addTo(this.#past);
			this.#processes.delete(id);
		}
	}

	/** Throws 1095 for a connection of another account. `owner`: `user@host`. */
	own(id: number, owner: string): MaybePromise<void> {
		const check = (all: readonly ProcessFacts[]): void => {
			const found = all.find((each) => each.id === id);
			if (found !== undefined && found.user !== encodeText(splitAccount(owner)[0])) {
				throw sqlError("notOwner", id);
			}
		};
		const all = this.all();
		return all instanceof Promise ? all.then(check) : check(all);
	}

	/** Kills a connection or its query. Throws 1094. */
	kill(id: number, what: "connection" | "query"): MaybePromise<void> {
		if (this.killHere(id, what)) {
			return;
		}
		return this.#company.kill(id, what).then((isKilled) => {
			if (!isKilled) {
				throw sqlError("unknownThread", id);
			}
		});
	}

	/** Kills in this process; false for an unknown connection. */
	killHere(id: number, what: "connection" | "query"): boolean {
		const process = this.#processes.get(id);
		process?.kill(what);
		return process !== undefined;
	}

	/** Returns the connections of all processes of the server. */
	all(): MaybePromise<readonly ProcessFacts[]> {
		const own = this.facts();
		return this.#company.size === 1
			? own
			: this.#company.processes().then((others) => [...own, ...others].sort((a, b) => a.id - b.id));
	}

	/** Returns the sessions of this operating system process. */
	here(): Iterable<SessionProcess> {
		return this.#processes.values();
	}

	facts(): readonly ProcessFacts[] {
		const sessions = [...this.#processes.values()].map((process) => process.facts());
		return this.daemon === undefined ? sessions : [...sessions, this.daemon()].sort((a, b) => a.id - b.id);
	}
}
