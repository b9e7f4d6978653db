/**
 * Table locks of LOCK TABLES and FLUSH TABLES WITH READ LOCK among processes that have the same data directory open.
 *
 * Sessions of one process compete in its lock table first. Locks are stored, each with the process that holds it: the
 * lock of a dead process is void. A waiting process polls. Nothing is read while no other process has written.
 *
 *     25               1             number of locks; absent, as nearly always: no lock to check
 *     25 bytes(name)   [{"mode": "read", "processId": 77, "run": "...", "began": "8812", "server": "...", "connectionId": 3}, ...]
 *
 * A statement that writes adds the locks of its tables to its read set, so that validation fails where a table was
 * locked meanwhile: in autocommit it is retried and waits; an open transaction ends with 1213. With several processes
 * every statement checks: 0.1 us for the count, where a lookup by name would cost 2 us.
 */
import { readNewest } from "../../store/newest-state.ts";
import { after } from "../../async/maybe-promise.ts";
import { isRunning, nameInRun, type Owner, thisOwner } from "../../exec/write/owner.ts";
import { keptTableCountKey, keptTableKey, rangeOf, spaces } from "../../store/encoding/keys.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Condition, Write } from "../../store/contract.ts";
import type { FastSnapshot, FastStore } from "../../store/fast-store.ts";
import type { Transaction } from "../../store/transaction/transaction.ts";
import type { ByteString } from "../../types/value/value.ts";

type TableMode = "read" | "write";

type TableOwner = Owner & { readonly server: string; readonly connectionId: number; readonly mode: TableMode };

/** A table by its lock name, in the order of names, each once. */
export type TableClaim = readonly [name: ByteString, mode: TableMode];

/** Stored locks by key. */
type Kept = ReadonlyMap<string, KeptTable>;

interface KeptTable {
	readonly owners: readonly TableOwner[];
	readonly bytes: Uint8Array;
}

/** Lock names of the tables that a statement reads and writes. */
export interface NamedUse {
	readonly read: readonly ByteString[];
	readonly written: readonly ByteString[];
}

/** The lock name of all tables (FLUSH TABLES WITH READ LOCK). */
const everything = "";
const nothing: Kept = new Map();

export class SharedTableLocks {
	readonly #store: FastStore;
	/** Distinguishes several servers in one process. */
	readonly #server = nameInRun();
	#last: { readonly id: number; readonly kept: Kept } | undefined;
	/** Some tables were locked when this was last read. */
	hasKept = false;
	/** The last release, which the next claim waits for. */
	#released: Promise<unknown> = Promise.resolve();

	constructor(store: FastStore) {
		this.#store = store;
	}

