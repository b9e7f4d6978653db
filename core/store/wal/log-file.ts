/**
 * Log file of the write-ahead log: two preallocated segments, overwritten in turn.
 *
 *     verso.log   | segment of even epochs, 8 MiB | segment of odd epochs, 8 MiB |
 *     segment     | group | group | ... | left over from an earlier epoch, or zeros |
 *
 * A write into preallocated blocks changes nothing but them, so that the disk syncs once. Measured, CPU time of a
 * durable write of up to 4 KB: 45 us here; LMDB's commit, four pages, two syncs: 170 us.
 */
import {
	closeSync,
	constants,
	existsSync,
	fstatSync,
	openSync,
	readSync,
	rmSync,
	statSync,
	write,
	writeSync,
} from "node:fs";
import { promisify } from "node:util";
import { StoreRefusal } from "../failure.ts";
import { makeWholeFile } from "../lmdb/new-file.ts";
import { directMemory, takesDirectly } from "./direct-memory.ts";
import { decodeLogGroup, type LogGroup, sectorBytes } from "./log-group.ts";

export const segmentBytes = 2 ** 23;
/** Segment size of older versions, whose leases do not name it. */
export const formerSegmentBytes = 2 ** 22;

/** O_DSYNC: every write is on disk when it returns. Some systems lack O_DIRECT, and its constant. */
const { O_RDWR, O_DSYNC } = constants;
const O_DIRECT: number | undefined = constants.O_DIRECT;

const writePart = promisify(write);

/** Path of the log beside a store's file. */
export function logPathOf(storePath: string): string {
	return `${storePath.replace(/\.mdb$/, "")}.log`;
}

/** Memory that groups are written from. `bytes`: whole sectors. */
export function logMemory(bytes: number): Buffer {
	return directMemory(bytes) ?? Buffer.alloc(bytes);
}

export class LogFile {
	readonly #path: string;
	#file: number | undefined;

	constructor(path: string) {
		this.#path = path;
	}

	/** Opens or creates the file before the lease is taken; its contents are not needed. Throws the system's error. */
	open(): void {
		if (this.#file === undefined) {
			if (existsSync(this.#path) && statSync(this.#path).size === 2 * formerSegmentBytes) {
				rmSync(this.#path);
			}
			if (!existsSync(this.#path)) {
				makeWholeFile(this.#path, Buffer.alloc(2 * segmentBytes));
			}
			this.#file = this.#openDirectly() ?? openSync(this.#path, O_RDWR | O_DSYNC);
			if (fstatSync(this.#file).size !== 2 * segmentBytes) {
				throw new StoreRefusal(`The log ${this.#path} was cut off.`);
			}
		}
	}

	/** Undefined where the file system or its disk does not support it. */
	#openDirectly(): number | undefined {
		let file: number | undefined;
		try {
			file = O_DIRECT === undefined ? undefined : openSync(this.#path, O_RDWR | O_DSYNC | O_DIRECT);
		} catch {
			return undefined;
		}
		if (file !== undefined && !takesDirectly(file)) {
			closeSync(file);
			return undefined;
		}
		return file;
	}

	/** Writes whole sectors of `logMemory`. On disk when it returns; throws the system's error. */
	write(epoch: number, offset: number, bytes: Uint8Array): void {
		const start = (epoch & 1) * segmentBytes + offset;
		for (let written = 0; written < bytes.length; ) {
			written += writeSync(this.#file!, bytes, written, bytes.length - written, start + written);
		}
	}

	/** The same on another thread. Rejects with the system's error. */
	async writeAside(epoch: number, offset: number, bytes: Uint8Array): Promise<void> {
		const start = (epoch & 1) * segmentBytes + offset;
		for (let written = 0; written < bytes.length; ) {
			written += (await writePart(this.#file!, bytes, written, bytes.length - written, start + written)).bytesWritten;
		}
	}

	close(): void {
		if (this.#file !== undefined) {
			closeSync(this.#file);
			this.#file = undefined;
		}
	}

	/**
	 * Reads the groups of an epoch. Throws a `StoreRefusal` if one before the last is damaged, or the file is missing.
	 * `size`: of segments, in bytes.
	 */
	read(epoch: number, size: number): LogGroup[] {
		const segment = this.#readSegment(epoch, size);
		const groups: LogGroup[] = [];
		let at = 0;
		for (;;) {
			const group = decodeLogGroup(segment, at);
			if (group === undefined || group.epoch !== epoch || group.place !== groups.length) {
				break;
			}
			groups.push(group);
			at += group.bytes;
		}
		// A write torn by a power loss is no valid group, but no group follows it.
		for (at += sectorBytes; at < segment.length; at += sectorBytes) {
			if (decodeLogGroup(segment, at)?.epoch === epoch) {
				throw new StoreRefusal(
					`The log ${this.#path} is damaged: behind ${groups.length} groups of epoch ${epoch} one cannot be ` +
						`read, and others follow it.`,
				);
			}
		}
		return groups;
	}

	#readSegment(epoch: number, size: number): Buffer {
		if (!existsSync(this.#path)) {
			throw new StoreRefusal(`The log ${this.#path} is missing, which holds commits that the store lacks.`);
		}
		const file = openSync(this.#path, "r");
		try {
			const segment = Buffer.alloc(size);
			readSync(file, segment, 0, size, (epoch & 1) * size);
			return segment;
		} finally {
			closeSync(file);
		}
	}
}
