/**
 * Durable storage engine on one LMDB file, a copy-on-write B-tree that needs no recovery.
 *
 * A commit is on disk when its promise resolves; other processes may have the file open too. A full disk is detected
 * before a commit, and commits are refused while it is full.
 *
 *     snapshot ──► lmdb-reads ─► lmdb-snapshot ─► checksummed-value ─┐
 *     commit ────► commit-group ────────────────► checksummed-value ─┴─► lmdb-environment ─► file
 */
import { clearInterval, setInterval } from "../../async/timers.ts";
import { invariant } from "../../errors/invariant.ts";
import { auditBlocks, type BlockAudit } from "../blocks/block-audit.ts";
import { BlockGaps } from "../blocks/block-gaps.ts";
import { BlockChecksums } from "../blocks/block-checksum.ts";
import { maximumBlockBytes } from "../blocks/block-view.ts";
import type { BlockOptions } from "../blocks/block-writer.ts";
import { CommitGroup, type CommitGroupOptions } from "./commit-group.ts";
import type { WatchCommit } from "../commit-stage.ts";
import { DiskSpace } from "../platform/disk-space.ts";
import { type Durability, fullDurability } from "../durability.ts";
import type { EntryPage } from "../blocks/entry-page.ts";
import { BrokenStore } from "../failure.ts";
import { CompactionSchedule } from "../blocks/compaction-schedule.ts";
import { blockSpace } from "../encoding/keys.ts";
import { assertWritable } from "./group-writer.ts";
import { openEnvironment, type LmdbDatabase } from "./lmdb-environment.ts";
import { pageBytes } from "./lmdb-page.ts";
import { LmdbReads } from "./lmdb-reads.ts";
import { LmdbSnapshot, type SnapshotSource } from "./lmdb-snapshot.ts";
import type { StateSource } from "./lmdb-state.ts";
import { ReadCache } from "./read-cache.ts";
import { parseReaders } from "./reader-table.ts";
import { ValueCopier } from "../blocks/checksummed-value.ts";
import { runToEnd } from "../../async/cooperative-task.ts";
import type { Commit } from "../contract.ts";
import type { FastBatch, FastSnapshot, FastStore } from "../fast-store.ts";

/** The reader slot of a killed process pins pages until the next check. */
const usualReaderCheckMs = 10_000;
/** A snapshot expires when the file has grown by so much since: see `LmdbReads.expire`. */
const usualGrowthBytes = 2 ** 32;

export interface LmdbOptions {
	/** The file; its lock file has `-lock` appended. Missing directories are made. */
	readonly path: string;
	/** Refuses commits; the file must exist. */
	readonly readOnly?: boolean;
	/** Default: everything is on disk before it is acknowledged. */
	readonly durability?: Durability;
	/** For tests: other key spaces in blocks, or smaller blocks. */
	readonly blocks?: Partial<BlockOptions>;
	/** A snapshot expires when the file has grown by more since it began; 0: never. */
	readonly snapshotGrowthBytes?: number;
	/** Interval of the check for dead readers and expired snapshots. */
	readonly readerCheckMs?: number;
	/** Called at each stage of a commit; for crash tests. */
	readonly watch?: WatchCommit;
	/** Called after each checkpoint of the write-ahead log into the file. */
	readonly checkpointed?: (facts: CheckpointFacts) => void;
}

interface CheckpointFacts {
	/** The next epoch of the log. */
	readonly epoch: number;
	/** LMDB commits that the checkpoint took. */
	readonly parts: number;
	readonly elapsedMs: number;
}

/** The engine's interface for a layer above it (the write-ahead log). */
export interface LmdbEngine extends FastStore {
	/** As `commit`, synchronously. */
	commitNow(batch: FastBatch): Commit;
	/** Why a batch would be refused for lack of disk space; undefined: there is enough. */
	lackOfSpace(batch: FastBatch): string | undefined;
	/** Resolves when no commit is queued or being written. */
	settled(): Promise<void>;
	/**
	 * Whether another process, or another thread of this one, reads or has just read. `uncounted`: ids of processes that
	 * do not count.
	 */
	hasReaders(uncounted: ReadonlySet<number>): boolean;
	/** Refuses all further reads and writes, and throws. */
	refuse(reason: string): never;
	/** Refuses all further writes, and throws. */
	refuseWrites(reason: string): never;
	/** Compacts all standalone entries now instead of in idle time. */
	fold(): Promise<void>;
	/** Audits all blocks of the newest state. */
	auditBlocks(): BlockAudit;
}

/** Throws a `StoreRefusal` if the file cannot be opened. */
export function openLmdbStore(options: LmdbOptions): LmdbEngine {
	return new LmdbStore(options);
}

class LmdbStore implements LmdbEngine, SnapshotSource, StateSource {
	readonly database: LmdbDatabase;
	readonly copier = new ValueCopier();
	readonly seals = new BlockChecksums();
	readonly gaps = new BlockGaps();
	readonly cache = new ReadCache(this.copier);
	readonly idlePages: EntryPage[] = [];
	readonly reads: LmdbReads;
	readonly #path: string;
	readonly #blocks: BlockOptions;
	readonly #group: CommitGroup | null;
	readonly #schedule: CompactionSchedule | null;
	readonly #readerCheck: NodeJS.Timeout;
	readonly #growthPages: number;
	/** Why reads and writes are refused. */
	#broken: string | null = null;
	/** Why writes are refused; earlier commits can still be read. */
	#writesRefused: string | null = null;
	#closing: Promise<void> | null = null;

