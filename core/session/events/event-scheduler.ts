/**
 * Event scheduler: looks every second for events that are due, claims them and runs each in a session of its own.
 */
import { clearTimeout, setTimeout } from "../../async/timers.ts";
import { type EventOfDatabase, nextTime } from "../../catalog/event.ts";
import type { Schema } from "../../catalog/table.ts";
import type { ProcessFacts } from "../../catalog/information-schema/providers.ts";
import { runningMs } from "../../async/clock.ts";
import type { ClientSession } from "../client/client-session.ts";
import { newestSchema } from "../plan-cache/schema-cache.ts";
import type { Server } from "../server/server.ts";
import { claimEvent, endEvent } from "./event-change.ts";
import { runEvent } from "./event-run.ts";

export class EventScheduler {
	readonly #server: Server;
	/** Receives the session of each run. */
	readonly #opened: (session: ClientSession) => void;
	#timer: NodeJS.Timeout | undefined;
	#isClosed = false;
	/** When it was switched on: recurring events run from then on. In seconds since 1970 UTC. */
	#since = 0;
	/** The schema last looked at, and when its first event is due. */
	#seen: { readonly schema: Schema; readonly first: number } | undefined;
	/** Events of this process that run, by name and birth. */
	readonly #running = new Map<string, number>();

	constructor(server: Server, opened: (session: ClientSession) => void) {
		this.#server = server;
		this.#opened = opened;
	}

	/** Follows `event_scheduler`. Of the processes of one server the first one schedules. */
	follow(isOn: boolean): void {
		const { company, processes } = this.#server;
		if (this.#isClosed || company.place !== 0 || isOn === (this.#timer !== undefined)) {
			return;
		}
		if (isOn) {
			this.#since = this.#nowSeconds();
			this.#seen = undefined;
			processes.daemon = daemonFacts(processes.nextId(), runningMs());
			this.#wait(0);
		} else {
			this.#stop();
		}
	}

	close(): void {
		this.#isClosed = true;
		this.#stop();
	}

	#stop(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#server.processes.daemon = undefined;
	}

	#nowSeconds(): number {
		return Math.floor(this.#server.clock() / 1e6);
	}

	/** `delayMs`: by default until the next whole second. */
	#wait(delayMs = 1000 - (Math.floor(this.#server.clock() / 1000) % 1000)): void {
		const timer = setTimeout(async () => {
			await this.#look();
			if (this.#timer === timer) {
				this.#wait();
			}
		}, delayMs);
		timer.unref();
		this.#timer = timer;
	}

	async #look(): Promise<void> {
		try {
			const schema = await newestSchema(this.#server);
			const now = this.#nowSeconds();
			if (this.#seen?.schema !== schema || now >= this.#seen.first) {
				await this.#lookAt(schema, now);
			}
		} catch (failure) {
			if (!this.#isClosed) {
				this.#server.log.error("Event Scheduler: the events could not be read", failure);
			}
		}
	}

	async #lookAt(schema: Schema, now: number): Promise<void> {
		let first = Number.POSITIVE_INFINITY;
		for (const event of enabledEvents(schema)) {
			const { record } = event;
			const next = nextTime(record, Math.max(this.#since, Math.floor(record.updatedMicroseconds / 1e6)));
			if (next !== undefined) {
				first = Math.min(first, next);
				if (next <= now) {
					await this.#begin(event, now);
				}
			} else if (!this.#running.has(keyOf(event))) {
				await endEvent(event, now, this.#server);
			}
		}
		this.#seen = { schema, first };
	}

	/** Claims an event and lets it run. */
	async #begin(event: EventOfDatabase, now: number): Promise<void> {
		if (this.#timer === undefined || !(await claimEvent(event, now, this.#server))) {
			return;
		}
		const key = keyOf(event);
		this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
		void this.#run(event, now).finally(() => {
			const others = this.#running.get(key)! - 1;
			others === 0 ? this.#running.delete(key) : this.#running.set(key, others);
		});
	}

	async #run(event: EventOfDatabase, now: number): Promise<void> {
		try {
			await runEvent(event, this.#server, this.#opened);
			await endEvent(event, now, this.#server);
		} catch (failure) {
			if (!this.#isClosed) {
				this.#server.log.error("Event Scheduler: an event could not be ended", failure);
			}
		}
	}
}

function* enabledEvents(schema: Schema): Iterable<EventOfDatabase> {
	for (const { name, record } of schema.databases.values()) {
		for (const each of record.events ?? []) {
			if (each.status === "ENABLED") {
				yield { database: name, record: each };
			}
		}
	}
}

function keyOf({ database, record }: EventOfDatabase): string {
	return `${database}\0${record.name}\0${record.createdMicroseconds}`;
}

/** The scheduler's row of the process list. */
function daemonFacts(id: number, sinceMs: number): () => ProcessFacts {
	return () => ({
		id,
		user: "event_scheduler",
		host: "localhost",
		database: null,
		command: "Daemon",
		timeSeconds: Math.floor((runningMs() - sinceMs) / 1000),
		state: "Waiting for next activation",
		info: null,
		attributes: [],
		event: null,
		isWatched: false,
		isKept: false,
	});
}
