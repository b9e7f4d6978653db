/**
 * GET_LOCK() names among processes that have the same data directory open.
 *
 * Sessions of one process compete in its lock table first. Names are stored, each with the process that holds it: the
 * lock of a dead process is void, so that a claim needs no record in the write-ahead log. A waiting process polls;
 * deadlocks between processes are not detected.
 *
 *     23 bytes(name)   {"processId": 77, "run": "...", "began": "8812", "server": "...", "connectionId": 3}
 */
import { isRunning, nameInRun, type Owner, thisOwner } from "../../exec/write/owner.ts";
import { after } from "../../async/maybe-promise.ts";
import { lockedNameKey } from "../../store/encoding/keys.ts";
import type { Write } from "../../store/contract.ts";
import type { FastStore } from "../../store/fast-store.ts";
import type { ByteString } from "../../types/value/value.ts";

type NameOwner = Owner & { readonly server: string; readonly connectionId: number };

export class SharedNames {
	readonly #store: FastStore;
	/** Distinguishes several servers in one process. */
	readonly #server = nameInRun();
	/** The last release, which the next claim waits for. */
	#released: Promise<unknown> = Promise.resolve();

	constructor(store: FastStore) {
		this.#store = store;
	}

	/** Claims a name; true: this server holds it now. */
	async claim(name: ByteString, connectionId: number): Promise<boolean> {
		await this.#released;
		const key = lockedNameKey(name);
		const read = this.#read(name);
		const seen = read instanceof Promise ? await read : read;
		if (seen !== undefined && this.#isForeign(decodeOwner(seen))) {
			return false;
		}
		const owner: NameOwner = { ...thisOwner(this.#store.members), server: this.#server, connectionId };
		const writes = [{ key, value: Buffer.from(JSON.stringify(owner), "latin1") }];
		// It is read in this turn: nothing came between, as a condition would say.
		if (!(read instanceof Promise) && this.#store.commitUnlogged?.(writes) === true) {
			return true;
		}
		const commit = await this.#store.commit({ writes, conditions: [{ key, seen }] });
		return commit.done;
	}

	/** Releases in the background; only the next claim waits for it. */
	release(names: Iterable<ByteString>): void {
		const writes = Array.from(names, (name): Write => ({ key: lockedNameKey(name), value: null }));
		if (writes.length > 0 && this.#store.commitUnlogged?.(writes) !== true) {
			this.#released = this.#released
				.then(() => this.#store.commit({ writes, conditions: [] }))
				.catch(() => {
					// The store is closed: a lock of a closed process is void.
				});
		}
	}

	/** Resolves when pending releases are stored. */
	settled(): Promise<unknown> {
		return this.#released;
	}

	/** Returns the connection of another server that holds the name; null: none, as far as a synchronous read shows. */
	holderOf(name: ByteString): number | null {
		const bytes = this.#read(name);
		if (bytes === undefined || bytes instanceof Promise) {
			return null;
		}
		const owner = decodeOwner(bytes);
		return this.#isForeign(owner) ? owner.connectionId : null;
	}

	#isForeign(owner: NameOwner): boolean {
		return owner.server !== this.#server && isRunning(owner, this.#store.members);
	}

	#read(name: ByteString): Uint8Array | undefined | Promise<Uint8Array | undefined> {
		const snapshot = this.#store.snapshot();
		const bytes = after(snapshot.get(lockedNameKey(name)), (found) =>
			found === undefined ? undefined : Uint8Array.from(found),
		);
		if (bytes instanceof Promise) {
			return bytes.finally(() => snapshot.release());
		}
		snapshot.release();
		return bytes;
	}
}

function decodeOwner(bytes: Uint8Array): NameOwner {
	return JSON.parse(Buffer.from(bytes).toString("latin1")) as NameOwner;
}
