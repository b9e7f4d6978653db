/**
 * A session's temporary tables: seen before all others of their names, by this session alone, until it ends.
 *
 * In: records. Out: schemas with the tables in front. Rows lie in the store under ids that no other table has
 * (`catalog/temporary.ts`).
 */
import type { TemporaryTables } from "../../exec/execution.ts";
import { fold } from "../../catalog/identifier.ts";
import { loadTable } from "../../catalog/loaded-table.ts";
import type { TableRecord } from "../../catalog/record.ts";
import type { Database, Schema, Table } from "../../catalog/table.ts";
import { discardTemporary, takeTemporaryId } from "../../catalog/temporary.ts";
import { thisProcess } from "../../exec/write/ddl-write-barrier.ts";
import type { Server } from "../server/server.ts";

/** Tables by id. Never changed in place, so that a state can be gone back to. */
type TemporaryState = ReadonlyMap<number, TableRecord>;

const none: TemporaryState = new Map();

export class TemporaryList implements TemporaryTables {
	/** The tables there are. */
	state: TemporaryState = none;
	readonly #server: Pick<Server, "store" | "schemas" | "sweepSoon">;
	/** Ids under which there may be rows. */
	readonly #ids = new Set<number>();
	#last: { readonly state: TemporaryState; readonly schema: Schema; readonly overlay: Schema } | undefined;

	constructor(server: Pick<Server, "store" | "schemas" | "sweepSoon">) {
		this.#server = server;
	}

	async takeId(): Promise<number> {
		const id = await takeTemporaryId(this.#server.store, thisProcess);
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

	/** The schema as this session sees it. */
	overlay(schema: Schema): Schema {
		if (this.state.size === 0) {
			return schema;
		}
		if (this.#last?.schema !== schema || this.#last.state !== this.state) {
			this.#last = { schema, state: this.state, overlay: this.#cover(schema) };
		}
		return this.#last.overlay;
	}

	/**
	 * Leaves rows of tables that are gone to the sweep, some time soon. What fails now is done after the next start.
	 */
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
			() => this.#server.sweepSoon(),
			() => undefined,
		);
	}

	/** The session ends, or begins anew. */
	clear(): void {
		this.state = none;
		this.discard();
	}

	#cover(schema: Schema): Schema {
		const databases = new Map(schema.databases);
		for (const record of this.state.values()) {
			const found = [...databases].find(([, { id }]) => id === record.databaseId);
			if (found !== undefined) {
				const [name, database] = found;
				databases.set(name, withTable(database, loadTable(record, database.name, this.#server.schemas.questions)));
			}
		}
		return Object.freeze({ ...schema, databases, shared: schema });
	}
}

function withTable(database: Database, table: Table): Database {
	const name = fold(table.name);
	const views = new Map(database.views);
	views.delete(name);
	return Object.freeze({ ...database, views, tables: new Map(database.tables).set(name, table) });
}
