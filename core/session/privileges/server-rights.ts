/**
 * Privilege cache of a server: accounts and grants in force, with a generation number.
 *
 * The generation changes with the grants: a check made under the same generation need not be repeated. Account
 * statements and FLUSH PRIVILEGES increment a stored version, and the schema's with it, so that other processes
 * reload before their next statement. Direct changes of the grant tables take effect with FLUSH PRIVILEGES, as in
 * MySQL.
 */
import { countRights } from "../../catalog/write.ts";
import { decodeCounter } from "../../catalog/record-codec.ts";
import type { Schema } from "../../catalog/table.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Privileges } from "../../catalog/privilege.ts";
import { rightsVersionKey } from "../../store/encoding/keys.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { FastReader, FastStore } from "../../store/fast-store.ts";
import { Transaction } from "../../store/transaction/transaction.ts";
import type { SchemaCache } from "../plan-cache/schema-cache.ts";
import { AccountRights, type Actor } from "./account-rights.ts";
import { type AccountRow, type Grants, noGrants, readGrants } from "./grants.ts";
import { grantsByUser } from "./grants-by-user.ts";
import { systemRows } from "./system-rows.ts";

interface RightsParts {
	readonly store: FastStore;
	readonly schemas: SchemaCache;
}

/** Grants as they were loaded from one state. */
export interface KeptRights {
	readonly grants: Grants;
	readonly rightsVersion: number;
	readonly schemaVersion: number;
}

/** Retries of the version's increment after conflicts. */
const maximumTries = 100;

export class ServerRights {
	readonly #parts: RightsParts;
	/** Replaced at each reload. */
	grants: Grants = noGrants;
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
		return grantsByUser(this.grants).account(user, host);
	}

	/**
	 * Reloads the grants if the snapshot of a statement has a newer version. While the statement that made it has no
	 * answer yet, others run with the grants before it: reading those of thousands of accounts takes a while.
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
			return version <= later ? undefined : this.#load(schema.version, version);
		});
	}

	/** Returns the grants to be adopted by others. */
	keep(): KeptRights {
		return { grants: this.grants, rightsVersion: this.#rightsVersion, schemaVersion: this.schemaVersion };
	}

	/** Forgets its own grants for those of another state. */
	adopt({ grants, rightsVersion, schemaVersion }: KeptRights): void {
		this.grants = grants;
		this.#byActor = new Map();
		this.#rightsVersion = rightsVersion;
		this.schemaVersion = schemaVersion;
	}

	/** Reloads the grants if the newest snapshot has a newer version. */
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

	/** Increments the stored version after a change of the grant tables, and reloads. */
	async changed(): Promise<void> {
		const { store, schemas } = this.#parts;
		for (let tries = 0; tries < maximumTries; tries++) {
			const transaction = new Transaction(store);
			const schema = await schemas.at(transaction.snapshot);
			const users = schema.databases.get("mysql")?.tables.get("user");
			if (users === undefined) {
				transaction.rollback();
				return;
			}
			const version = await countRights(transaction, users.id);
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

	#load(schemaVersion: number, rightsVersion: number): Promise<void> {
		this.#loading ??= readGrants((table, columns, make) => systemRows(this.#parts, table, columns, make))
			.then((grants) => {
				this.grants = grants;
				this.#byActor = new Map();
				this.#rightsVersion = rightsVersion;
				this.schemaVersion = schemaVersion;
			})
			.finally(() => {
				this.#loading = undefined;
			});
		return this.#loading.then(() =>
			this.#rightsVersion < rightsVersion ? this.#load(schemaVersion, rightsVersion) : undefined,
		);
	}
}
