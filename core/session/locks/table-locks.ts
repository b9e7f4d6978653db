/**
 * Table locks (metadata locks) of running transactions, DDL, LOCK TABLES and FLUSH TABLES WITH READ LOCK.
 *
 * A request is granted at once or after others release; 1099, 1100 and 1223 where the session's own LOCK TABLES
 * forbids the use.
 *
 * | holder                                   | lock                              | until               |
 * |------------------------------------------|-----------------------------------|---------------------|
 * | an open transaction                      | shared or writing, each table     | it ends             |
 * | an autocommit statement                  | the same, while there are guards  | it ends             |
 * | a data definition statement              | exclusive: a guard                | it ends             |
 * | LOCK TABLES ... READ, ... WRITE          | frozen, exclusive: guards         | UNLOCK TABLES       |
 * | FLUSH TABLES WITH READ LOCK              | frozen, of all tables: a guard    | UNLOCK TABLES       |
 *
 * While there are no guards, an autocommit statement requests nothing (fast path): a new guard waits for commits in
 * flight, and a statement that conflicts with it fails validation and is retried behind the guard. Other processes
 * are checked as well (`cross-process-table-locks.ts`), for LOCK TABLES and FLUSH TABLES WITH READ LOCK only.
 */
import { fold } from "../../catalog/identifier.ts";
import type { Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Agent } from "../../store/lock/agent.ts";
import { Holding } from "../../store/lock/holding.ts";
import { LockTable } from "../../store/lock/lock-table.ts";
import type { LockMode } from "../../store/lock/mode.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Transaction } from "../../store/transaction/transaction.ts";
import { type ByteString, encodeText } from "../../types/value/value.ts";
import type { CrossProcessTableLocks } from "./cross-process-table-locks.ts";

/** State that all sessions share. */
export class TableGuards {
	readonly locks = new LockTable({ patience: "table", state: "Waiting for table metadata lock", deadlock: "deadlock" });
	/** Number of guards: sessions that hold or want exclusive or frozen table locks. */
	count = 0;
}

/** Returns a table's lock name; the empty name is that of all tables. */
export function lockName(database: string, table: string): string {
	return encodeText(`${fold(database)}.${fold(table)}`);
}

const everything = "";
const names = new WeakMap<Table, string>();

function nameOf(table: Table): string {
	let name = names.get(table);
	if (name === undefined) {
		name = lockName(table.database, table.name);
		names.set(table, name);
	}
	return name;
}

function isShared({ record }: Table): boolean {
	return record.temporary !== true;
}

interface TableUse {
	readonly tables: readonly Table[];
	readonly written: readonly Table[];
	/** The alias of each written table, where the statement may use a table more than once. */
	readonly writtenAs?: readonly string[] | undefined;
}

/** A table reference that a statement opens. */
export interface OpenedTable {
	/** Its lock name. */
	readonly name: string;
	readonly alias: string;
	readonly isView: boolean;
}

/**
 * A table named in LOCK TABLES, or read by a view named there: valid for one reference by this alias in a statement.
 */
export interface LockedTable extends OpenedTable {
	readonly mode: Mode;
}

type Mode = "read" | "write";

/** Lock names of the tables that a data definition statement concerns. */
export interface DefinedNames {
	readonly all: readonly string[];
	/** Those that LOCK TABLES must have named; undefined: the statement is refused under LOCK TABLES. */
	readonly locked: readonly string[] | undefined;
	/** Tables that are dropped or renamed. */
	readonly lost: readonly string[];
	/** It changes more than temporary tables. */
	readonly isShared: boolean;
}

/** Table locks of one session. */
export class TableLocks {
	readonly guards: TableGuards;
	readonly #others: CrossProcessTableLocks;
	/** Locks until the end of the transaction or the autocommit statement. */
	readonly #passing: Holding;
	/** Locks until UNLOCK TABLES. */
	readonly #lasting: Holding;
	/** Locks that the open transaction already holds. */
	readonly #used = new Map<Table, LockMode>();
	#locked: readonly LockedTable[] | undefined;
	/** The locked tables that the running statement opened. */
	#opened: readonly LockedTable[] = [];
	#isFrozen = false;
	/** True under LOCK TABLES or FLUSH TABLES WITH READ LOCK of this session. */
	isLocking = false;

	constructor(guards: TableGuards, agent: Agent, others: CrossProcessTableLocks) {
		this.guards = guards;
		this.#others = others;
		this.#passing = new Holding(agent);
		this.#lasting = new Holding(agent);
	}

