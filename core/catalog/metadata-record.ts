/**
 * The JSON records of the HTTP interface.
 *
 * In: loaded databases and tables, and the names of the members that the release knows. Out: plain objects whose
 * members are in the order they are printed.
 */
import type { Integer } from "../types/value.ts";
import type { Database, Table } from "./table.ts";

/** What the metadata-record question answers. */
export interface RecordMembers {
	readonly table: readonly string[];
	readonly column: readonly string[];
}

export function databaseMetadata(_database: Database): object {
	throw new Error("not yet");
}

/** `autoIncrement`: the next id, where ids were taken. */
export function tableMetadata(_table: Table, _members: RecordMembers, _autoIncrement: Integer): object {
	throw new Error("not yet");
}
