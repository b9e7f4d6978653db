/**
 * Stored records of databases, tables, columns, indexes and views: plain data, JSON under the keys of `keys.ts`.
 *
 * A record holds facts: the clause as written, its resolution by the rules in force then, and the release. Their
 * present meaning is asked of rules when the record is loaded (`table.ts`). Unknown members are preserved.
 */
import type { EventStatus } from "../sql/tree/event.ts";
import type { IntervalUnit } from "../types/temporal/interval.ts";
import type { TypeName } from "../types/value/type.ts";
import type { ByteString, Integer } from "../types/value/value.ts";

/** A CHARACTER SET and COLLATE clause as written, letter case kept; absent members were not written. */
export interface Clause {
	readonly charset?: string;
	readonly collation?: string;
}

/** A charset with one of its collations. An empty word was not recorded: readers fill in the default. */
export interface CharsetPair {
	readonly charset: string;
	readonly collation: string;
}

/** Creation facts of every object. */
export interface Birth {
	/** The release that the creating server was started as. */
	readonly release: string;
	/** The number by which later releases distinguish objects of earlier ones. */
	readonly objectVersion: number;
}

export interface DatabaseRecord extends Birth {
	readonly id: number;
	readonly name: string;
	readonly written: Clause;
	readonly resolved: CharsetPair;
	/** Stored procedures and functions that were made before they had records of their own. */
	readonly routines?: readonly RoutineRecord[];
	readonly events?: readonly EventRecord[];
}

/** A stored program: its parts as written, and the session's settings that it runs with. */
export interface ProgramRecord {
	readonly name: string;
	readonly bodyText: ByteString;
	readonly definer: { readonly user: string; readonly host: string };
	/** Of the creating session. */
	readonly sqlMode: string;
	readonly clientCharset: string;
	readonly connectionCollation: string;
	readonly databaseCollation: string;
	readonly createdMicroseconds: number;
	readonly updatedMicroseconds: number;
	/** The types of its variables by slot; null: that of the value, or of a column of the trigger's table. */
	readonly variables: readonly (ColumnRecord | null)[];
}

export interface RoutineRecord extends ProgramRecord {
	readonly what: "procedure" | "function";
	/** Without parentheses. */
	readonly parameterText: ByteString;
	/** Empty for procedures. */
	readonly returnsText: ByteString;
	readonly returns: ColumnRecord | null;
	readonly deterministic: boolean;
	readonly dataAccess: string;
	readonly security: "DEFINER" | "INVOKER";
	readonly comment: string;
}

/** A routine's record of its own. */
export interface KeptRoutine extends RoutineRecord {
	readonly id: number;
	readonly databaseId: number;
}

/** Others stand in the record of their database. */
export function hasOwnRecord(routine: RoutineRecord): routine is KeptRoutine {
	return "id" in routine;
}

export interface TriggerRecord extends ProgramRecord {
	readonly time: "before" | "after";
	readonly event: "insert" | "update" | "delete";
	/** As written, around the table's name. */
	readonly texts: { readonly before: ByteString; readonly table: ByteString; readonly after: ByteString };
	/** The table's name when it was made. */
	readonly tableName: string;
}

/** When an event runs; times are seconds since 1970 UTC. */
export type StoredSchedule =
	| { readonly kind: "at"; readonly at: number }
	| {
			readonly kind: "every";
			/** In the last field of the unit: hours of DAY_HOUR. */
			readonly amount: number;
			readonly unit: IntervalUnit;
			readonly starts: number;
			readonly ends: number | null;
	  };

export interface EventRecord extends ProgramRecord {
	readonly schedule: StoredSchedule;
	/** Of the session that wrote the schedule. */
	readonly timeZone: string;
	/** ON COMPLETION PRESERVE */
	readonly preserve: boolean;
	readonly status: EventStatus;
	readonly comment: string;
	/** When it last began to run, in seconds since 1970 UTC. */
	readonly lastExecuted: number | null;
	/** The `server_id` of the server that made it. */
	readonly originator: number;
}

/** A value in JSON: integers beyond the safe range are tagged text. */
type StoredValue = null | number | ByteString | { readonly integer: string };

export type StoredDefault =
	| { readonly kind: "constant"; readonly value: StoredValue }
	/** CURRENT_TIMESTAMP, at the column's own fractional digits. */
	| { readonly kind: "now" };

export interface StoredType {
	readonly name: TypeName;
	readonly unsigned: boolean;
	readonly zerofill: boolean;
	readonly length: number;
	readonly scale: number;
	/** TEXT(n) and BLOB(n): the n. */
	readonly declaredLength?: number;
	/** A CHANGE declared it as text, which the charset `binary` made a binary type. */
	readonly changedText?: true;
	/** ENUM and SET elements as bytes in the column's charset. */
	readonly elements: readonly ByteString[];
}

