/**
 * Simulation of a cluster in virtual time: latency and conflicts that the model of throughput does not know.
 *
 * In: costs, servers, clients, rows, a seed. Out: changes a second, latencies, the share that a change elsewhere made
 * to run again. Each server has one core, which executes statements and applies groups in the order in which they
 * come. It appends what was changed since its last append as one group, one append at a time; a group comes to all
 * servers when it is in the log. A change conflicts if its row was changed at another server after the state that it
 * had read; changes of one row at one server wait there for each other, which is not simulated.
 */
import { quantilesOf } from "../quantile.ts";
import { Random } from "../random.ts";
import type { Costs } from "./model.ts";
import { EventQueue } from "./event-queue.ts";

interface Simulated {
	readonly servers: number;
	/** Of each server: each changes a row, again as soon as it is answered. */
	readonly clients: number;
	/** Of all servers together, chosen evenly. */
	readonly rows: number;
	readonly costs: Costs;
	readonly seed: number;
	readonly seconds: number;
}

interface Outcome {
	readonly changesPerSecond: number;
	readonly medianMs: number;
	readonly p99Ms: number;
	/** Attempts that conflicted, of all: 0 to 1. */
	readonly conflicts: number;
}

interface Change {
	readonly server: number;
	readonly row: number;
	readonly beganUs: number;
	/** Changes of the log that the state it had read holds. */
	seen: number;
}

/** Of the run, until queues are as long as they get. */
const warmShare = 0.2;

export function simulate(simulated: Simulated): Outcome {
	return new Simulation(simulated).run();
}

class Simulation {
	readonly #given: Simulated;
	readonly #queue = new EventQueue();
	readonly #random: Random;
	/** By server: when its core is free, what it has applied, what waits to be appended, whether an append is on its way. */
	readonly #freeUs: number[];
	readonly #applied: number[];
	readonly #waiting: Change[][];
	readonly #isAppending: boolean[];
	/** By row: its last change, and where in the log. */
	readonly #last = new Map<number, { readonly place: number; readonly server: number }>();
	#logLength = 0;
	readonly #latenciesMs: number[] = [];
	#attempts = 0;
	#conflicts = 0;

	constructor(given: Simulated) {
		this.#given = given;
		this.#random = new Random(given.seed);
		const each = <T>(make: () => T): T[] => Array.from({ length: given.servers }, make);
		this.#freeUs = each(() => 0);
		this.#applied = each(() => 0);
		this.#waiting = each(() => []);
		this.#isAppending = each(() => false);
	}

	run(): Outcome {
		const { servers, clients, seconds } = this.#given;
		for (let server = 0; server < servers; server++) {
			for (let client = 0; client < clients; client++) {
				this.#ask(server);
			}
		}
		this.#queue.runUntil(seconds * 1e6);
		const at = quantilesOf(this.#latenciesMs);
		return {
			changesPerSecond: this.#latenciesMs.length / (seconds * (1 - warmShare)),
			medianMs: at(0.5),
			p99Ms: at(0.99),
			conflicts: this.#conflicts / Math.max(1, this.#attempts),
		};
	}

	/** A client's next change. */
	#ask(server: number): void {
		const row = this.#random.between(1, this.#given.rows);
		this.#execute({ server, row, beganUs: this.#queue.nowUs, seen: 0 });
	}

	/** Uses a server's core for a while, after what it has to do already. */
	#work(server: number, costUs: number, done: () => void): void {
		const beginUs = Math.max(this.#queue.nowUs, this.#freeUs[server]!);
		this.#freeUs[server] = beginUs + costUs;
		this.#queue.add(beginUs + costUs, done);
	}

	#execute(change: Change): void {
		const { askedUs } = this.#given.costs;
		this.#work(change.server, askedUs, () => {
			change.seen = this.#applied[change.server]!;
			this.#waiting[change.server]!.push(change);
			this.#append(change.server);
		});
	}

	#append(server: number): void {
		const group = this.#waiting[server]!;
		if (this.#isAppending[server] || group.length === 0) {
			return;
		}
		this.#waiting[server] = [];
		this.#isAppending[server] = true;
		this.#queue.add(this.#queue.nowUs + this.#given.costs.logMs * 1000, () => {
			this.#isAppending[server] = false;
			this.#decide(server, group);
			this.#append(server);
		});
	}

	/** The group is in the log: its place decides which of its changes conflict, and all servers apply the others. */
	#decide(server: number, group: readonly Change[]): void {
		const done: Change[] = [];
		for (const change of group) {
			this.#attempts++;
			const last = this.#last.get(change.row);
			if (last !== undefined && last.server !== server && last.place > change.seen) {
				this.#conflicts++;
				this.#execute(change);
			} else {
				this.#last.set(change.row, { place: ++this.#logLength, server });
				done.push(change);
			}
		}
		const length = this.#logLength;
		const { appliedUs } = this.#given.costs;
		for (let other = 0; other < this.#given.servers; other++) {
			// Applying its own is part of the asked server's share.
			this.#work(other, other === server ? 0 : appliedUs * done.length, () => {
				this.#applied[other] = Math.max(this.#applied[other]!, length);
				if (other === server) {
					this.#answer(done);
				}
			});
		}
	}

	#answer(changes: readonly Change[]): void {
		const { nowUs } = this.#queue;
		for (const { server, beganUs } of changes) {
			if (nowUs >= this.#given.seconds * 1e6 * warmShare) {
				this.#latenciesMs.push((nowUs - beganUs) / 1000);
			}
			this.#ask(server);
		}
	}
}
