/**
 * Deterministic simulation of servers over a shared log: everything that happens later is an event, and a seed decides
 * which comes next. The log reorders and repeats records, folds are cut off, servers die and come back from what their
 * file holds.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Commit, Key } from "../../../core/store/contract.ts";
import { rangeOf, sweepKey } from "../../../core/store/encoding/keys.ts";
import type { FastBatch } from "../../../core/store/fast-store.ts";
import { openMemoryStore } from "../../../core/store/memory/memory.ts";
import { decodeCount } from "../../../core/store/page/count.ts";
import type { CommitLog } from "../../../core/store/shared-log/commit-log.ts";
import type { LocalFile } from "../../../core/store/shared-log/fold.ts";
import { FollowedStore } from "../../../core/store/shared-log/followed-store.ts";
import { MemoryLog } from "../../../core/store/shared-log/memory-log.ts";
import { type Fault, faultyDecision, faultyFile, faultyView } from "./fault.ts";
import { Random } from "./random.ts";

const servers = 3;
const steps = 500;
const mostTransactions = 60;
const lists = 5;
const counterKey: Key = "n";
/** Contents that are dropped and swept. */
const spaceOf = (number: number): Key => `\x40s${number}`;
const spaces = 3;

interface Played {
	readonly id: number;
	readonly keys: readonly Key[];
	answer: "done" | "refused" | "unknown";
}

interface Outcome {
	/** Sentences about what must not be. */
	readonly wrong: readonly string[];
	readonly done: number;
	readonly refused: number;
	readonly unknown: number;
	readonly lives: number;
}

class SimulatedServer {
	readonly #disk = openMemoryStore();
	readonly #simulation: Simulation;
	readonly #fault: Fault | undefined;
	#log: CommitLog | undefined;
	#life = 0;
	readonly #place: number;
	store!: FollowedStore;

	constructor(simulation: Simulation, place: number, fault: Fault | undefined) {
		this.#simulation = simulation;
		this.#place = place;
		this.#fault = fault;
		this.start();
	}

	get name(): string {
		return `s${this.#place}.${this.#life}`;
	}

	/** Starts it, again if it runs: then it dies first, without a word. */
	start(): void {
		const { random, later, log } = this.#simulation;
		void this.#log?.close();
		const replaces = this.#life > 0 && random.chance(0.5) ? { replaces: this.name } : {};
		const life = ++this.#life;
		this.#log = log.connect(this.#fault && faultyView(this.#fault, random));
		const file = this.#file(() => life === this.#life);
		const find = this.#fault && faultyDecision(this.#fault);
		this.store = new FollowedStore({
			file: this.#fault === undefined ? file : faultyFile(this.#fault, file, later),
			log: this.#log,
			cluster: "c",
			name: this.name,
			facts: { host: "", port: 0, release: "", ...replaces },
			foldBytes: 600,
			turn: later,
			...(find === undefined ? {} : { findConflict: find }),
			stopped: ({ message }) => this.#simulation.wrong.push(`stopped: ${message}`),
		});
		this.store.join().catch(() => {});
	}

	/** Commits reach it later, and none after it has died. */
	#file(isAlive: () => boolean): LocalFile {
		return {
			snapshot: () => this.#disk.snapshot(),
			commit: (batch) =>
				new Promise((resolve) =>
					this.#simulation.later(() => {
						if (isAlive()) {
							void this.#disk.commit(batch).then(resolve);
						}
					}),
				),
			check: () => {},
			close: async () => {},
		};
	}
}

class Simulation {
	readonly random: Random;
	readonly #events: (() => void)[] = [];
	readonly later = (work: () => void): void => {
		this.#events.push(work);
	};
	readonly log: MemoryLog;
	readonly wrong: string[] = [];
	readonly #servers: SimulatedServer[];
	readonly #played: Played[] = [];
	#lives = servers;

