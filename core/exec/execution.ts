/**
 * Execution context of one statement, and the operator interface (iterator model, a batch of rows per call).
 *
 * The session creates one per statement. It is an `Evaluation`, so compiled expressions take it as it is.
 */
import type { Fence, TableRecord } from "../catalog/record.ts";
import type { Schema, Table } from "../catalog/table.ts";
import type { QueryEvaluation } from "../plan/tree/query-evaluation.ts";
import type { PlanNode } from "../plan/tree/query-plan.ts";
import type { RuleBook } from "../rules/book.ts";
import type { Settings } from "../rules/setting/switch.ts";
import type { MaybePromise } from "../async/maybe-promise.ts";
import type { Key } from "../store/contract.ts";
import type { Transaction } from "../store/transaction/transaction.ts";
import type { Warning } from "../types/evaluation/evaluation.ts";
import type { Integer, Row, Value } from "../types/value/value.ts";
import type { ParameterList } from "./values-rows.ts";
import type { FileAccess } from "./file-access.ts";
import type { RowSource } from "./row-source.ts";
import type { Scratch } from "./spill/scratch.ts";

/** `outer` is empty; `visitRows` is that of `query/subquery.ts`, so expressions may contain subqueries. */
export interface Execution extends QueryEvaluation {
	/** Reads see the transaction's snapshot and its own writes. */
	readonly transaction: Transaction;
	readonly parameters: ParameterList;
	readonly schema: Schema;
	readonly book: RuleBook;
	/** The session's values of the switches that rules define. */
	readonly settings: Settings;
	/** The release the server emulates; recorded with created objects. */
	readonly release: string;
	/** CLIENT_FOUND_ROWS: UPDATE counts matched instead of changed rows. */
	readonly foundRows: boolean;
	readonly autoIncrement: AutoIncrement;
	readonly rowIds: RowIds;
	readonly temporary: TemporaryTables;
	readonly files: FileAccess;
	/** The tables that the statement reads and writes: stored functions and triggers may not change them (1442). */
	readonly tables: readonly Table[];
	/** The account has a privilege on the table, or a column of it: errors may tell of it. */
	readonly mayKnow: (table: Table) => boolean;
	/** Memory budget and spill files for operators. */
	readonly scratch: Scratch;
	/** Rows of stored tables examined by the statement. */
	readonly examined: ExaminedRows;
	/** The barrier that this DDL statement raised before it started: see `write/ddl-write-barrier.ts`. */
	fence?: Fence;
	/** Records a warning outside of the error catalogue: a rule's message, whose bytes may be invalid text. */
	record(warning: Warning): void;
	readonly warningCount: number;
	/**
	 * The operators of this run: see `query/operator-tree.ts`. A field, because a WeakMap lookup costs more than
	 * creating the operators.
	 */
	operators: Operators | undefined;
	/** Throws 1317 after KILL; operators call it between batches. */
	throwIfKilled(): void;
	/**
	 * Like `throwIfKilled`; returns a promise after a long time slice, so that other connections can run (cooperative
	 * yield).
	 */
	giveWay(): MaybePromise<void>;
	/**
	 * A row that is evaluated again after it gave way has come to what it had not evaluated: the time slice begins here,
	 * and is at least as long as the way took. Otherwise a row of thousands of subqueries would take square time.
	 */
	reachNew(): void;
}

/** Readers add a batch or a page at a time, so a limited read may count more rows than it returned. */
export interface ExaminedRows {
	rows: number;
}

/** Hidden ids of rows without a primary key. */
export interface RowIds {
	take(table: Table): MaybePromise<Integer>;
	/** Reads the stored rows again, after a collision with another process. */
	refresh(table: Table): MaybePromise<number>;
	/** Forgets the next ids, since the store has gone to another state. */
	forget?(): void;
}

/** Counters of one class, copied: only it looks inside. */
export interface KeptCounts {
	readonly kind: "counters" | "batches";
	readonly maps: readonly ReadonlyMap<number, unknown>[];
}

/** AUTO_INCREMENT ids; a rollback does not return them. */
export interface AutoIncrement {
	/**
	 * The key that a transaction adds to its read set when it takes an id, so that the id of a row that another process
	 * has deleted meanwhile is not reused: the stored id record, or the key that records that this process is alone.
	 */
	relied?(table: Table): Key | undefined;
	/**
	 * Ids are taken one at a time, none reserved for a statement: they are not consecutive, or are reserved in batches
	 * anyway.
	 */
	readonly isSingle?: boolean;
	/** The session asked for these ids (`insert_id`): none is exchanged for another where it is taken already. */
	readonly isRequested?: boolean;
	/** Takes `count` ids and returns the first. */
	take(table: Table, count: number): MaybePromise<Integer>;
	/** Called before a row with this id is deleted: the id must not be reused after a restart. */
	keep(table: Table, id: Integer): MaybePromise<void>;
	/** Called for an explicitly written id: later ids are greater. */
	pass(table: Table, id: Integer): MaybePromise<void>;
	/** Returns the id that would be taken next. */
	peek(table: Table): MaybePromise<Integer>;
	/** Sets the next id: TRUNCATE, ALTER ... AUTO_INCREMENT. */
	reset(table: Table, next: Integer): MaybePromise<void>;
	/** Sets the next id to `least`, or to the first id above all stored ones: ALTER ... AUTO_INCREMENT. */
	begin(table: Table, least: Integer): MaybePromise<void>;
	/** Returns what it counts in memory, to be adopted by others. */
	keepCounts?(): KeptCounts;
	/** Forgets its own counts for those of another state, where they are of its kind. */
	adoptCounts?(kept: KeptCounts): void;
	/** Reads the stored ids again, after a duplicate of an id that was assumed to be new. */
	refresh(table: Table): MaybePromise<Integer>;
}

/**
 * A physical operator, prepared once a statement; the inner side of a nested loop join is opened once per outer row.
 */
export interface Operator {
	/** Returns rows that extend `base`, which is not modified. */
	open(base: Row): RowSource;
	/** Returns all rows at once, without the cost of a source; undefined: too many rows, use `open`. */
	all?(base: Row): MaybePromise<readonly Row[] | undefined>;
}

/** Creates the operators of plan nodes, each node once a statement. */
export interface Operators {
	readonly execution: Execution;
	of(node: PlanNode): Operator;
	/** Rows counted for SQL_CALC_FOUND_ROWS. */
	foundRows: number | undefined;
	/** A project node that computes one row at a time, each when it is requested. */
	rowByRow: PlanNode | undefined;
	/** Consumer of the values of `rowByRow`. */
	take: TakeValue | undefined;
}

/** Receives each value of a row right after its evaluation, before the next one; its result replaces the value. */
export type TakeValue = (value: Value, at: number) => Value;

export interface TemporaryTables {
	takeId(): MaybePromise<number>;
	/** `former`: the previous definition of the same table. */
	put(record: TableRecord, former?: TableRecord): void;
	remove(record: TableRecord): void;
}
