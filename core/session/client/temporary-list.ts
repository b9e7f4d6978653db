/**
 * Temporary tables of a session: shadow other tables of their names, visible to this session only, until it ends.
 *
 * Their rows are stored under ids that no other table has (`catalog/temporary.ts`).
 */
import type { TemporaryTables } from "../../exec/execution.ts";
import { fold } from "../../catalog/identifier.ts";
import { LayeredMap } from "../../catalog/schema/layered-map.ts";
import { loadTable } from "../../catalog/schema/loaded-table.ts";
import type { TableRecord } from "../../catalog/record.ts";
import type { Database, Schema, Table } from "../../catalog/table.ts";
import { discardTemporary, takeTemporaryId } from "../../catalog/temporary.ts";
import { thisOwner } from "../../exec/write/owner.ts";
import type { Server } from "../server/server.ts";

/** Tables by id. Immutable, so that a rollback can restore a previous state. */
type TemporaryState = ReadonlyMap<number, TableRecord>;

const none: TemporaryState = new Map();

export class TemporaryList implements TemporaryTables {
	/** The current tables. */
	state: TemporaryState = none;
	readonly #server: Pick<Server, "store" | "schemas" | "sweeper">;
	/** Ids that may have stored rows. */
	readonly #ids = new Set<number>();
	readonly #loaded = new WeakMap<TableRecord, { readonly table: Table; readonly generation: number }>();
	#last: { readonly state: TemporaryState; readonly schema: Schema; readonly overlay: Schema } | undefined;

	constructor(server: Pick<Server, "store" | "schemas" | "sweeper">) {
		this.#server = server;
	}

	async takeId(): Promise<number> {
		const id = await takeTemporaryId(this.#server.store, thisOwner(this.#server.store.members));
		this.#ids.add(id);
		return id;
	}

	put(record: TableRecord, former?: TableRecord): void {
		const state = new Map(this.state);
		if (former !== undefined) {
			state.delete(former.id);
		}
		this.state = state.set(record.id, record);
	}

	remove(record: TableRecord): void {
		const state = new Map(this.state);
		state.delete(record.id);
		this.state = state;
	}

	/** Returns the schema with the temporary tables in front. */
	overlay(schema: Schema): Schema {
		if (this.state.size === 0) {
			return schema;
		}
		if (this.#last?.schema !== schema || this.#last.state !== this.state) {
			this.#last = { schema, state: this.state, overlay: this.#cover(schema) };
		}
		return this.#last.overlay;
	}

	/** Passes rows of dropped tables to the background sweep. On failure they are swept after the next start. */
	discard(): void {
		if (this.#ids.size === 0) {
			return;
		}
		const gone = [...this.#ids].filter((id) => !this.state.has(id));
		if (gone.length === 0) {
			return;
		}
		for (const id of gone) {
			this.#ids.delete(id);
		}
		discardTemporary(this.#server.store, gone).then(
			() => this.#server.sweeper.soon(),
			() => undefined,
		);
	}

	/** Forgets all tables, without a write: the state that they were in is gone. */
	forget(): void {
		this.state = none;
		this.#ids.clear();
	}

	/** Drops all tables, at the end or reset of the session. */
	clear(): void {
		this.state = none;
		this.discard();
	}

	/** The same object for the same record, so that plans over it stay valid when other tables change. */
	#tableOf(record: TableRecord, database: string): Table {
		const { questions, generation } = this.#server.schemas;
		const known = this.#loaded.get(record);
		if (known !== undefined && known.generation === generation) {
			return known.table;
		}
		const table = loadTable(record, database, questions);
		this.#loaded.set(record, { table, generation });
		return table;
	}

	#cover(schema: Schema): Schema {
		const recordsOf = new Map<number, TableRecord[]>();
		for (const record of this.state.values()) {
			const known = recordsOf.get(record.databaseId);
			known === undefined ? recordsOf.set(record.databaseId, [record]) : known.push(record);
		}
		const databases = new Map(schema.databases);
		for (const [name, database] of schema.databases) {
			const records = recordsOf.get(database.id);
			if (records !== undefined) {
				const tables = records.map((record) => this.#tableOf(record, database.name));
				databases.set(name, withTables(database, tables));
			}
		}
		return Object.freeze({ ...schema, databases, shared: schema });
	}
}

function withTables(database: Database, tables: readonly Table[]): Database {
	return Object.freeze({
		...database,
		views: LayeredMap.over(database.views).withAll(tables.map(({ name }) => [fold(name), undefined])),
		tables: LayeredMap.over(database.tables).withAll(tables.map((table) => [fold(table.name), table])),
	});
}
