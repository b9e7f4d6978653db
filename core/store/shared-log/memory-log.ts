/**
 * Shared log in memory, for tests: reorders appends that are on their way, and takes some twice, as a log may.
 */
import { setImmediate } from "../../async/timers.ts";
import { type CommitLog, LogFailure, type LogRecord, type Position } from "./commit-log.ts";

const usualRecordBytes = 1 << 20;

interface MemoryLogOptions {
	readonly mostRecordBytes?: number;
	/** Calls a function later; the order is the caller's. Default: in the next turn. */
	readonly later?: (work: () => void) => void;
	/** Whether the next record is taken twice. */
	readonly repeats?: () => boolean;
}

export class MemoryLog {
	readonly #records: LogRecord[] = [];
	readonly #options: MemoryLogOptions;
	readonly #pumps = new Set<() => void>();

	constructor(options: MemoryLogOptions = {}) {
		this.#options = options;
	}

	get length(): number {
		return this.#records.length;
	}

	/** The log as one server sees it. `change`: for tests, another view of a record; undefined: it is skipped. */
	connect(change: (record: LogRecord) => readonly LogRecord[] = (record) => [record]): CommitLog {
		const later = this.#options.later ?? setImmediate;
		const { repeats = () => false, mostRecordBytes = usualRecordBytes } = this.#options;
		let isClosed = false;
		let next = 0;
		let take: ((record: LogRecord) => void) | undefined;
		let isScheduled = false;
		const pump = (): void => {
			if (!isScheduled && !isClosed && take !== undefined && next < this.#records.length) {
				isScheduled = true;
				later(() => {
					isScheduled = false;
					if (!isClosed && next < this.#records.length) {
						change(this.#records[next++]!).forEach(take!);
						pump();
					}
				});
			}
		};
		const add = (bytes: Uint8Array): Position => {
			const position = this.#records.length + 1;
			this.#records.push({ position, bytes });
			this.#pumps.forEach((each) => each());
			return position;
		};
		return {
			mostRecordBytes,
			silentMs: 0,
			append: (bytes) =>
				new Promise((resolve, reject) => {
					if (isClosed) {
						reject(new LogFailure("The log is closed."));
						return;
					}
					later(() => {
						const position = add(bytes);
						if (!isClosed) {
							resolve(position);
						}
					});
					if (repeats()) {
						later(() => add(bytes));
					}
				}),
			follow: async (after, given) => {
				next = after;
				take = given;
				this.#pumps.add(pump);
				pump();
			},
			tail: async () => this.#records.length,
			trim: async () => {},
			close: async () => {
				isClosed = true;
				this.#pumps.delete(pump);
			},
		};
	}
}
