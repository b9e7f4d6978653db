/**
 * Planted faults of one simulated server: each must be found, or the simulation proves nothing.
 */
import type { Commit, Range, Scan } from "../../../core/store/contract.ts";
import { keptStateKey } from "../../../core/store/encoding/keys.ts";
import type { FastBatch, FastSnapshot } from "../../../core/store/fast-store.ts";
import type { LogRecord } from "../../../core/store/shared-log/commit-log.ts";
import type { LocalFile } from "../../../core/store/shared-log/fold.ts";
import type { KeptState } from "../../../core/store/shared-log/kept-state.ts";
import type { FindConflict } from "../../../core/store/shared-log/state-machine.ts";
import type { Random } from "./random.ts";

export const faults = [
	"a record is skipped",
	"conditions are not looked at",
	"repeats are forgotten by a restart",
	"half a fold reaches the file",
	"a part is lost",
	"a sweep ends after what one commit removes",
	"two records change places",
] as const;

export type Fault = (typeof faults)[number];

/** The kind of a record that is a part: the second byte. */
const partKind = 1;

export function faultyView(fault: Fault, random: Random): ((record: LogRecord) => readonly LogRecord[]) | undefined {
	let held: LogRecord | undefined;
	switch (fault) {
		case "a record is skipped":
			return (record) => (random.chance(0.02) ? [] : [record]);
		case "a part is lost":
			return (record) => (record.bytes[1] === partKind && random.chance(0.2) ? [] : [record]);
		case "two records change places":
			return (record) => {
				if (held !== undefined) {
					const first = held;
					held = undefined;
					return [
						{ position: first.position, bytes: record.bytes },
						{ position: record.position, bytes: first.bytes },
					];
				}
				if (random.chance(0.03)) {
					held = record;
					return [];
				}
				return [record];
			};
		default:
			return undefined;
	}
}

export function faultyDecision(fault: Fault): FindConflict | undefined {
	return fault === "conditions are not looked at" ? () => undefined : undefined;
}

export function faultyFile(fault: Fault, file: LocalFile, later: (work: () => void) => void): LocalFile {
	switch (fault) {
		case "repeats are forgotten by a restart":
			return new ForgetfulFile(file);
		case "half a fold reaches the file":
			return new HalvingFile(file, later);
		case "a sweep ends after what one commit removes":
			return new HastyFile(file);
		default:
			return file;
	}
}

class PassingFile implements LocalFile {
	protected readonly file: LocalFile;

	constructor(file: LocalFile) {
		this.file = file;
	}

	snapshot(): FastSnapshot {
		return this.file.snapshot();
	}

	commit(batch: FastBatch): Promise<Commit> {
		return this.file.commit(batch);
	}

	check(): void {
		this.file.check();
	}

	close(): Promise<void> {
		return this.file.close();
	}
}

class ForgetfulFile extends PassingFile {
	override commit(batch: FastBatch): Promise<Commit> {
		const writes = batch.writes.map((write) => {
			if (write.key !== keptStateKey) {
				return write;
			}
			const kept = JSON.parse(Buffer.from(write.value!).toString("latin1")) as KeptState;
			const members = kept.members.map((member) => ({ ...member, all: 0, more: [] }));
			return { key: write.key, value: Buffer.from(JSON.stringify({ ...kept, members }), "latin1") };
		});
		return this.file.commit({ ...batch, writes });
	}
}

class HalvingFile extends PassingFile {
	readonly #later: (work: () => void) => void;

	constructor(file: LocalFile, later: (work: () => void) => void) {
		super(file);
		this.#later = later;
	}

	override async commit(batch: FastBatch): Promise<Commit> {
		const half = batch.writes.length >> 1;
		await this.file.commit({ ...batch, writes: batch.writes.slice(0, half) });
		await new Promise<void>((resolve) => this.#later(resolve));
		return this.file.commit({ ...batch, writes: batch.writes.slice(half) });
	}
}

/** Removes one entry of a space, and holds the space for empty then. */
class HastyFile extends PassingFile {
	#hasCleared = false;

	override async commit(batch: FastBatch): Promise<Commit> {
		const [prefix] = batch.cleared ?? [];
		if (prefix === undefined) {
			return this.file.commit(batch);
		}
		this.#hasCleared = true;
		const snapshot = this.file.snapshot();
		const scan = snapshot.scan({ from: prefix, to: `${prefix}\xff`, limit: 1 });
		const found = (await scan.next()) ?? [];
		scan.close();
		snapshot.release();
		return this.file.commit({ writes: found.slice(0, 1).map(({ key }) => ({ key, value: null })), conditions: [] });
	}

	override snapshot(): FastSnapshot {
		const snapshot = this.file.snapshot();
		if (this.#hasCleared) {
			const scan = snapshot.scan.bind(snapshot);
			const nothing: Scan = { next: () => null, close: () => {} };
			snapshot.scan = (range: Range) => (range.limit === 1 ? nothing : scan(range));
		}
		return snapshot;
	}
}
