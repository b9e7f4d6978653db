/**
 * Locks of whole tables: those of running transactions, of definitions, of LOCK TABLES and FLUSH TABLES WITH READ
 * LOCK.
 *
 * In: what a statement reads and writes. Out: leave to do so, at once or when others have gone; 1099, 1100 and 1223
 * where the session's own LOCK TABLES forbids it.
 *
 * | who                                      | holds                            | until               |
 * |------------------------------------------|----------------------------------|---------------------|
 * | an open transaction                      | shared or writing, each table    | it ends             |
 * | a statement of its own                   | the same, while there are guards | it ends             |
 * | a definition                             | exclusive: a guard               | it ends             |
 * | LOCK TABLES ... READ, ... WRITE          | frozen, exclusive: guards        | UNLOCK TABLES       |
 * | FLUSH TABLES WITH READ LOCK              | frozen, of everything: a guard   | UNLOCK TABLES       |
 *
 * While nobody guards, a statement of its own asks for nothing: who puts up a guard waits for commits under way, and
 * its own commit is tried again behind the guard. Other processes are asked besides (`cross-process-table-locks.ts`):
 * they know of LOCK TABLES and FLUSH TABLES WITH READ LOCK only.
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

/** What all sessions share. */
export class TableGuards {
	readonly locks = new LockTable({ patience: "table", state: "Waiting for table metadata lock", deadlock: "deadlock" });
	/** How many hold or want tables for themselves. */
	count = 0;
}

/** A table's name as locks know it; the empty one is everything. */
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

interface TableUse {
	readonly tables: readonly Table[];
	readonly written: readonly Table[];
	/** What the statement calls each of them, where it may know several by the same name. */
	readonly writtenAs?: readonly string[] | undefined;
}

/** A table as a statement opens it. */
export interface OpenedTable {
	/** As locks know it. */
	readonly name: string;
	readonly alias: string;
	readonly isView: boolean;
}

/**
 * One that LOCK TABLES named, or a view that it named reads: good for one use of the table by this alias in a
 * statement.
 */
export interface LockedTable extends OpenedTable {
	readonly mode: Mode;
}

type Mode = "read" | "write";

/** What a definition is about, as names of locks. */
export interface DefinedNames {
	readonly all: readonly string[];
	/** Those that LOCK TABLES must have named; undefined: it may not be said under LOCK TABLES at all. */
	readonly locked: readonly string[] | undefined;
	/** Of tables that are dropped or renamed. */
	readonly lost: readonly string[];
}

/** One session's. */
export class TableLocks {
	readonly #guards: TableGuards;
	readonly #others: CrossProcessTableLocks;
	/** Of the open transaction, or the running statement. */
	readonly #passing: Holding;
	/** Of LOCK TABLES and FLUSH TABLES WITH READ LOCK. */
	readonly #lasting: Holding;
	/** What the open transaction has asked for. */
	readonly #used = new Map<Table, LockMode>();
	#locked: readonly LockedTable[] | undefined;
	/** Of the locked tables those that the running statement opened. */
	#opened: readonly LockedTable[] = [];
	#isFrozen = false;

	constructor(guards: TableGuards, agent: Agent, others: CrossProcessTableLocks) {
		this.#guards = guards;
		this.#others = others;
		this.#passing = new Holding(agent);
		this.#lasting = new Holding(agent);
	}

	/** LOCK TABLES was said, or FLUSH TABLES WITH READ LOCK. */
	get isLocking(): boolean {
		return this.#locked !== undefined || this.#isFrozen;
	}

	/** Somebody keeps others from tables: statements of their own have to ask. */
	get isGuarded(): boolean {
		return this.#guards.count > 0;
	}

	/**
	 * Before a statement of a session that has locked tables looks at anything else: 1100 for the first table that is
	 * not locked, or not once more by this alias; 1099 for one to be written that is locked to be read.
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
	 * Leave for a statement; `isAlone`: it is a transaction of its own. A promise only if others have to go first: then
	 * all it knows may be old.
	 */
	use(use: TableUse, isAlone: boolean): Promise<void> | undefined {
		if (this.isLocking) {
			this.#assertWritable(use);
		}
		if (use.tables.length === 0 || (isAlone && !this.isGuarded)) {
			return undefined;
		}
		if (use.written.length > 0 && this.isGuarded) {
			const free = this.#guards.locks.claim(this.#passing, everything, "writing");
			if (free !== undefined) {
				return free;
			}
		}
		for (const table of use.tables) {
			const mode = use.written.includes(table) ? "writing" : "shared";
			const used = this.#used.get(table);
			if (used !== mode && used !== "writing" && table.record.temporary !== true) {
				const claimed = this.#guards.locks.claim(this.#passing, nameOf(table), mode);
				if (claimed !== undefined) {
					return claimed;
				}
				this.#used.set(table, mode);
			}
		}
		return undefined;
	}