	/**
	 * Claims locks for a connection of this server, up to the first that another process has.
	 *
	 * @returns how many are granted, as far as other processes are concerned
	 */
	async claim(wanted: readonly TableClaim[], connectionId: number): Promise<number> {
		await this.#released;
		const all = await this.#newest();
		const isFrozen = this.#isKept(all.get(keptTableKey(everything))?.owners ?? [], "write");
		const claimed: { readonly key: string; readonly seen: Uint8Array | undefined; readonly value: Uint8Array }[] = [];
		for (const [name, mode] of wanted) {
			const key = keptTableKey(name);
			const kept = all.get(key);
			const owners = (kept?.owners ?? []).filter((owner) => isRunning(owner, this.#store.members));
			if (this.#isKept(owners, mode) || (mode === "write" && isFrozen)) {
				break;
			}
			const owner: TableOwner = { ...thisOwner(this.#store.members), server: this.#server, connectionId, mode };
			claimed.push({ key, seen: kept?.bytes, value: encodeOwners([...owners, owner]) });
		}
		if (claimed.length === 0) {
			return 0;
		}
		const counted = count(all, claimed.filter(({ seen }) => seen === undefined).length);
		const commit = await this.#store.commit({
			writes: [counted.write, ...claimed.map(({ key, value }) => ({ key, value }))],
			conditions: [counted.condition, ...claimed.map(({ key, seen }) => ({ key, seen }))],
		});
		return commit.done ? claimed.length : 0;
	}

	/** Releases in the background; only the next claim waits for it. */
	release(names: readonly ByteString[], connectionId: number): void {
		if (names.length > 0) {
			this.#released = this.#released
				.then(() => this.#release(names, connectionId))
				.catch(() => {
					// The store is closed: a lock of a closed process is void.
				});
		}
	}

	/** Resolves when pending releases are stored. */
	settled(): Promise<unknown> {
		return this.#released;
	}

	async #release(names: readonly ByteString[], connectionId: number): Promise<void> {
		for (let isDone = false; !isDone; ) {
			const all = await this.#newest();
			const found = names.flatMap((name) => {
				const key = keptTableKey(name);
				const kept = all.get(key);
				return kept === undefined ? [] : [{ key, kept }];
			});
			const writes = found
				.map(({ key, kept }): Write => {
					const left = kept.owners.filter(
						(owner) =>
							isRunning(owner, this.#store.members) &&
							!(owner.server === this.#server && owner.connectionId === connectionId),
					);
					return { key, value: left.length === 0 ? null : encodeOwners(left) };
				})
				.sort((a, b) => (a.key < b.key ? -1 : 1));
			const counted = count(all, -writes.filter(({ value }) => value === null).length);
			isDone =
				writes.length === 0 ||
				(
					await this.#store.commit({
						writes: [counted.write, ...writes],
						conditions: [counted.condition, ...found.map(({ key, kept }) => ({ key, seen: kept.bytes }))],
					})
				).done;
		}
	}

	/**
	 * True if another process has locked any of these tables. For written tables the answer joins the transaction's
	 * read set.
	 */
	areKept(use: NamedUse, transaction?: Transaction): MaybePromise<boolean> {
		if (transaction === undefined) {
			return after(this.#newest(), (kept) => this.#blocks(use, kept));
		}
		return after(this.#at(transaction.snapshot), (then) => {
			const found = this.#blocks(use, then)
				? after(this.#newest(), (now) => (this.#blocks(use, now) ? undefined : now))
				: then;
			return after(found, (kept) => {
				for (const name of kept === undefined || use.written.length === 0 ? [] : [everything, ...use.written]) {
					const key = keptTableKey(name);
					transaction.relyOn(key, kept!.get(key)?.bytes);
				}
				return kept === undefined;
			});
		});
	}

	#blocks({ read, written }: NamedUse, kept: Kept): boolean {
		const isKept = (name: ByteString, mode: TableMode): boolean =>
			this.#isKept(kept.get(keptTableKey(name))?.owners ?? [], mode);
		return (
			kept.size > 0 &&
			((written.length > 0 && isKept(everything, "write")) ||
				written.some((name) => isKept(name, "write")) ||
				read.some((name) => isKept(name, "read")))
		);
	}

	/** True if another server's lock conflicts. This server's own are checked by its lock table. */
	#isKept(owners: readonly TableOwner[], mode: TableMode): boolean {
		return owners.some(
			(owner) =>
				owner.server !== this.#server &&
				(mode === "write" || owner.mode === "write") &&
				isRunning(owner, this.#store.members),
		);
	}

	#newest(): MaybePromise<Kept> {
		return readNewest(this.#store, (snapshot) => this.#at(snapshot));
	}

	#at(snapshot: FastSnapshot): MaybePromise<Kept> {
		const id = snapshot.transactionId;
		if (this.#last?.id === id) {
			return this.#last.kept;
		}
		return after(snapshot.get(keptTableCountKey), (counted) =>
			after(counted === undefined ? nothing : readAll(snapshot, this.#last?.kept ?? nothing), (kept) => {
				this.#last = { id, kept };
				this.hasKept = kept.size > 0;
				return kept;
			}),
		);
	}
}

/** @param former - read before: those that are still the same are not decoded again */
function readAll(snapshot: FastSnapshot, former: Kept): MaybePromise<Kept> {
	const scan = snapshot.scan(rangeOf(spaces.keptTables));
	const kept = new Map<string, KeptTable>();
	const rest = (): MaybePromise<Kept> =>
		after(scan.next(), (entries) => {
			for (const { key, value } of entries ?? []) {
				const known = former.get(key);
				kept.set(key, known !== undefined && Buffer.compare(known.bytes, value) === 0 ? known : decoded(key, value));
			}
			return entries === null ? kept : rest();
		});
	return rest();
}

function decoded(key: string, value: Uint8Array): KeptTable {
	const bytes = Uint8Array.from(value);
	const owners = key === keptTableCountKey ? [] : (JSON.parse(Buffer.from(bytes).toString("latin1")) as TableOwner[]);
	return { owners, bytes };
}

/** Returns the write of the new count, and the condition on the old one (compare and swap). */
function count(all: Kept, change: number): { readonly write: Write; readonly condition: Condition } {
	const seen = all.get(keptTableCountKey)?.bytes;
	const next = Number(seen === undefined ? 0 : Buffer.from(seen).toString("latin1")) + change;
	return {
		write: { key: keptTableCountKey, value: next === 0 ? null : Buffer.from(String(next), "latin1") },
		condition: { key: keptTableCountKey, seen },
	};
}

function encodeOwners(owners: readonly TableOwner[]): Uint8Array {
	return Buffer.from(JSON.stringify(owners), "latin1");
}
