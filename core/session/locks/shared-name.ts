/**
 * Names that GET_LOCK() holds, for all processes that have the same data open.
 *
 * In: names, of which the sessions of this process have agreed who may ask. Out: whether nobody else has them. They
 * lie in the store, each with the process that has it: one that has died holds nothing. Whoever finds a name taken
 * looks again later; that two processes wait for each other is not found out.
 *
 *     23 bytes(name)   {"processId": 77, "run": "...", "began": "8812", "server": "...", "connectionId": 3}
 */
import { isRunning, thisProcess } from "../../exec/write/ddl-write-barrier.ts";
import { after } from "../../async/maybe-promise.ts";
import { randomName } from "../../async/random-bytes.ts";
import { lockedNameKey } from "../../store/encoding/keys.ts";
import type { Write } from "../../store/contract.ts";
import type { FastStore } from "../../store/fast-store.ts";
import type { ByteString } from "../../types/value/value.ts";

type Owner = typeof thisProcess & { readonly server: string; readonly connectionId: number };

export class SharedNames {
	readonly #store: FastStore;
	/** Several servers may run in one process. */
	readonly #server = randomName();
	/** The last release, which the next claim waits for. */
	#released: Promise<unknown> = Promise.resolve();

	constructor(store: FastStore) {
		this.#store = store;
	}

	/** True: it is this server's now. */
	async claim(name: ByteString, connectionId: number): Promise<boolean> {
		await this.#released;
		const key = lockedNameKey(name);
		const seen = await this.#read(name);
		if (seen !== undefined && this.#isForeign(decodeOwner(seen))) {
			return false;
		}
		const owner: Owner = { ...thisProcess, server: this.#server, connectionId };
		const commit = await this.#store.commit({
			writes: [{ key, value: Buffer.from(JSON.stringify(owner), "latin1") }],
			conditions: [{ key, seen }],
		});
		return commit.done;
	}

	/** Nobody waits for it but who asks for names next. */
	release(names: Iterable<ByteString>): void {
		const writes = Array.from(names, (name): Write => ({ key: lockedNameKey(name), value: null }));
		if (writes.length > 0) {
			this.#released = this.#released
				.then(() => this.#store.commit({ writes, conditions: [] }))
				.catch(() => {
					// The store is closed: this process is as good as gone.
				});
		}
	}

	/** All that was released is. */
	settled(): Promise<unknown> {
		return this.#released;
	}

	/** The connection of another server that holds the name; null: none does, as far as can be told at once. */
	holderOf(name: ByteString): number | null {
		const bytes = this.#read(name);
		if (bytes === undefined || bytes instanceof Promise) {
			return null;
		}
		const owner = decodeOwner(bytes);
		return this.#isForeign(owner) ? owner.connectionId : null;
	}

	#isForeign(owner: Owner): boolean {
		return owner.server !== this.#server && isRunning(owner);
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

function decodeOwner(bytes: Uint8Array): Owner {
	return JSON.parse(Buffer.from(bytes).toString("latin1")) as Owner;
}
