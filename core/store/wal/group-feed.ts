/**
 * Group feed: the groups of an owner's log as other processes read them, in a file of its own that is never synced.
 *
 *     verso-INSTANCE.feed   | groups of even epochs, 8 MiB | end | groups of odd epochs, 8 MiB | end |
 *
 * Each group is written here once it is on disk in the log, at the same place, and its commits are acknowledged after
 * that: so what another process reads here is durable, and it is everything that was acknowledged. A group without
 * writes and with the greatest place says that an epoch has ended. Why not the log itself: it is written past the
 * page cache, and where it is not, it is readable before it is durable. After a power loss nothing here is read.
 */
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { segmentBytes } from "./log-file.ts";
import { LogGroupEncoder, sectorBytes } from "./log-group.ts";

/** The place of the group that ends an epoch. */
export const endPlace = 2 ** 32 - 1;

const areaBytes = segmentBytes + sectorBytes;

export class GroupFeed {
	readonly #path: string;
	readonly #ends = new LogGroupEncoder((bytes) => Buffer.alloc(bytes));
	#file: number | undefined;

	constructor(path: string) {
		this.#path = path;
	}

	/** Makes the file, with all its room, before the owner takes its lease. Throws the system's error. */
	make(): void {
		if (this.#file === undefined) {
			const file = openSync(this.#path, "w+");
			writeSync(file, Buffer.alloc(2 * areaBytes));
			this.#file = file;
		}
	}

	/** Opens the file of another process. */
	open(): void {
		this.#file ??= openSync(this.#path, "r");
	}

	write(epoch: number, offset: number, bytes: Uint8Array): void {
		const start = (epoch & 1) * areaBytes + offset;
		for (let written = 0; written < bytes.length; ) {
			written += writeSync(this.#file!, bytes, written, bytes.length - written, start + written);
		}
	}

	/** The epoch has no more groups. */
	end(epoch: number, offset: number): void {
		this.#ends.begin();
		this.write(epoch, offset, this.#ends.finish(epoch, endPlace));
	}

	/** Reads what is there of an epoch from an offset on, as much as fits; returns how much. */
	read(epoch: number, offset: number, into: Uint8Array): number {
		const length = Math.min(into.length, areaBytes - offset);
		return length <= 0 ? 0 : readSync(this.#file!, into, 0, length, (epoch & 1) * areaBytes + offset);
	}

	close(): void {
		if (this.#file !== undefined) {
			closeSync(this.#file);
			this.#file = undefined;
		}
	}
}
