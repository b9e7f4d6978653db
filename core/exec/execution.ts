/**
 * What a running statement works with.
 *
 * In: filled by the session once a statement. Out: an interface that operators and statements take. It is an
 * `Evaluation`, so that it can be handed to compiled expressions as it is.
 */
import type { Fence, TableRecord } from "../catalog/record.ts";
import type { Schema, Table } from "../catalog/table.ts";
import type { QueryEvaluation } from "../plan/tree/query-evaluation.ts";
import type { PlanNode } from "../plan/tree/query-plan.ts";
import type { RuleBook } from "../rules/book.ts";
import type { Settings } from "../rules/switch.ts";
import type { MaybePromise, Key } from "../store/store.ts";
import type { Transaction } from "../store/transaction/transaction.ts";
import type { Warning } from "../types/evaluation.ts";
import type { Integer, Row, Value } from "../types/value.ts";
import type { ParameterList } from "./rows/values-rows.ts";
import type { FileAccess } from "./file/file-access.ts";
import type { RowSource } from "./row-source.ts";
import type { RowIds } from "./rows/row-id.ts";
import type { Scratch } from "./spill/scratch.ts";

/** `outer` is empty, `visitRows` comes from `subquery.ts`: with them expressions may hold subqueries. */
export interface Execution extends QueryEvaluation {
	/** Reads see the transaction's snapshot and its own writes. */
	readonly transaction: Transaction;
	readonly parameters: ParameterList;
	readonly schema: Schema;
	readonly book: RuleBook;
	/** The session's values of the rules' switches. */
	readonly settings: Settings;
	/** The release the server was asked to be: recorded with what is created. */
	readonly release: string;
	/** UPDATE counts matched rows instead of changed ones. */
	readonly foundRows: boolean;
	readonly autoIncrement: AutoIncrement;
	readonly rowIds: RowIds;
	readonly temporary: TemporaryTables;
	readonly files: FileAccess;
	/** Memory and temporary files for what operators keep. */
	readonly scratch: Scratch;
	/** Rows of stored tables that the statement has looked at. */
	readonly examined: ExaminedRows;
	/** The fence that this statement raised before it began: see `ddl-write-barrier.ts`. */
	fence?: Fence;
	/** Records a warning that is not of the catalogue: a rule's words, whose bytes may be no valid text. */
	record(warning: Warning): void;
	/** How many warnings the statement has raised so far. */
	readonly warningCount: number;
	/**
	 * Made for this run of the statement: see `operators.ts`. A field and no weak map, which costs more than the
	 * operators.
	 */
	operators: Operators | undefined;
	/** Throws 1317 once somebody asked the statement to end: operators call it between batches. */
	throwIfKilled(): void;
	/** The same, and where the statement has run for long a promise: others have their turn before it goes on. */
	giveWay(): MaybePromise<void>;
}

/** Who reads adds a batch or a page at a time; of a limited read that may be more than were asked for. */
export interface ExaminedRows {
	rows: number;
}

/** Ids of AUTO_INCREMENT columns, which no rollback gives back. */
export interface AutoIncrement {
	/**
	 * What a transaction that takes an id relies on, so that none is given again whose row another process has removed
	 * meanwhile: what is kept of the table's ids, or as long as this process is alone that it still is.
	 */
	relied?(table: Table): Key | undefined;
	/** Ids are taken one by one, none set aside for a statement: they are not neighbours, or come in batches anyway. */
	readonly isSingle?: boolean;
	/** The next id of the table, taken. Of several taken at once the first. */
	take(table: Table, count: number): MaybePromise<Integer>;
	/** A row with this id is being removed: the id must not come back after a restart, though no row tells of it. */
	keep(table: Table, id: Integer): MaybePromise<void>;
	/** An id was written by hand: later ones are greater. */
	pass(table: Table, id: Integer): MaybePromise<void>;
	/** The id that would be taken next. */
	peek(table: Table): MaybePromise<Integer>;
	/** The next id is this one: TRUNCATE, ALTER ... AUTO_INCREMENT. */
	reset(table: Table, next: Integer): MaybePromise<void>;
	/** The next id is this one, or the first behind all stored ones: ALTER ... AUTO_INCREMENT. */
	begin(table: Table, least: Integer): MaybePromise<void>;
	/** Looks at the stored ids again, after a duplicate of an id that was thought to be new. */
	refresh(table: Table): MaybePromise<Integer>;
}

/** An operator made ready for one statement: opened once, or again and again on the inner side of a join. */
export interface Operator {
	/** Rows that extend this one. The row is not written into. */
	open(base: Row): RowSource;
	/** All of them at once, without the cost of a source; undefined: they are too many, open it. */
	all?(base: Row): MaybePromise<readonly Row[] | undefined>;
}

/** Makes operators ready; each node once a statement. */
export interface Operators {
	readonly execution: Execution;
	of(node: PlanNode): Operator;
	/** Rows that SQL_CALC_FOUND_ROWS counted. */
	foundRows: number | undefined;
	/** A project node whose rows are handed over one by one, none computed before it is asked for. */
	rowByRow: PlanNode | undefined;
	/** What becomes of its values, if anything does. */
	take: TakeValue | undefined;
}

/**
 * Is handed each value of a row as soon as it is computed, before the next one is; what it answers stands in the row.
 */
export type TakeValue = (value: Value, at: number) => Value;

/** One session's temporary tables. */
export interface TemporaryTables {
	takeId(): MaybePromise<number>;
	/** `former`: the same table as it was. */
	put(record: TableRecord, former?: TableRecord): void;
	remove(record: TableRecord): void;
}
