/**
 * Store whose commits are decided by the order of a log that several servers append to, each applying all of it to a
 * file of its own.
 *
 *     commit ──► own-records ──► log ──► state-machine ──► memtable ──► fold ──► file
 *     snapshot ◄────────────────────────────────────────── memtable over file
 *
 * Reads are local and answer at once. The id of a state is the position of the last record that changed it: the same
 * on all servers.
 */
import { patiently, setImmediate } from "../../async/timers.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { invariant } from "../../errors/invariant.ts";
import { BrokenStore, reasonOf } from "../failure.ts";
import type { Commit } from "../contract.ts";
import type { FastBatch, FastSnapshot, FastStore, Members } from "../fast-store.ts";
import { Memtable } from "../wal/memtable.ts";
import { MemtableOverlaySnapshot } from "../wal/memtable-snapshot.ts";
import { type CommitLog, LogFailure, type LogRecord, type Position } from "./commit-log.ts";
import { Fold, type LocalFile } from "./fold.ts";
import { newState, readKeptState } from "./kept-state.ts";
import { clearAll, clearOnce, isOnlyInFile } from "./local-sweep.ts";
import { OwnRecords } from "./own-records.ts";
import { PositionWait } from "./position-wait.ts";
import type { MemberFacts, MemberName } from "./record.ts";
import { type FindConflict, StateMachine } from "./state-machine.ts";

const usualFoldBytes = 4 << 20;
/** Changes are refused when the log has not answered for so long. */
const patienceMs = 10_000;
/** The longest wait for the log when the store is closed. */
const closingMs = 3000;

export interface FollowedOptions {
	readonly file: LocalFile;
	readonly log: CommitLog;
	/** The cluster of a file that is new. */
	readonly cluster: string;
	/** Of this run of the server; never used again. */
	readonly name: MemberName;
	readonly facts: MemberFacts;
	/** Bytes of writes after which they are folded into the file. */
	readonly foldBytes?: number;
	/** Calls a function in the next turn of the event loop. */
	readonly turn?: (work: () => void) => void;
	/** For tests: another decision about conflicts. */
	readonly findConflict?: FindConflict;
	/** Statements first ask the log for its end, so that they read every acknowledged commit. */
	readonly isFresh?: boolean;
	/** The store serves no more. */
	readonly stopped?: (reason: Error) => void;
}

export class FollowedStore implements FastStore {
	readonly #file: LocalFile;
	readonly #log: CommitLog;
	readonly #name: MemberName;
	readonly #facts: MemberFacts;
	readonly #options: FollowedOptions;
	readonly #memtable = new Memtable();
	readonly #machine: StateMachine;
	readonly #fold: Fold;
	readonly #foldBytes: number;
	readonly #turn: (work: () => void) => void;
	readonly own: OwnRecords;
	readonly waits = new PositionWait();
	readonly hasCompany = true;
	readonly members: Members;
	readonly ready?: () => Promise<void>;
	#barrier: Promise<void> | undefined;
	#hasJoined = false;
	/** After the last record. */
	#wasMember = false;
	#broken: BrokenStore | null = null;
	#closing: Promise<void> | null = null;

	constructor(options: FollowedOptions) {
		const { file, log, cluster, name, facts, foldBytes = usualFoldBytes, turn = setImmediate } = options;
		this.#options = options;
		this.#file = file;
		this.#log = log;
		this.#name = name;
		this.#facts = facts;
		this.#foldBytes = foldBytes;
		this.#turn = turn;
		const first = file.snapshot();
		const kept = readKeptState(first) ?? newState(cluster);
		first.release();
		invariant(kept.cluster === cluster, "A file is opened over the log of its own cluster.");
		this.#machine = new StateMachine(this.#memtable, kept, options.findConflict);
		this.#fold = new Fold(file, this.#memtable, kept.position);
		this.own = new OwnRecords({ log, name, place: this.#machine, turn });
		this.members = { self: name, has: (member) => this.#machine.members.has(member) };
		if (options.isFresh === true) {
			this.ready = () => this.catchUp();
		}
	}

	/** Resolves when this server is a member and has applied what was committed before. */
	async join(): Promise<void> {
		const tail = await this.#log.tail();
		const { position } = this.#machine;
		if (tail < position) {
			throw new LogFailure(`The log ends at ${tail}, and this server has ${position} already: it is another log.`);
		}
		await this.#log.follow(
			position,
			(record) => this.#arrive(record),
			(failure) => this.#break(failure),
		);
		await this.waits.until(tail, this.position);
		this.#hasJoined = true;
		await this.own.send({ kind: "join", facts: this.#facts });
	}

	/** Of the last record applied. */
	get position(): Position {
		return this.#machine.position;
	}

	/** Facts for status and metrics. */
	get machine(): StateMachine {
		return this.#machine;
	}

	get isClosing(): boolean {
		return this.#closing !== null;
	}

	/** The log has not answered for too long. */
	get isWithoutLog(): boolean {
		return this.#log.silentMs > patienceMs;
	}

	/** Position in the file. */
	get folded(): Position {
		return this.#fold.position;
	}

	/** Resolves when all commits acknowledged before now are here. Shared by all of a turn. */
	catchUp(): Promise<void> {
		this.#barrier ??= new Promise((resolve, reject) => {
			this.#turn(() => {
				this.#barrier = undefined;
				this.#askTail().then(resolve, reject);
			});
		});
		return this.#barrier;
	}