export interface ColumnRecord extends Birth {
	/** Never reused within a table: rows name columns by it. */
	readonly id: number;
	readonly name: string;
	readonly type: StoredType;
	/** Empty for types without a charset. */
	readonly written: Clause;
	/** The BINARY attribute was written. */
	readonly binaryAttribute?: true;
	/** `binary` for types without a charset. */
	readonly resolved: CharsetPair;
	readonly nullable: boolean;
	/** Absent: no default (for a nullable column that means NULL, unless `noDefault`). */
	readonly default?: StoredDefault;
	/** A nullable column whose default was dropped: a value must be given. */
	readonly noDefault?: true;
	/** NOT NULL was implied by a primary key. */
	readonly impliedNotNull?: true;
	/** The value in rows that are older than the column. */
	readonly originDefault: StoredValue;
	readonly onUpdateNow: boolean;
	readonly autoIncrement: boolean;
	readonly comment: string;
	/** A generated column's expression as SQL text. */
	readonly generated?: { readonly text: string; readonly stored: boolean };
}

export interface IndexPartRecord {
	readonly columnId: number;
	/** Prefix length in characters (bytes for binary types); absent: the whole. */
	readonly length?: number;
}

export interface IndexRecord {
	/** Never reused within a table. The primary key's rows are the table itself. */
	readonly id: number;
	/** `PRIMARY` for the primary key. */
	readonly name: string;
	readonly type: "primary" | "unique" | "plain" | "fulltext" | "spatial";
	readonly parts: readonly IndexPartRecord[];
	readonly using?: "btree" | "hash";
	/** WITH PARSER of a fulltext index: shown, not used. */
	readonly parser?: string;
	readonly comment: string;
	/** Made for a foreign key: dropped when another index can replace it. */
	readonly implied?: true;
}

export interface ForeignKeyRecord {
	readonly id: number;
	readonly name: string;
	readonly columnIds: readonly number[];
	readonly referencedDatabase: string;
	readonly referencedTable: string;
	readonly referencedColumns: readonly string[];
	readonly onDelete?: string;
	readonly onUpdate?: string;
}

export interface CheckRecord {
	readonly name: string;
	readonly text: string;
	readonly enforced: boolean;
}

export interface TableRecord extends Birth {
	/** Never reused in a data directory. TRUNCATE gives a table a new one. */
	readonly id: number;
	readonly databaseId: number;
	readonly name: string;
	readonly written: Clause;
	readonly resolved: CharsetPair;
	/** In the order of their positions. */
	readonly columns: readonly ColumnRecord[];
	readonly indexes: readonly IndexRecord[];
	readonly foreignKeys: readonly ForeignKeyRecord[];
	readonly checks: readonly CheckRecord[];
	/** In the order in which those of one time and event run. */
	readonly triggers?: readonly TriggerRecord[];
	readonly maximumColumnId: number;
	readonly maximumIndexId: number;
	readonly engine: string;
	/** Its engine drops foreign keys: none are recorded until it is changed. */
	readonly forgetsForeignKeys?: true;
	readonly comment: string;
	readonly rowFormat?: string;
	/** AUTO_INCREMENT= as written in CREATE or ALTER; the counter itself is a key of its own. */
	readonly autoIncrementStart: StoredValue;
	readonly shardRowIdBits: number;
	readonly partitionText?: string;
	readonly createdMicroseconds: number;
	readonly updatedMicroseconds: number;
	/** A session's temporary table: the record is in the session and in no store. */
	readonly temporary?: true;
	/** The DDL write barrier, while a statement works on all of the table's rows. */
	readonly fence?: Fence;
	/** Incremented by every change of the definition: part of plans and of read sets. */
	readonly definitionVersion: number;
	/** Made by CREATE TABLE ... LIKE. */
	readonly copied?: true;
}

/** Owner and time of a DDL write barrier, which ends with its process. */
export interface Fence {
	/** Its name in the cluster, if it is of one. */
	readonly member?: string;
	readonly processId: number;
	/** Start time of the process, where the operating system provides it. */
	readonly began?: string | undefined;
	/** Identifies one run of the process. */
	readonly run: string;
	/** Identifies one statement. */
	readonly statement: string;
	readonly raisedMs: number;
}

/** A view: a stored query. Its name is unique among tables and views of its database. */
export interface ViewRecord {
	readonly id: number;
	readonly databaseId: number;
	readonly name: string;
	/** Absent where no list was written: the query names them. */
	readonly columns?: readonly string[];
	/** The query as the kernel prints it: `*` expanded, other databases named. */
	readonly text: ByteString;
	readonly algorithm: string;
	readonly definer: { readonly user: string; readonly host: string };
	readonly security: string;
	readonly checkOption?: "local" | "cascaded";
	/** Of the creating session. */
	readonly clientCharset: string;
	readonly connectionCollation: string;
	readonly release: string;
}

export function encodeStoredValue(value: null | Integer | ByteString): StoredValue {
	return typeof value === "bigint" ? { integer: value.toString() } : value;
}

export function decodeStoredValue(stored: StoredValue): null | Integer | ByteString {
	return typeof stored === "object" && stored !== null ? BigInt(stored.integer) : stored;
}
