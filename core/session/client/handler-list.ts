/**
 * Open handlers of a session (HANDLER ... OPEN): table and read position by alias.
 *
 * Error 1066 for a duplicate alias, 1109 for an unknown one or one whose table is gone.
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
	/** Position after the last read. */
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

	/** Returns the handler's table; closes the handler if the table is dropped or another one has its name. */
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
	throw sqlError("unknownTableInClause", encodeText(name), "HANDLER");
}
