/**
 * What a statement may keep beside the store: memory up to a limit, and temporary files beyond.
 *
 * In: the server's pool and folder, the session's limit. Out: allowances and files, all of them given back when the
 * statement is over, however it ended. It refuses to know what is kept.
 */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Allowance, type MemoryPool, type MemorySource } from "./memory-pool.ts";
import { SpillFile, spillName } from "./spill-file.ts";

export interface Scratch {
	/** Memory for one operator; `times` as much as others, for who keeps so much more in it. */
	allowance(times?: number): Allowance;
	/** A file for one operator, which may close it before the statement ends. */
	file(): SpillFile;
}

export interface ScratchPlace {
	readonly pool: MemoryPool;
	/** Where temporary files go. */
	readonly folder: string;
}

export class SessionScratch implements Scratch, MemorySource {
	readonly #place: ScratchPlace;
	readonly #limit: () => number;
	/** Of the pool. */
	#taken = 0;
	readonly #files = new Set<SpillFile>();

	/** `limit`: how much one operator may keep, asked for each. */
	constructor(place: ScratchPlace, limit: () => number) {
		this.#place = place;
		this.#limit = limit;
	}

	get isUsed(): boolean {
		return this.#taken > 0 || this.#files.size > 0;
	}

	allowance(times = 1): Allowance {
		return new Allowance(this, this.#limit() * times);
	}

	file(): SpillFile {
		const file = new SpillFile(this.#place.folder, () => this.#files.delete(file));
		this.#files.add(file);
		return file;
	}

	take(bytes: number): boolean {
		const isThere = this.#place.pool.take(bytes);
		this.#taken += isThere ? bytes : 0;
		return isThere;
	}

	give(bytes: number): void {
		const given = Math.min(bytes, this.#taken);
		this.#taken -= given;
		this.#place.pool.give(given);
	}

	/** The statement is over. */
	clear(): void {
		this.give(this.#taken);
		for (const file of this.#files) {
			file.close();
		}
	}
}

/** Files of processes that died between making one and taking its name away. */
export function removeStaleFiles(folder: string, isAlive: (processId: number) => boolean): void {
	try {
		for (const name of readdirSync(folder)) {
			const owner = spillName.exec(name)?.[1];
			if (owner !== undefined && !isAlive(Number(owner))) {
				rmSync(join(folder, name), { force: true });
			}
		}
	} catch {
		// Where there is no such folder there are no such files; where it can't be read, the first file says so.
	}
}
