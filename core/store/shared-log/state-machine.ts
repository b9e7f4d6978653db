/**
 * Replicated state machine: decides each record of the shared log by the state that it meets, and applies it.
 *
 * Depends on the records and the state alone: no clock, no randomness, no layout of the file. So every server that
 * applies the same records in the same order holds the same state, and has decided each commit the same way.
 */
import type { Commit, Entry, Key, Write } from "../contract.ts";
import { logPartKey, logPartPrefix, rangeOf, schemaVersionKey, spaces, sweptPrefix } from "../encoding/keys.ts";
import type { FastBatch, FastSnapshot } from "../fast-store.ts";
import { countsOf } from "../page/count.ts";
import type { Memtable } from "../wal/memtable.ts";
import { MemtableOverlaySnapshot } from "../wal/memtable-snapshot.ts";
import { firstReadSetConflict } from "../wal/read-set-validation.ts";
import type { LoggedBatch } from "../page/batch-bytes.ts";
import { LogFailure, type LogRecord, type Position } from "./commit-log.ts";
import { RollingDigest } from "./digest.ts";
import type { KeptState } from "./kept-state.ts";
import { isFirst, Membership } from "./membership.ts";
import { type DecodedRecord, decodeBatches, decodeRecord, type MemberName } from "./record.ts";

/** So many names of former members are remembered: none may join again. */
const mostGone = 1024;
/** Memory of a write beside its bytes, estimated. */
const writeBytes = 16;

/** The first key of a batch that conflicts with a state. */
export type FindConflict = (batch: FastBatch, live: FastSnapshot) => Key | undefined;

interface Applied {
	readonly author: MemberName;
	readonly number: number;
	/** One for each batch of the record; undefined: the record has none, or has come before. */
	readonly answers: readonly Commit[] | undefined;
}

/** A range that only its own server has locked counts as changed. */
export const findConflict: FindConflict = (batch, live) =>
	batch.ranges?.find(({ digest }) => digest === undefined)?.from ?? firstReadSetConflict(batch, live, () => false);

export class StateMachine {
	readonly members: Membership;
	/** Of the last record applied. */
	position: Position;
	/** Of the last record that changed anything readable: the id of the state. */
	changed: Position;
	/** The same object while the schema is the same. */
	schemaState = {};
	/** Prefixes that the cluster has swept and this file may still have. */
	readonly clearing: Set<Key>;
	/** Estimated bytes written into the memtable since the caller set it to 0. */
	writtenBytes = 0;
	readonly #cluster: string;
	readonly #memtable: Memtable;
	readonly #findConflict: FindConflict;
	readonly #digest: RollingDigest;
	readonly #gone: MemberName[];
	/** Members that have another state than this server. */
	readonly #disagreeing = new Set<MemberName>();

	constructor(memtable: Memtable, kept: KeptState, find: FindConflict = findConflict) {
		this.#memtable = memtable;
		this.#findConflict = find;
		this.#cluster = kept.cluster;
		this.members = new Membership(kept.members);
		this.position = kept.position;
		this.changed = kept.changed;
		this.#digest = new RollingDigest(kept.position, kept.digest);
		this.#gone = [...kept.gone];
		this.clearing = new Set(kept.clearing);
	}

	get digest(): number {
		return this.#digest.value;
	}

	/** To be kept with the writes of the memtable as it is now. */
	kept(): KeptState {
		return {
			cluster: this.#cluster,
			position: this.position,
			changed: this.changed,
			digest: this.digest,
			members: this.members.kept(),
			gone: this.#gone,
			clearing: [...this.clearing],
		};
	}