	constructor(seed: number, fault: Fault | undefined) {
		this.random = new Random(seed);
		this.log = new MemoryLog({
			later: this.later,
			repeats: () => this.random.chance(0.15),
			mostRecordBytes: 240,
		});
		this.#servers = Array.from(
			{ length: servers },
			(_, at) => new SimulatedServer(this, at, at === 1 ? fault : undefined),
		);
	}

	async run(): Promise<Outcome> {
		for (let step = 0; step < steps && this.wrong.length === 0; step++) {
			this.#step();
			await nextTurn();
		}
		await this.#settle();
		await this.#finish();
		const count = (answer: Played["answer"]): number => this.#played.filter((each) => each.answer === answer).length;
		return {
			wrong: this.wrong,
			done: count("done"),
			refused: count("refused"),
			unknown: count("unknown"),
			lives: this.#lives,
		};
	}

	#step(): void {
		const { random } = this;
		const chance = random.next();
		const server = this.#servers[random.below(servers)]!;
		if (chance < 0.14) {
			this.#play(server.store);
		} else if (chance < 0.15) {
			server.start();
			this.#lives++;
		} else if (chance < 0.16) {
			this.#putOut(server.store);
		} else if (chance < 0.19) {
			this.#sweep(server.store);
		} else {
			this.#happen();
		}
	}

	#happen(): void {
		if (this.#events.length > 0) {
			this.#events.splice(this.random.below(this.#events.length), 1)[0]!();
		}
	}

	#commit(store: FollowedStore, batch: FastBatch): Promise<Commit | undefined> {
		return store.commit(batch).catch(() => undefined);
	}

	/** Appends its number to one list or two, some of them with much text; half of them blindly. */
	#play(store: FollowedStore): void {
		const id = this.#played.length + 1;
		if (id > mostTransactions || !store.members.has(store.members.self)) {
			return;
		}
		const { random } = this;
		const keys = [...new Set([random.below(lists), random.below(lists)])].map((list) => `k${list}`).sort();
		const snapshot = store.snapshot();
		const seen = keys.map((key) => snapshot.get(key) as Uint8Array | undefined);
		const since = snapshot.transactionId;
		snapshot.release();
		const played: Played = { id, keys, answer: "unknown" };
		this.#played.push(played);
		const writes = keys.map((key, at) => ({ key, value: Buffer.from(`${textOf(seen[at])}${id},`) }));
		if (random.chance(0.1)) {
			writes.push({ key: `x${id}`, value: Buffer.alloc(700, id) });
		}
		const conditions = keys.map((key, at) => ({ key, seen: seen[at] }));
		void this.#commit(store, { since, writes, conditions, additions: [{ key: counterKey, amount: 1 }] }).then(
			(commit) => {
				played.answer = commit === undefined ? "unknown" : commit.done ? "done" : "refused";
			},
		);
	}

	/** A member that is no more is put out by another one. */
	#putOut(store: FollowedStore): void {
		const { machine } = store;
		const dead = machine.members.all().find(({ name }) => !this.#servers.some((server) => server.name === name));
		if (dead !== undefined && machine.members.has(store.members.self)) {
			store.own.send({ kind: "out", member: dead.name, heard: dead.heard }).catch(() => {});
		}
	}

	/** Fills a space, drops it with a mark, clears it, removes the mark: as the kernel does with a table. */
	#sweep(store: FollowedStore): void {
		const prefix = spaceOf(this.random.below(spaces));
		const mark = sweepKey(prefix);
		const snapshot = store.snapshot();
		const isDropped = snapshot.get(mark) !== undefined;
		const isSwept = snapshot.get(`done${prefix}`) !== undefined;
		const scan = snapshot.scan({ ...rangeOf(prefix), limit: 1 });
		const isEmpty = scan.next() === null;
		scan.close();
		snapshot.release();
		if (isSwept || !store.members.has(store.members.self)) {
			return;
		}
		const undropped = { key: mark, seen: undefined };
		const unswept = { key: `done${prefix}`, seen: undefined };
		if (isDropped && isEmpty) {
			const writes = [
				{ key: mark, value: null },
				{ key: `done${prefix}`, value: Buffer.from("1") },
			];
			void this.#commit(store, { writes, conditions: [] });
		} else if (isDropped) {
			void this.#commit(store, { writes: [], conditions: [], cleared: [prefix] });
		} else if (isEmpty || this.random.chance(0.7)) {
			const writes = Array.from({ length: 3 }, () => ({
				key: `${prefix}${this.random.below(9)}`,
				value: Buffer.from("row"),
			}));
			const unique = new Map(writes.map((write) => [write.key, write]));
			void this.#commit(store, { writes: [...unique.values()], conditions: [undropped, unswept] });
		} else {
			void this.#commit(store, { writes: [{ key: mark, value: Buffer.from("1") }], conditions: [undropped, unswept] });
		}
	}

	/** Lets everything happen that is to happen. */
	async #settle(): Promise<void> {
		for (let turns = 0; this.#events.length > 0 && this.wrong.length === 0; turns++) {
			this.#happen();
			if (turns % 4 === 0 || this.#events.length === 0) {
				await nextTurn();
			}
			if (turns > 100_000) {
				this.wrong.push("it never ends");
			}
		}
	}

	async #finish(): Promise<void> {
		for (const { store } of this.#servers) {
			store.fold().catch(() => {});
		}
		await this.#settle();
		if (this.wrong.length > 0) {
			return;
		}
		const states = this.#servers.map(({ store }) => withoutDropped(stateOf(store)));
		const behind = this.#servers.filter(({ store }) => store.position !== this.log.length);
		if (behind.length > 0) {
			this.wrong.push(`not at the log's end: ${behind.map(({ store }) => store.position)} of ${this.log.length}`);
		}
		if (new Set(states.map((state) => JSON.stringify([...state]))).size !== 1) {
			this.wrong.push(`states differ: ${states.map((state) => JSON.stringify([...state])).join(" ")}`);
		}
		this.#judge(states[0]!);
	}

	#judge(state: ReadonlyMap<Key, string>): void {
		const has = new Map(
			Array.from({ length: lists }, (_, at) => [`k${at}`, (state.get(`k${at}`) ?? "").split(",").filter(Boolean)]),
		);
		let present = 0;
		for (const { id, keys, answer } of this.#played) {
			const there = keys.filter((key) => has.get(key)!.includes(String(id))).length;
			present += there > 0 ? 1 : 0;
			if (there !== (answer === "done" || there > 0 ? keys.length : 0) || (answer === "refused" && there > 0)) {
				this.wrong.push(`transaction ${id} is ${answer}, and in ${there} of ${keys.length} lists`);
			}
		}
		for (const [key, ids] of has) {
			if (new Set(ids).size !== ids.length) {
				this.wrong.push(`list ${key} has a transaction twice: ${ids}`);
			}
		}
		if (Number(state.get(counterKey) ?? 0) !== present) {
			this.wrong.push(`${present} transactions are there, and ${state.get(counterKey)} were counted`);
		}
		for (let number = 0; number < spaces; number++) {
			const left = [...state.keys()].filter((key) => key.startsWith(spaceOf(number)));
			if (state.has(`done${spaceOf(number)}`) && left.length > 0) {
				this.wrong.push(`${left.length} entries are left of a space that was swept`);
			}
		}
	}
}

function textOf(value: Uint8Array | undefined): string {
	return value === undefined ? "" : Buffer.from(value).toString("latin1");
}

function stateOf(store: FollowedStore): Map<Key, string> {
	const state = new Map<Key, string>();
	const snapshot = store.snapshot();
	const scan = snapshot.scan({ from: "", to: "\x7c" });
	for (let entries = scan.next(); entries !== null; entries = scan.next()) {
		for (const { key, value } of entries as readonly { key: Key; value: Uint8Array }[]) {
			state.set(key, key === counterKey ? String(decodeCount(value)) : textOf(value));
		}
	}
	snapshot.release();
	return state;
}

/** Of a space that is dropped and not yet swept, each server still has as much as it has not cleared. */
function withoutDropped(state: ReadonlyMap<Key, string>): Map<Key, string> {
	const isDropped = (key: Key): boolean =>
		Array.from({ length: spaces }, (_, at) => spaceOf(at)).some(
			(prefix) => key.startsWith(prefix) && state.has(sweepKey(prefix)),
		);
	return new Map([...state].filter(([key]) => !isDropped(key)));
}

export function simulate(seed: number, fault?: Fault): Promise<Outcome> {
	return new Simulation(seed, fault).run();
}