	constructor(options: LmdbOptions) {
		const {
			path,
			readOnly = false,
			durability = fullDurability,
			watch,
			blocks,
			readerCheckMs = usualReaderCheckMs,
		} = options;
		this.#path = path;
		this.#growthPages = (options.snapshotGrowthBytes ?? usualGrowthBytes) / pageBytes;
		this.#blocks = { spaceOf: blockSpace, blockBytes: maximumBlockBytes, ...blocks };
		this.database = openEnvironment({ path, readOnly, syncs: durability.syncs });
		this.reads = new LmdbReads(this, path);
		const first = this.reads.newest();
		this.#group = readOnly
			? null
			: this.#createGroup({
					newestId: first.transactionId,
					gatherMs: durability.gatherMs,
					blocks: this.#blocks,
					space: new DiskSpace(path),
					...(watch === undefined ? {} : { watch }),
				});
		this.reads.release(first);
		const group = this.#group;
		this.#schedule = group && new CompactionSchedule(group.writer, group);
		this.#checkReaders();
		this.#readerCheck = setInterval(() => this.#checkReaders(), readerCheckMs);
		this.#readerCheck.unref();
	}

	#createGroup(options: CommitGroupOptions): CommitGroup {
		const observer = {
			committing: () => this.reads.hold(),
			ended: () => this.reads.letGo(),
			committed: (transactionId: number, hasMovedBlocks: boolean) => this.#committed(transactionId, hasMovedBlocks),
			fellBack: (from: number, newest: number) => this.reads.raise(from, newest),
			broke: (reason: string) => {
				this.reads.freeze();
				this.#breakWrites(reason);
			},
		};
		return new CommitGroup(this, observer, options);
	}

	auditBlocks(): BlockAudit {
		this.checkReads();
		const read = this.reads.newest();
		try {
			return read.state.guard(() => auditBlocks(read.state, this.#blocks.spaceOf));
		} finally {
			this.reads.release(read);
		}
	}

	async fold(): Promise<void> {
		await this.#schedule?.foldAll();
	}

	#committed(transactionId: number, hasMovedBlocks: boolean): void {
		this.#schedule?.notice();
		if (hasMovedBlocks) {
			this.gaps.renew();
		}
		this.reads.publish(transactionId);
	}

	snapshot(): FastSnapshot {
		this.checkReads();
		const read = this.reads.newest();
		if (this.#group !== null && read.transactionId > this.#group.newestId) {
			this.#group.notice(read.transactionId);
		}
		return new LmdbSnapshot(this, read);
	}

	commit(batch: FastBatch): Promise<Commit> {
		const reason = this.#broken ?? this.#writesRefused;
		if (reason !== null) {
			return Promise.reject(new BrokenStore(reason));
		}
		invariant(this.#group !== null, "Nothing is committed to a store that was opened for reading only.");
		if (batch.bytes === undefined) {
			runToEnd(assertWritable(batch));
		}
		return this.#group.commit(batch);
	}

	get hasCompany(): boolean {
		return this.#group?.hasCompany === true;
	}

	commitNow(batch: FastBatch): Commit {
		this.check();
		invariant(this.#group !== null, "Nothing is committed to a store that was opened for reading only.");
		return this.#group.commitNow(batch);
	}

	lackOfSpace(batch: FastBatch): string | undefined {
		return this.#group?.lackOfSpace(batch);
	}

	async settled(): Promise<void> {
		await this.#group?.settled();
	}

	hasReaders(uncounted: ReadonlySet<number>): boolean {
		return this.reads.hasCompany(uncounted);
	}

	check(): void {
		this.checkReads();
		if (this.#writesRefused !== null) {
			throw new BrokenStore(this.#writesRefused);
		}
	}

	checkReads(): void {
		if (this.#broken !== null) {
			throw new BrokenStore(this.#broken);
		}
	}

	refuse(reason: string): never {
		this.#break(reason);
		throw new BrokenStore(this.#broken ?? "");
	}

	refuseWrites(reason: string): never {
		this.#breakWrites(reason);
		throw new BrokenStore(this.#broken ?? this.#writesRefused ?? "");
	}

	#breakWrites(reason: string): void {
		this.#writesRefused ??=
			`The store at ${this.#path} takes no writes any more, only reads, until the server is ` +
			`started again. ${reason}`;
	}

	close(): Promise<void> {
		this.#closing ??= this.#close();
		return this.#closing;
	}

	async #close(): Promise<void> {
		clearInterval(this.#readerCheck);
		this.#schedule?.stop();
		await this.#group?.settled();
		this.#break("It is closed.");
		this.reads.close();
		await this.database.close();
	}

	#break(reason: string): void {
		this.#broken ??= `The store at ${this.#path} can't be used. ${reason}`;
	}

	#checkReaders(): void {
		this.database.readerCheck();
		this.reads.catchUp();
		if (this.#growthPages > 0) {
			this.reads.expire(this.#growthPages);
		}
		if (parseReaders(this.database.readerList()).some((row) => row.process !== process.pid)) {
			this.#group?.noticeCompany();
		}
	}
}
