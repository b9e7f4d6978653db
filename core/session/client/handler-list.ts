/**
 * The handlers that a session has opened: tables by the names that HANDLER ... READ calls them by, and how far each
 * was read.
 *
 * In: names and tables. Out: the same; 1066 for a name that is taken, 1109 for one that isn't there, or whose table
 * isn't any more.
 */
import { fold } from "../../catalog/identifier.ts";
import type { Schema, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { HandlerPlace } from "../../exec/operators/handler-read.ts";
import { encodeText } from "../../types/value/value.ts";

interface OpenHandler {
	readonly name: string;
	readonly database: string;
	readonly table: string;
	readonly tableId: number;
	/** Where the last reading ended. */
	place: HandlerPlace | undefined;
}

export class HandlerList {
	readonly #open = new Map<string, OpenHandler>();

	open(name: string, table: Table): void {
		if (this.#open.has(name.toLowerCase())) {
			throw sqlError("notUniqueTable", encodeText(name));
		}
		this.#open.set(name.toLowerCase(), {
			name,
			database: table.database,
			table: table.name,
			tableId: table.id,
			place: undefined,
		});
	}

	named(name: string): OpenHandler {
		return this.#open.get(name.toLowerCase()) ?? unknown(name);
	}

	/** Its table. Who finds that it is gone, or another one has its name, has no handler any more. */
	tableOf(handler: OpenHandler, schema: Schema): Table {
		const table = schema.databases.get(fold(handler.database))?.tables.get(fold(handler.table));
		if (table?.id === handler.tableId) {
			return table;
		}
		this.close(handler.name);
		return unknown(handler.name);
	}

	close(name: string): void {
		if (!this.#open.delete(name.toLowerCase())) {
			unknown(name);
		}
	}

	clear(): void {
		if (this.#open.size > 0) {
			this.#open.clear();
		}
	}
}

function unknown(name: string): never {
	throw sqlError("unknownTableInMultiDelete", encodeText(name), "HANDLER");
}
