/**
 * The durable engine: one LMDB file, its own log, with nothing to recover.
 *
 * In: the path of a file inside the data directory. Out: a store whose commits are on disk when their promise
 * resolves, and which other processes may have open too. A full disk is noticed before a commit, and refuses it as
 * long as it is full.
 *
 *     snapshot ──► lmdb-reads ─► lmdb-snapshot ─► sealed-value ─┐
 *     commit ────► commit-group ────────────────► sealed-value ─┴─► lmdb-environment ─► file
 */
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

/** A killed reader pins pages until somebody looks. */
const usualReaderCheckMs = 10_000;
/** A snapshot is too old when the file has grown by so much since: see `LmdbReads.expire`. */
const usualGrowthBytes = 2 ** 32;

export interface LmdbOptions {
	/** The file; `-lock` is appended for its neighbour. Missing directories are made. */
	readonly path: string;
	/** Refuses commits; the file must exist. */
	readonly readOnly?: boolean;
	/** Default: everything is on disk before it is acknowledged. */
	readonly durability?: Durability;
	/** For tests: other keys than a table's contents in blocks, or smaller blocks. */
	readonly blocks?: Partial<BlockOptions>;
	/** A snapshot since which the file has grown by more is read no more; 0: never. */
	readonly snapshotGrowthBytes?: number;
	/** How often readers are looked at: those that died, those that are too old. */
	readonly readerCheckMs?: number;
	/** Told of each stage of a commit; for crash tests. */
	readonly watch?: WatchCommit;
	/** Called after each checkpoint of the write-ahead log into the file. */
	readonly checkpointed?: (facts: CheckpointFacts) => void;
}

interface CheckpointFacts {
	/** The log's epoch that follows. */
	readonly epoch: number;
	/** Commits of the file that it took. */
	readonly parts: number;
	readonly elapsedMs: number;
}

/** What who lays something over this engine needs of it. */
export interface LmdbEngine extends FastStore {
	/** As `commit`, while this thread waits. */
	commitNow(batch: FastBatch): Commit;
	/** Resolves when nothing is queued or being written. */
	settled(): Promise<void>;
	/** Whether another process, or another thread of ours, reads or has just read. */
	hasReaders(): boolean;
	/** Nothing can be served any more. */
	refuse(reason: string): never;
	/** Nothing is written any more. */
	refuseWrites(reason: string): never;
	/** Packs at once what is else packed when there is nothing else to do. */
	fold(): Promise<void>;
	/** Looks at all blocks of the newest state. */
	auditBlocks(): BlockAudit;
}

/** Throws a `StoreRefusal` if the file can't be opened. */
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
	/** Why nothing is served any more. */
	#broken: string | null = null;
	/** Why nothing is written any more: what was committed before is still there to be read. */
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
		this.#group?.notice(read.transactionId);
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

	async settled(): Promise<void> {
		await this.#group?.settled();
	}

	hasReaders(): boolean {
		return this.reads.hasCompany();
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