	/**
	 * Applies the next record over the file's state.
	 *
	 * @throws LogFailure if this server must not go on: it cannot read the record, or its state differs from others'
	 */
	apply({ position, bytes }: LogRecord, file: FastSnapshot): Applied {
		const record = decodeRecord(bytes);
		if (position <= this.position || record.position > this.position) {
			throw new LogFailure(`The log has lost records, or their order: record ${position} after ${this.position}.`);
		}
		this.#compare(record);
		this.#digest.begin(bytes);
		const live = new MemtableOverlaySnapshot(file, this.#memtable, position);
		const answers = this.#take(record, position, live);
		this.#digest.end(position);
		this.position = position;
		return { author: record.author, number: record.number, answers };
	}

	/** Throws once this server's state differs from that of half of the members. */
	#compare({ author, position, digest }: DecodedRecord): void {
		const own = this.#digest.at(position);
		if (!this.members.has(author) || (own === undefined && !this.#digest.covers(position))) {
			return;
		}
		if (own === digest) {
			this.#disagreeing.delete(author);
			return;
		}
		this.#disagreeing.add(author);
		if (2 * this.#disagreeing.size >= this.members.size) {
			throw new LogFailure(
				`The state of this server differs from that of ${[...this.#disagreeing].join(", ")} at record ${position}: ` +
					"it must be made anew from a backup of a server that is right.",
			);
		}
	}

	#take(record: DecodedRecord, position: Position, live: FastSnapshot): readonly Commit[] | undefined {
		const { author, number, body } = record;
		if (body.kind === "join") {
			if (!this.members.has(author) && !this.#gone.includes(author)) {
				this.#remove(body.facts.replaces ?? "", live);
				this.members.join(author, body.facts, position);
				isFirst(this.members.get(author)!, number);
			}
			return undefined;
		}
		const member = this.members.get(author);
		if (member === undefined) {
			return body.kind === "batches" ? body.batches.map(() => ({ done: false, conflict: "" })) : undefined;
		}
		member.heard = position;
		if (!isFirst(member, number)) {
			return undefined;
		}
		switch (body.kind) {
			case "batches":
				return this.#decide(body.batches, position, live);
			case "part":
				this.#put([{ key: logPartKey(author, number), value: body.bytes }]);
				return undefined;
			case "whole":
				return this.#decide(this.#gather(author, body, live), position, live);
			case "leave":
				this.#remove(author, live);
				return undefined;
			case "out":
				if (this.members.get(body.member)?.heard === body.heard) {
					this.#remove(body.member, live);
				}
				return undefined;
			case "beat":
				member.folded = body.folded;
				return undefined;
		}
	}

	#decide(batches: readonly LoggedBatch[], position: Position, live: FastSnapshot): readonly Commit[] {
		const before = this.changed;
		return batches.map(({ since, batch }) => {
			const isUnchanged = since >= before && this.changed === before;
			const conflict = isUnchanged ? undefined : this.#findConflict(batch, live);
			this.#digest.mix(conflict === undefined ? 1 : 0);
			if (conflict !== undefined) {
				return { done: false, conflict };
			}
			this.#write(batch, position, live);
			return { done: true, transactionId: position };
		});
	}

	#write({ writes, additions = [] }: FastBatch, position: Position, live: FastSnapshot): void {
		const counts = countsOf(additions, live);
		for (const { value } of counts) {
			value!.forEach((byte) => this.#digest.mix(byte));
		}
		if (writes.length + counts.length === 0) {
			return;
		}
		this.#put(writes);
		this.#put(counts);
		this.changed = position;
		for (const { key, value } of writes) {
			if (key === schemaVersionKey) {
				this.schemaState = {};
			}
			// The mark of a sweep is removed by the first server that has nothing left; the others clear by themselves.
			if (value === null && key.startsWith(spaces.sweeps)) {
				this.clearing.add(sweptPrefix(key));
			}
		}
	}

	#put(writes: readonly Write[]): void {
		this.#memtable.put(writes);
		for (const { key, value } of writes) {
			this.writtenBytes += writeBytes + key.length + (value?.length ?? 0);
		}
	}

	/** The batches of a record that came in parts. */
	#gather(
		author: MemberName,
		{ first, parts }: { readonly first: number; readonly parts: number },
		live: FastSnapshot,
	): readonly LoggedBatch[] {
		const keys = Array.from({ length: parts }, (_, at) => logPartKey(author, first + at));
		const found = keys.map((key) => live.get(key) as Uint8Array | undefined);
		if (found.includes(undefined)) {
			throw new LogFailure(`The log has lost a part of a commit of ${author}.`);
		}
		const batches = decodeBatches(Buffer.concat(found as Uint8Array[]));
		this.#put(keys.map((key) => ({ key, value: null })));
		return batches;
	}

	/** Removes a member, with the parts of commits that it will not finish. */
	#remove(name: MemberName, live: FastSnapshot): void {
		if (!this.members.has(name)) {
			return;
		}
		this.members.remove(name);
		this.#disagreeing.delete(name);
		this.#gone.push(name);
		this.#gone.splice(0, this.#gone.length - mostGone);
		const scan = live.scan(rangeOf(logPartPrefix(name)));
		const parts: Write[] = [];
		for (let entries = scan.next(); entries !== null; entries = scan.next()) {
			parts.push(...(entries as readonly Entry[]).map(({ key }) => ({ key, value: null })));
		}
		this.#put(parts);
	}
}
