/**
 * Privilege cache of a server: accounts and grants in force, as far as the stored version says.
 *
 * Rights are made anew when the grants change: a check made with the same ones need not be repeated. Account
 * statements and FLUSH PRIVILEGES increment a stored version, and the schema's after it, so that all processes follow
 * before their next statement: they read the rows that changed (`rights-log.ts`), or all of them where the log does
 * not say. Direct changes of the grant tables take effect with FLUSH PRIVILEGES, as in MySQL.
 */
import { announceRights, countRights } from "../../catalog/write.ts";
import { decodeCounter } from "../../catalog/record-codec.ts";
import type { Schema, Table } from "../../catalog/table.ts";
import { yieldToEventLoop } from "../../async/event-loop-yield.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Privileges } from "../../catalog/privilege.ts";
import { rightsVersionKey } from "../../store/encoding/keys.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { FastReader, FastStore } from "../../store/fast-store.ts";
import { Transaction } from "../../store/transaction/transaction.ts";
import type { SchemaCache } from "../plan-cache/schema-cache.ts";
import { AccountRights, type Actor } from "./account-rights.ts";
import type { AccountRow, Owner } from "./grant-tables.ts";
import { Grants, noGrants } from "./grants.ts";
import { changedRights } from "./rights-log.ts";
import { grantTablesOf, readGrantRows } from "./system-rows.ts";

interface RightsParts {
	readonly store: FastStore;
	readonly schemas: SchemaCache;
}

/** Grants as they were loaded from one state. */
export interface KeptRights {
	readonly grants: Grants;
	/** The tables that they were read of. */
	readonly tables: readonly Table[];
	readonly rightsVersion: number;
	readonly schemaVersion: number;
}

/** Retries of the version's increment after conflicts. */
const maximumTries = 100;

export class ServerRights {
	readonly #parts: RightsParts;
	/** Replaced at each change. */
	grants: Grants = noGrants;
	#tables: readonly Table[] = [];
	#rightsVersion = -1;
	/** The schema version up to which the rights version is known to be unchanged. */
	schemaVersion = -1;
	#loading: Promise<void> | undefined;
	/** The newest version that a statement of this process has made and waits for. */
	#awaitedVersion = -1;
	#byActor = new Map<string, AccountRights>();

	constructor(parts: RightsParts) {
		this.#parts = parts;
	}

	/** Returns an actor's current rights. `global`: its global privileges, as of the login. */
	of(actor: Actor, global: Privileges): AccountRights {
		const key = `${actor.user}\0${actor.accountHost}\0${actor.host}\0${global}\0${actor.usesPassword}`;
		let found = this.#byActor.get(key);
		if (found === undefined) {
			found = new AccountRights(actor, global, this.grants);
			this.#byActor.set(key, found);
		}
		return found;
	}

	account(user: string, host: string): AccountRow | undefined {
		return this.grants.account(user, host);
	}

	/**
	 * Follows the stored grants if the snapshot of a statement has a newer version. While the statement that made it has
	 * no answer yet, others run with the grants before it: reading those of thousands of accounts takes a while.
	 */
	upTo(schema: Schema, reader: FastReader): MaybePromise<void> {
		return this.#upTo(schema, reader, this.#awaitedVersion);
	}

	/** `later`: versions up to it need not be there yet. */
	#upTo(schema: Schema, reader: FastReader, later: number): MaybePromise<void> {
		if (schema.version <= this.schemaVersion) {
			return;
		}
		return after(reader.get(rightsVersionKey), (bytes) => {
			const version = decodeCounter(bytes);
			if (version <= this.#rightsVersion) {
				this.schemaVersion = Math.max(this.schemaVersion, schema.version);
				return;
			}
			return version <= later ? undefined : this.#follow(version);
		});
	}

	/** Returns the grants to be adopted by others. */
	keep(): KeptRights {
		return {
			grants: this.grants,
			tables: this.#tables,
			rightsVersion: this.#rightsVersion,
			schemaVersion: this.schemaVersion,
		};
	}

	/** Forgets its own grants for those of another state. */
	adopt({ grants, tables, rightsVersion, schemaVersion }: KeptRights): void {
		this.grants = grants;
		this.#tables = tables;
		this.#byActor = new Map();
		this.#rightsVersion = rightsVersion;
		this.schemaVersion = schemaVersion;
	}

	/** Follows the stored grants if the newest snapshot has a newer version. */
	refresh(): MaybePromise<void> {
		return this.#refresh(this.#awaitedVersion);
	}

	#refresh(later: number): MaybePromise<void> {
		const { store, schemas } = this.#parts;
		const snapshot = store.snapshot();
		const looked = after(schemas.at(snapshot), (schema) => this.#upTo(schema, snapshot, later));
		if (looked instanceof Promise) {
			return looked.finally(() => snapshot.release());
		}
		snapshot.release();
		return looked;
	}

	/**
	 * Tells all processes that account statements have changed grants, and follows them.
	 *
	 * @param gone - accounts that were removed: what is still known of them was changed directly before, without FLUSH
	 */
	async changed(gone: readonly Owner[] = []): Promise<void> {
		await this.#announce((transaction) => transaction.get(rightsVersionKey));
		if (gone.some(({ user, host }) => this.grants.of(user).rows.some(({ grant }) => grant.host === host))) {
			await this.reload();
		}
	}

	/** Has all processes read all grants again, since anything in the tables may have changed. */
	reload(): Promise<void> {
		return this.#announce((transaction) => countRights(transaction));
	}

	async #announce(count: (transaction: Transaction) => MaybePromise<unknown>): Promise<void> {
		const { store, schemas } = this.#parts;
		for (let tries = 0; tries < maximumTries; tries++) {
			const transaction = new Transaction(store);
			const schema = await schemas.at(transaction.snapshot);
			const users = schema.databases.get("mysql")?.tables.get("user");
			if (users === undefined) {
				transaction.rollback();
				return;
			}
			await count(transaction);
			const version = decodeCounter(await transaction.get(rightsVersionKey));
			await announceRights(transaction, users.id);
			if ((await transaction.commit()).done) {
				await this.#await(version);
				return;
			}
		}
		await this.#refresh(-1);
	}

	async #await(version: number): Promise<void> {
		this.#awaitedVersion = version;
		try {
			await this.#refresh(-1);
		} finally {
			// A later one may be awaited by now.
			if (this.#awaitedVersion === version) {
				this.#awaitedVersion = -1;
			}
		}
	}

	#follow(version: number): Promise<void> {
		this.#loading ??= this.#load().finally(() => {
			this.#loading = undefined;
		});
		return this.#loading.then(async () => {
			if (this.#rightsVersion < version) {
				// A statement may have read what is not durable yet.
				await yieldToEventLoop();
				await this.#follow(version);
			}
		});
	}

	async #load(): Promise<void> {
		const { store, schemas } = this.#parts;
		const snapshot = store.snapshot();
		try {
			const schema = await schemas.at(snapshot);
			const version = decodeCounter(await snapshot.get(rightsVersionKey));
			const tables = grantTablesOf(schema);
			const isSame = tables.length === this.#tables.length && tables.every((table, at) => table === this.#tables[at]);
			const changes = isSame ? await changedRights(snapshot, schema, this.#rightsVersion, version) : undefined;
			this.grants =
				changes === undefined ? Grants.of(await readGrantRows(snapshot, tables)) : this.grants.after(changes);
			this.#tables = tables;
			this.#byActor = new Map();
			this.#rightsVersion = version;
			this.schemaVersion = schema.version;
		} finally {
			snapshot.release();
		}
	}
}
