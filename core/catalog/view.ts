/**
 * Resolved view: a name and a query, whose text is parsed at its first use.
 */
import { parseQuery } from "../sql/parse/index.ts";
import type { ViewRecord } from "./record.ts";
import type { Query } from "../sql/tree/expression.ts";

export interface View {
	readonly id: number;
	readonly name: string;
	readonly database: string;
	readonly databaseId: number;
	readonly record: ViewRecord;
	readonly query: Query;
}

export function isView(named: { readonly name: string }): named is View {
	return named instanceof ViewOfRecord;
}

export function settleView(record: ViewRecord, database: string): View {
	return new ViewOfRecord(record, database);
}

class ViewOfRecord implements View {
	readonly record: ViewRecord;
	readonly database: string;
	#query: Query | undefined;

	constructor(record: ViewRecord, database: string) {
		this.record = record;
		this.database = database;
	}

	get id(): number {
		return this.record.id;
	}

	get name(): string {
		return this.record.name;
	}

	get databaseId(): number {
		return this.record.databaseId;
	}

	get query(): Query {
		this.#query ??= parseQuery(this.record.text);
		return this.#query;
	}
}
