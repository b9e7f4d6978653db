/**
 * Records of this server on their way into the shared log: gathers commits of a turn, sends them, settles them when
 * they come back.
 *
 * A commit's promise is kept when its record has been applied here, so that its session reads it. At most two
 * records are on their way, and commits made meanwhile are the next one: the fuller the server, the larger its records.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Commit } from "../contract.ts";
import type { FastBatch } from "../fast-store.ts";
import { encodeBatch } from "../page/batch-bytes.ts";
import { type CommitLog, type Position, recordId } from "./commit-log.ts";
import { encodeRecord, headBytes, type MemberName } from "./record.ts";
import { RecordWriter } from "../page/record-bytes.ts";

const mostOnTheirWay = 2;
/** Parts of one commit on their way. */
const mostParts = 4;

interface OwnCommit {
	readonly batch: FastBatch;
	resolve(commit: Commit): void;
	reject(failure: unknown): void;
}

/** Where this server is in the log. */
interface Place {
	readonly position: Position;
	readonly digest: number;
}

type Body = Parameters<typeof encodeRecord>[1];

interface OwnRecordsOptions {
	readonly log: CommitLog;
	readonly name: MemberName;
	readonly place: Place;
	/** Calls a function in the next turn. */
	readonly turn: (work: () => void) => void;
}

export class OwnRecords {
	readonly #log: CommitLog;
	readonly #name: MemberName;
	readonly #place: Place;
	readonly #turn: (work: () => void) => void;
	#number = 0;
	#queue: OwnCommit[] = [];
	#isScheduled = false;
	#onTheirWay = 0;
	/** By number: what waits for a record to come back. */
	readonly #sent = new Map<number, readonly OwnCommit[]>();
	readonly #bytes = new RecordWriter();
	#idle: (() => void)[] = [];
	/** Since the last beat something was sent. */
	hasSent = false;

	constructor({ log, name, place, turn }: OwnRecordsOptions) {
		this.#log = log;
		this.#name = name;
		this.#place = place;
		this.#turn = turn;
	}

	commit(batch: FastBatch): Promise<Commit> {
		return new Promise((resolve, reject) => {
			this.#queue.push({ batch, resolve, reject });
			this.#schedule();
		});
	}

	/** Resolves when the record has been applied here. */
	send(body: Exclude<Body, { readonly kind: "batches" }>): Promise<Commit> {
		return new Promise((resolve, reject) => {
			const waiting: OwnCommit = { batch: { writes: [], conditions: [] }, resolve, reject };
			void this.#append(++this.#number, body, [waiting]);
		});
	}

	/** A record of this server was applied. */
	applied(number: number, answers: readonly Commit[] | undefined, position: Position): void {
		const waiting = this.#sent.get(number);
		if (waiting === undefined) {
			return;
		}
		this.#sent.delete(number);
		waiting.forEach(({ resolve }, at) => resolve(answers?.[at] ?? { done: true, transactionId: position }));
		this.#noteIdle();
	}

	/** The log has not answered for too long: what was not sent is refused, the outcome of the rest is unknown. */
	giveUp(): void {
		this.#rejectAll(
			() => sqlError("clusterWithoutQuorum"),
			() => sqlError("commitOutcomeUnknown"),
		);
	}

	/** Rejects everything. */
	fail(failure: Error): void {
		this.#rejectAll(
			() => failure,
			() => failure,
		);
	}

	#rejectAll(unsent: () => Error, sent: () => Error): void {
		const [queue, onTheirWay] = [this.#queue, [...this.#sent.values()].flat()];
		this.#queue = [];
		this.#sent.clear();
		queue.forEach(({ reject }) => reject(unsent()));
		onTheirWay.forEach(({ reject }) => reject(sent()));
		this.#noteIdle();
	}

	/** Resolves when nothing is queued or on its way. */
	settled(): Promise<void> {
		return this.#isIdle ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
	}

	get #isIdle(): boolean {
		return this.#queue.length === 0 && this.#sent.size === 0;
	}

	#noteIdle(): void {
		if (this.#isIdle) {
			const idle = this.#idle;
			this.#idle = [];
			for (const resolve of idle) {
				resolve();
			}
		}
	}

	#schedule(): void {
		if (!this.#isScheduled && this.#onTheirWay < mostOnTheirWay && this.#queue.length > 0) {
			this.#isScheduled = true;
			this.#turn(() => {
				this.#isScheduled = false;
				this.#sendGroup();
			});
		}
	}

	#sendGroup(): void {
		const room = this.#log.mostRecordBytes - headBytes(this.#name);
		const to = this.#bytes;
		to.cutTo(0);
		to.number(0);
		const group: OwnCommit[] = [];
		for (const own of this.#queue) {
			const before = to.length;
			encodeBatch(own.batch, to);
			if (to.length > room && group.length > 0) {
				to.cutTo(before);
				break;
			}
			group.push(own);
		}
		if (group.length === 0) {
			return;
		}
		this.#queue.splice(0, group.length);
		to.setNumber(0, group.length);
		// Their memory is copied; only their keys are read from here on.
		for (const { batch } of group) {
			batch.changes?.forEach((run) => run.giveBack());
		}
		const bytes = to.finish();
		this.#onTheirWay++;
		const sending =
			bytes.length <= room
				? this.#append(++this.#number, { kind: "batches", bytes }, group)
				: this.#sendParts(bytes, room, group);
		void sending.then(() => {
			this.#onTheirWay--;
			this.#schedule();
		});
		this.#schedule();
	}

	/** The last record, which has the parts decided, is sent when all of them are in the log. */
	async #sendParts(bytes: Uint8Array, room: number, group: readonly OwnCommit[]): Promise<void> {
		const parts = Math.ceil(bytes.length / room);
		const first = this.#number + 1;
		this.#number += parts + 1;
		let next = 0;
		let isWhole = true;
		const send = async (): Promise<void> => {
			for (let at = next++; at < parts && isWhole; at = next++) {
				const part = bytes.subarray(at * room, (at + 1) * room);
				isWhole &&= await this.#append(first + at, { kind: "part", bytes: part }, []);
			}
		};
		await Promise.all(Array.from({ length: mostParts }, send));
		if (isWhole) {
			await this.#append(first + parts, { kind: "whole", first, parts }, group);
		} else {
			group.forEach(({ reject }) => reject(sqlError("clusterWithoutQuorum")));
		}
	}

	/** False: the log has refused it, and who waits for it was told. */
	async #append(number: number, body: Body, waiting: readonly OwnCommit[]): Promise<boolean> {
		this.hasSent = true;
		if (waiting.length > 0) {
			this.#sent.set(number, waiting);
		}
		try {
			const { position, digest } = this.#place;
			const bytes = encodeRecord({ author: this.#name, number, position, digest }, body);
			await this.#log.append(bytes, recordId(this.#name, number));
			return true;
		} catch (failure) {
			this.#sent.delete(number);
			waiting.forEach(({ reject }) => reject(failure));
			this.#noteIdle();
			return false;
		}
	}
}
