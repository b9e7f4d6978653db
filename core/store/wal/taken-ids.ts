/**
 * Taken ids: the next AUTO_INCREMENT id of each table, as the processes of one server tell each other, in a file that
 * all of them write.
 *
 *     verso.ids   | slot | slot | ... 4,096 |     slot   | table 8 | next id 8 |     a table's slot: its id modulo 4,096
 *
 * Stored rows say only which ids are committed. Without this, processes that insert into one table at the same time
 * take the same ids, again at each new try, and the one whose commits are later never gets ahead. It is a hint:
 * two that look in the same microsecond take the same id, as may those of tables of one slot, and the later commit
 * conflicts. Never synced; begun anew by the first of the processes.
 */
import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import type { TakenIds } from "../fast-store.ts";

const slots = 4096;
const slotBytes = 16;

export class TakenIdsFile implements TakenIds {
	readonly #path: string;
	readonly #slot = Buffer.alloc(slotBytes);
	#file: number | undefined;

	constructor(path: string) {
		this.#path = path;
	}

	/** `isFirst`: no other process uses it. */
	begin(isFirst: boolean): void {
		try {
			if (isFirst) {
				rmSync(this.#path, { force: true });
			}
			// The mode "a+" would write at the end.
			this.#file = openSync(this.#path, isFirst ? "w+" : "r+", 0o600);
			if (isFirst) {
				writeSync(this.#file, Buffer.alloc(slots * slotBytes));
			}
		} catch {
			// No space, or the first process has just gone: ids conflict more often.
			this.close(false);
		}
	}

	nextOf(table: number): number | undefined {
		if (this.#file === undefined || readSync(this.#file, this.#slot, 0, slotBytes, positionOf(table)) < slotBytes) {
			return undefined;
		}
		return this.#slot.readDoubleLE(0) === table ? this.#slot.readDoubleLE(8) : undefined;
	}

	take(table: number, next: number): void {
		if (this.#file !== undefined) {
			this.#slot.writeDoubleLE(table, 0);
			this.#slot.writeDoubleLE(next, 8);
			writeSync(this.#file, this.#slot, 0, slotBytes, positionOf(table));
		}
	}

	/** `isLast`: no other process uses it. */
	close(isLast: boolean): void {
		if (this.#file !== undefined) {
			closeSync(this.#file);
			this.#file = undefined;
		}
		if (isLast) {
			rmSync(this.#path, { force: true });
		}
	}
}

function positionOf(table: number): number {
	return (table % slots) * slotBytes;
}
