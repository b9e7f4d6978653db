/**
 * Log of another process, followed: its groups, read from the feed, in a memtable of this process over LMDB's file.
 *
 * A snapshot is made in three steps, without waiting: the file's newest state, then all groups that the feed has, then
 * a look whether the file's state is still the newest; otherwise again. The file's state names the epoch from which
 * the log is newer, so it is known which groups belong over it. While the state is the newest, the checkpoint of that
 * epoch is not complete, so the owner has not reused its part of the feed; and what a checkpoint has written already
 * was in the feed before.
 */
import { invariant } from "../../errors/invariant.ts";
import { schemaVersionKey, spaces } from "../encoding/keys.ts";
import type { LmdbEngine } from "../lmdb/lmdb.ts";
import type { FastSnapshot } from "../fast-store.ts";
import { leaseIn } from "./foreign-lease.ts";
import { endPlace, type GroupFeed } from "./group-feed.ts";
import { segmentBytes } from "./log-file.ts";
import { decodeLogGroup, groupLength, type LogGroup } from "./log-group.ts";
import { Memtable } from "./memtable.ts";
import { MemtableOverlaySnapshot } from "./memtable-snapshot.ts";

/** Only the owner looks at marks. */
const firstOfMarks = spaces.commitMarks.charCodeAt(0);
/** Read at once: most groups are smaller. */
const windowBytes = 4096;
/** Numbers of states of an epoch, as a share of a state's id: a segment has fewer groups. */
const statesOfEpoch = 2 ** 19;

export class FollowedLog {
	readonly #below: LmdbEngine;
	readonly #feed: GroupFeed;
	readonly #instance: string;
	#memtable = new Memtable();
	/** Where the next group is read. */
	#epoch = -1;
	#offset = 0;
	#place = 0;
	#schemaState = {};
	/** The file's state whose lease is known, and its epoch; undefined: of another owner. */
	#knownState = -1;
	#baseEpoch: number | undefined;
	#window = Buffer.alloc(windowBytes);

	/** `instance`: the owner's. */
	constructor(below: LmdbEngine, feed: GroupFeed, instance: string) {
		this.#below = below;
		this.#feed = feed;
		this.#instance = instance;
	}

	/** The newest state; undefined once the owner has the lease no more. */
	snapshot(): FastSnapshot | undefined {
		let base = this.#below.snapshot();
		for (;;) {
			const epoch = this.#epochOf(base);
			if (epoch === undefined) {
				base.release();
				return undefined;
			}
			const isWhole = this.#catchUp(epoch);
			const again = this.#below.snapshot();
			if (isWhole && again.transactionId === base.transactionId) {
				again.release();
				return this.#over(base, epoch);
			}
			base.release();
			base = again;
		}
	}

	#over(base: FastSnapshot, epoch: number): FastSnapshot {
		const states = (this.#epoch - epoch) * statesOfEpoch + this.#place;
		return new MemtableOverlaySnapshot(
			base,
			this.#memtable.moment(),
			base.transactionId + states / (2 * statesOfEpoch),
			this.#schemaState,
		);
	}

	#epochOf(base: FastSnapshot): number | undefined {
		if (base.transactionId !== this.#knownState) {
			this.#knownState = base.transactionId;
			const { claim } = leaseIn(base);
			this.#baseEpoch = claim.owner?.instance === this.#instance ? claim.epoch : undefined;
		}
		return this.#baseEpoch;
	}

	/** Lays all groups of this epoch of the file's and the next over the memtable. False: the file's state is old. */
	#catchUp(epoch: number): boolean {
		if (epoch > this.#epoch) {
			// All that was laid is in the file.
			this.#memtable = new Memtable();
			this.#schemaState = {};
			this.#begin(epoch);
		} else if (epoch === this.#epoch && this.#memtable.older !== null) {
			this.#memtable.melt();
			// The log may have been given up and taken again meanwhile, and a definition be in the file.
			this.#schemaState = {};
		}
		invariant(epoch >= this.#epoch - 1, "The file is at most one epoch older than what was read of the log.");
		for (let groups = this.#read(); groups.length > 0; groups = this.#read()) {
			for (const { place, writes, bytes } of groups) {
				if (place !== endPlace) {
					this.#lay(writes);
					this.#place++;
					this.#offset += bytes;
				} else if (this.#epoch > epoch) {
					return false;
				} else {
					this.#memtable.freeze();
					this.#begin(this.#epoch + 1);
				}
			}
		}
		return true;
	}

	#begin(epoch: number): void {
		this.#epoch = epoch;
		this.#offset = 0;
		this.#place = 0;
	}

	#lay(writes: LogGroup["writes"]): void {
		this.#memtable.put(writes);
		for (const { key } of writes) {
			if (key === schemaVersionKey) {
				this.#schemaState = {};
			}
		}
	}

	/** The next groups of the epoch, as far as they are whole. */
	#read(): LogGroup[] {
		const groups: LogGroup[] = [];
		const length = this.#feed.read(this.#epoch, this.#offset, this.#window);
		const bytes = this.#window.subarray(0, length);
		for (let at = 0; ; ) {
			const group = this.#decode(bytes, at, this.#place + groups.length);
			if (group === undefined) {
				return groups.length === 0 ? this.#readLong(bytes) : groups;
			}
			groups.push(group);
			if (group.place === endPlace) {
				return groups;
			}
			at += group.bytes;
		}
	}

	#decode(bytes: Buffer, at: number, place: number): LogGroup | undefined {
		// Groups that an earlier epoch has left are not decoded.
		const group = groupLength(bytes, at, this.#epoch) === 0 ? undefined : decodeLogGroup(bytes, at, firstOfMarks);
		return group?.place === place || group?.place === endPlace ? group : undefined;
	}

	/** A group that is longer than the window. */
	#readLong(head: Buffer): LogGroup[] {
		const length = groupLength(head, 0, this.#epoch);
		if (length <= head.length || length > segmentBytes) {
			return [];
		}
		const bytes = Buffer.alloc(length);
		const group = this.#decode(bytes.subarray(0, this.#feed.read(this.#epoch, this.#offset, bytes)), 0, this.#place);
		return group === undefined ? [] : [group];
	}
}