	async #askTail(): Promise<void> {
		this.check();
		if (this.isWithoutLog) {
			throw sqlError("clusterWithoutQuorum");
		}
		const tail = await this.waits.orGivenUp(this.#log.tail());
		await this.waits.until(tail, this.position);
	}

	#arrive(record: LogRecord): void {
		if (this.#broken !== null) {
			return;
		}
		try {
			this.#apply(record);
		} catch (failure) {
			this.#break(failure);
			return;
		}
		this.waits.reached(this.position);
		if (this.#machine.writtenBytes > this.#foldBytes && !this.#fold.isRunning) {
			this.fold().catch(() => {
				// The disk is full: the next record tries again.
			});
		}
	}

	#apply(record: LogRecord): void {
		const base = this.#file.snapshot();
		try {
			const { author, number, answers } = this.#machine.apply(record, base);
			if (author === this.#name) {
				this.own.applied(number, answers, record.position);
			}
		} finally {
			base.release();
		}
		const isMember = this.#machine.members.has(this.#name);
		if (this.#wasMember && !isMember && this.#closing === null) {
			throw new LogFailure("The other servers have not heard of this one for too long and put it out: start it again.");
		}
		this.#wasMember = isMember;
	}

	/** The log does not answer: what waits for it is told so, and later changes are refused until it does. */
	giveUp(): void {
		this.own.giveUp();
		this.waits.giveUp(sqlError("clusterWithoutQuorum"));
	}

	#break(failure: unknown): void {
		this.#broken ??= new BrokenStore(reasonOf(failure));
		this.own.fail(this.#broken);
		this.waits.giveUp(this.#broken);
		this.#options.stopped?.(this.#broken);
	}

	/** Writes what was applied into the file, and clears there what the cluster has swept. */
	async fold(): Promise<void> {
		await this.#fold.run(() => {
			this.#machine.writtenBytes = 0;
			return this.#machine.kept();
		});
		for (const prefix of this.#machine.clearing) {
			if (isOnlyInFile(this.#memtable, prefix)) {
				await clearAll(this.#file, prefix, () => this.#closing !== null);
				this.#machine.clearing.delete(prefix);
			}
		}
	}

	snapshot(): FastSnapshot {
		if (this.#broken !== null) {
			throw this.#broken;
		}
		const { changed, schemaState } = this.#machine;
		return new MemtableOverlaySnapshot(this.#file.snapshot(), this.#memtable.moment(), changed, schemaState);
	}

	commit(batch: FastBatch): Promise<Commit> {
		if (this.#broken !== null) {
			return Promise.reject(this.#broken);
		}
		if (this.#closing !== null) {
			return Promise.reject(new BrokenStore("The store is closed."));
		}
		if (batch.cleared !== undefined) {
			return this.#clear(batch.cleared);
		}
		return this.isWithoutLog ? Promise.reject(sqlError("clusterWithoutQuorum")) : this.own.commit(batch);
	}

	/** A space that is no longer read or written: cleared in this server's file alone. */
	async #clear(prefixes: readonly string[]): Promise<Commit> {
		if (!prefixes.every((prefix) => isOnlyInFile(this.#memtable, prefix))) {
			await this.fold();
			await this.fold();
		}
		await clearOnce(this.#file, prefixes);
		return { done: true, transactionId: this.#machine.changed };
	}

	check(): void {
		if (this.#broken !== null) {
			throw this.#broken;
		}
		this.#file.check();
	}

	close(): Promise<void> {
		this.#closing ??= this.#close();
		return this.#closing;
	}

	async #close(): Promise<void> {
		if (this.#broken === null) {
			await patiently(this.own.settled(), closingMs);
			if (this.#hasJoined && this.#log.silentMs === 0) {
				const leaving = this.own.send({ kind: "leave" }).catch(() => {
					// The others will put it out.
				});
				await patiently(leaving, closingMs);
			}
		}
		await this.#log.close();
		if (this.#broken === null) {
			await this.fold();
		}
		await this.#file.close();
	}
}
