/**
 * Secret of a data directory that decides how names without an account answer: alike in every process and after a
 * restart, so that no change of the answer tells them from accounts.
 */
import { createHmac, randomBytes } from "node:crypto";
import { decoySecretKey } from "../../store/encoding/keys.ts";
import type { FastStore } from "../../store/fast-store.ts";

const secretBytes = 16;

export class DecoySecret {
	readonly #store: FastStore;
	#secret: Uint8Array | undefined;

	constructor(store: FastStore) {
		this.#store = store;
	}

	/** Reads the secret, or makes it in a store that has none; in one that takes no writes it is the process's own. */
	async load(): Promise<void> {
		while (this.#secret === undefined) {
			const found = (await this.#read()) ?? (await this.#make().catch(() => randomBytes(secretBytes)));
			this.#secret ??= found;
		}
	}

	/** Once it is loaded: a number that is always the same for a name, and that clients cannot predict. */
	numberOf(user: string): number {
		return createHmac("sha256", this.#secret!).update(user).digest().readUInt32LE(0);
	}

	async #read(): Promise<Uint8Array | undefined> {
		const snapshot = this.#store.snapshot();
		try {
			const kept = await snapshot.get(decoySecretKey);
			return kept === undefined ? undefined : Uint8Array.from(kept);
		} finally {
			snapshot.release();
		}
	}

	/** Undefined: another process has made one meanwhile. */
	async #make(): Promise<Uint8Array | undefined> {
		const value = randomBytes(secretBytes);
		const commit = await this.#store.commit({
			writes: [{ key: decoySecretKey, value }],
			conditions: [{ key: decoySecretKey, seen: undefined }],
		});
		return commit.done ? value : undefined;
	}
}
