/**
 * Memory budget and temporary files of one statement, all released when it ends, however it ends.
 */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Allowance, type MemoryPool, type MemorySource } from "./memory-pool.ts";
import { SpillFile, spillName } from "./spill-file.ts";

export interface Scratch {
	/** Memory for one operator; `times`: factor on the limit, for dense representations. */
	allowance(times?: number): Allowance;
	/** A file for one operator, which may close it before the statement ends. */
	file(): SpillFile;
}

export interface ScratchPlace {
	readonly pool: MemoryPool;
	readonly folder: string;
}

export class SessionScratch implements Scratch, MemorySource {
	readonly #place: ScratchPlace;
	readonly #limit: () => number;
	/** The statement has asked for memory or a file. */
	isUsed = false;
	/** Taken from the pool. */
	#taken = 0;
	readonly #files = new Set<SpillFile>();

	/** `limit`: memory limit of one operator, read for each. */
	constructor(place: ScratchPlace, limit: () => number) {
		this.#place = place;
		this.#limit = limit;
	}

	allowance(times = 1): Allowance {
		return new Allowance(this, this.#limit() * times);
	}

	file(): SpillFile {
		const file = new SpillFile(this.#place.folder, () => this.#files.delete(file));
		this.#files.add(file);
		this.isUsed = true;
		return file;
	}

	take(bytes: number): boolean {
		const isThere = this.#place.pool.take(bytes);
		this.#taken += isThere ? bytes : 0;
		this.isUsed = true;
		return isThere;
	}

	give(bytes: number): void {
		const given = Math.min(bytes, this.#taken);
		this.#taken -= given;
		this.#place.pool.give(given);
	}

	/** Called at the end of the statement. */
	clear(): void {
		this.isUsed = false;
		this.give(this.#taken);
		for (const file of this.#files) {
			file.close();
		}
	}
}

/** Removes files of processes that died between creating and unlinking one. */
export function removeStaleFiles(folder: string, isAlive: (processId: number) => boolean): void {
	try {
		for (const name of readdirSync(folder)) {
			const owner = spillName.exec(name)?.[1];
			if (owner !== undefined && !isAlive(Number(owner))) {
				rmSync(join(folder, name), { force: true });
			}
		}
	} catch {
		// Without the folder there are no such files; if it is unreadable, the first file reports it.
	}
}