	/**
	 * Checks references under LOCK TABLES, before any other check of the statement: 1100 for the first table that is
	 * not locked, or not once more by this alias; 1099 for a write to a table with a read lock.
	 */
	open(tables: readonly OpenedTable[], wanted: Mode = "read"): void {
		if (this.#locked === undefined) {
			return;
		}
		const left = new Set(this.#locked);
		const opened: LockedTable[] = [];
		for (const { name, alias, isView } of tables) {
			const locks = [...left].filter((lock) => lock.name === name && (isView || fold(lock.alias) === fold(alias)));
			const lock = locks.find(({ mode }) => mode === "write") ?? locks[0];
			if (lock === undefined) {
				throw sqlError("tableNotLocked", encodeText(alias));
			}
			if (wanted === "write" && lock.mode === "read") {
				throw sqlError("tableNotLockedForWrite", encodeText(alias));
			}
			opened.push(lock);
			if (!isView) {
				left.delete(lock);
			}
		}
		this.#opened = opened;
	}

	/**
	 * Requests the locks of a statement; `isAlone`: autocommit. A promise only if it must wait: after the wait the
	 * statement's snapshot and schema may be out of date.
	 */
	use(use: TableUse, isAlone: boolean): Promise<void> | undefined {
		if (this.isLocking) {
			this.#assertWritable(use);
		}
		if (use.tables.length === 0 || (isAlone && this.guards.count === 0)) {
			return undefined;
		}
		if (use.written.length > 0 && this.guards.count > 0 && use.written.some(isShared)) {
			const free = this.guards.locks.claim(this.#passing, everything, "writing");
			if (free !== undefined) {
				return free;
			}
		}
		for (const table of use.tables) {
			const mode = use.written.includes(table) ? "writing" : "shared";
			const used = this.#used.get(table);
			if (used !== mode && used !== "writing" && isShared(table)) {
				const claimed = this.guards.locks.claim(this.#passing, nameOf(table), mode);
				if (claimed !== undefined) {
					return claimed;
				}
				this.#used.set(table, mode);
			}
		}
		return undefined;
	}

	/**
	 * Checks the locks of other processes, after `use`, and continues with `go`. Where it must wait, `isOver` receives
	 * the wait: after it the statement's snapshot and schema may be out of date.
	 */
	passOthers<T>(
		use: TableUse,
		transaction: Transaction,
		go: () => MaybePromise<T>,
		isOver: (wait: Promise<void>) => Promise<T>,
	): MaybePromise<T> {
		if (use.tables.length === 0) {
			return go();
		}
		const names = (tables: readonly Table[]): ByteString[] => tables.filter(isShared).map(nameOf);
		return after(
			this.#others.areKept({ read: names(use.tables), written: names(use.written) }, transaction),
			(areKept) => (areKept ? isOver(this.#others.wait()) : go()),
		);
	}

	/** Waits before the commit of a transaction with writes while another session holds FLUSH TABLES WITH READ LOCK. */
	beforeCommit(): MaybePromise<void> {
		return this.guards.count > 0 ? this.guards.locks.claim(this.#passing, everything, "writing") : undefined;
	}

	/** Releases the locks of the transaction or the autocommit statement. */
	end(): void {
		if (!this.#passing.isEmpty) {
			this.guards.locks.release(this.#passing);
		}
		if (this.#used.size > 0) {
			this.#used.clear();
		}
	}

	/** Runs a data definition statement with exclusive locks on its tables. */
	async define<T>(names: DefinedNames, step: () => MaybePromise<T>): Promise<T> {
		const guards = this.guards;
		const wanted = names.all;
		if (this.#isFrozen && names.isShared) {
			throw sqlError("cantUpdateWithReadLock");
		}
		this.#assertDefinable(names);
		await this.#others.free(wanted);
		guards.count++;
		this.#passing.isDefinition = true;
		try {
			await guards.locks.claim(this.#passing, everything, "writing");
			for (const name of [...wanted].sort()) {
				await guards.locks.claim(this.#passing, name, "exclusive");
			}
			const answer = await step();
			this.#lose(names.lost);
			return answer;
		} finally {
			guards.count--;
			this.#passing.isDefinition = false;
			this.end();
		}
	}

	#assertDefinable({ locked }: DefinedNames): void {
		if (this.#locked === undefined) {
			return;
		}
		if (locked === undefined) {
			throw sqlError("lockOrActiveTransaction");
		}
		for (const name of locked) {
			const mode = lockOf(this.#locked, name)?.mode;
			if (mode !== "write") {
				throw sqlError(
					mode === undefined ? "tableNotLocked" : "tableNotLockedForWrite",
					name.slice(name.indexOf(".") + 1),
				);
			}
		}
	}

	/** Drops locks of lost tables; without any left, LOCK TABLES mode ends. */
	#lose(names: readonly string[]): void {
		if (this.#locked === undefined || names.length === 0) {
			return;
		}
		const left = this.#locked.filter(({ name }) => !names.includes(name));
		const isLast = left.length === 0 && this.#locked.length > 0;
		this.#locked = left;
		if (isLast) {
			this.unlock();
		}
	}

	/**
	 * LOCK TABLES, after `giveBack`. Under FLUSH TABLES WITH READ LOCK of the session itself a write lock is refused
	 * (1223). `settled`: resolves when the commits in flight are done.
	 */
	async lock(tables: readonly LockedTable[], settled: () => Promise<void>): Promise<void> {
		if (this.#isFrozen && tables.some(({ mode }) => mode === "write")) {
			throw sqlError("cantUpdateWithReadLock");
		}
		await this.#guard(async () => {
			const modes = new Map<string, Mode>();
			for (const { name, mode } of tables) {
				modes.set(name, modes.get(name) === "write" ? "write" : mode);
			}
			const inOrder = [...modes].sort(([a], [b]) => (a < b ? -1 : 1));
			for (const [name, mode] of inOrder) {
				await this.guards.locks.claim(this.#lasting, name, mode === "read" ? "frozen" : "exclusive");
			}
			await this.#others.claim(inOrder);
			this.#locked = tables;
			this.isLocking = true;
		});
		await settled();
	}

	/** Under LOCK TABLES, whose tables alone may be used. */
	get isNamed(): boolean {
		return this.#locked !== undefined;
	}

	/** Lets the triggers of a locked table use others, until the function is called that it returns. */
	openTriggered(): () => void {
		const locked = this.#locked;
		this.#locked = undefined;
		return () => {
			this.#locked = locked;
		};
	}

	/** FLUSH TABLES WITH READ LOCK. */
	async freeze(settled: () => Promise<void>): Promise<void> {
		if (this.#isFrozen) {
			return;
		}
		await this.#guard(async () => {
			await this.guards.locks.claim(this.#lasting, everything, "frozen");
			await this.#others.claim([[everything, "read"]]);
			this.#isFrozen = true;
			this.isLocking = true;
		});
		await settled();
	}

	async #guard(step: () => Promise<void>): Promise<void> {
		const wasLocking = this.isLocking;
		this.guards.count++;
		try {
			await step();
			this.guards.count -= wasLocking ? 1 : 0;
		} catch (failure) {
			this.guards.count--;
			this.unlock();
			throw failure;
		}
	}

	/** Releases the locks of a previous LOCK TABLES, before names are resolved; FLUSH TABLES WITH READ LOCK stays. */
	giveBack(): void {
		if (!this.#isFrozen) {
			this.unlock();
		}
	}

	/** UNLOCK TABLES; true: there were locks. */
	unlock(): boolean {
		const wasLocking = this.isLocking;
		if (!wasLocking && this.#lasting.isEmpty) {
			return false;
		}
		this.#locked = undefined;
		this.#isFrozen = false;
		this.isLocking = false;
		this.guards.locks.release(this.#lasting);
		this.#others.release();
		this.guards.count -= wasLocking ? 1 : 0;
		return wasLocking;
	}

	#assertWritable({ written, writtenAs }: TableUse): void {
		if (this.#isFrozen && written.some(isShared)) {
			throw sqlError("cantUpdateWithReadLock");
		}
		for (const [at, table] of this.#locked === undefined ? [] : written.entries()) {
			const lock = table.record.temporary === true ? undefined : lockOf(this.#opened, nameOf(table), writtenAs?.[at]);
			if (lock?.mode === "read") {
				throw sqlError("tableNotLockedForWrite", encodeText(lock.alias));
			}
		}
	}
}

/** Returns a table's lock by alias; otherwise the strongest of its locks: a write lock if there is one. */
function lockOf(all: readonly LockedTable[], name: string, alias?: string): LockedTable | undefined {
	const locks = all.filter((lock) => lock.name === name);
	return (
		locks.find((lock) => alias !== undefined && fold(lock.alias) === fold(alias)) ??
		locks.find(({ mode }) => mode === "write") ??
		locks[0]
	);
}