	/** Another process has the same data open: statements have to ask it, too. */
	get isShared(): boolean {
		return this.#others.locks.isShared;
	}

	/**
	 * Leave from other processes; asked behind `use`. A promise that ends in nothing to go on with: others have to go
	 * first, and then all the statement knows may be old.
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
		const names = (tables: readonly Table[]): ByteString[] =>
			tables.filter(({ record }) => record.temporary !== true).map(nameOf);
		return after(
			this.#others.areKept({ read: names(use.tables), written: names(use.written) }, transaction),
			(areKept) => (areKept ? isOver(this.#others.wait()) : go()),
		);
	}

	/** Before a transaction that has written commits: not while everything is frozen. */
	beforeCommit(): MaybePromise<void> {
		return this.isGuarded ? this.#guards.locks.claim(this.#passing, everything, "writing") : undefined;
	}

	/** The transaction is over, or the statement of its own. */
	end(): void {
		if (!this.#passing.isEmpty) {
			this.#guards.locks.release(this.#passing);
		}
		if (this.#used.size > 0) {
			this.#used.clear();
		}
	}

	/** Runs a definition with these tables to itself. */
	async define<T>(names: DefinedNames, step: () => MaybePromise<T>): Promise<T> {
		const guards = this.#guards;
		const wanted = names.all;
		if (this.#isFrozen && wanted.length > 0) {
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

	/** Who has no locked table left has locked nothing. */
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
	 * LOCK TABLES, after what was locked before was given back; FLUSH TABLES WITH READ LOCK stays, and lets nothing be
	 * written. `settled`: resolves when the commits under way are done.
	 */
	async lock(tables: readonly LockedTable[], settled: () => Promise<void>): Promise<void> {
		if (this.#isFrozen && tables.some(({ mode }) => mode === "write")) {
			throw sqlError("cantUpdateWithReadLock");
		}
		await this.#guard(async () => {
			const names = [...new Set(tables.map(({ name }) => name))].sort();
			const inOrder = names.map((name) => [name, lockOf(tables, name)!.mode] as const);
			for (const [name, mode] of inOrder) {
				await this.#guards.locks.claim(this.#lasting, name, mode === "read" ? "frozen" : "exclusive");
			}
			await this.#others.claim(inOrder);
			this.#locked = tables;
		});
		await settled();
	}

	/** FLUSH TABLES WITH READ LOCK. */
	async freeze(settled: () => Promise<void>): Promise<void> {
		if (this.#isFrozen) {
			return;
		}
		await this.#guard(async () => {
			await this.#guards.locks.claim(this.#lasting, everything, "frozen");
			await this.#others.claim([[everything, "read"]]);
			this.#isFrozen = true;
		});
		await settled();
	}

	async #guard(step: () => Promise<void>): Promise<void> {
		const wasLocking = this.isLocking;
		this.#guards.count++;
		try {
			await step();
			this.#guards.count -= wasLocking ? 1 : 0;
		} catch (failure) {
			this.#guards.count--;
			this.unlock();
			throw failure;
		}
	}

	/** What LOCK TABLES locked is given back before others are looked for. */
	giveBack(): void {
		if (!this.#isFrozen) {
			this.unlock();
		}
	}

	/** UNLOCK TABLES; true: there were some. */
	unlock(): boolean {
		const wasLocking = this.isLocking;
		if (!wasLocking && this.#lasting.isEmpty) {
			return false;
		}
		this.#locked = undefined;
		this.#isFrozen = false;
		this.#guards.locks.release(this.#lasting);
		this.#others.release();
		this.#guards.count -= wasLocking ? 1 : 0;
		return wasLocking;
	}

	#assertWritable({ written, writtenAs }: TableUse): void {
		if (this.#isFrozen && written.length > 0) {
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

/** The lock of a table by its alias; else of several locks of it one to write, which is the stronger. */
function lockOf(all: readonly LockedTable[], name: string, alias?: string): LockedTable | undefined {
	const locks = all.filter((lock) => lock.name === name);
	return (
		locks.find((lock) => alias !== undefined && fold(lock.alias) === fold(alias)) ??
		locks.find(({ mode }) => mode === "write") ??
		locks[0]
	);
}
