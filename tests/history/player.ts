/**
 * Plays random transactions on one server, over many sessions at once, and records what each did and saw.
 */
import { decodeText, encodeText } from "../../core/types/value/value.ts";
import { CollectingSink } from "../../core/session/api/collecting-sink.ts";
import type { Session } from "../../core/session/api/session.ts";
import type { Kernel } from "../../core/kernel.ts";
import { connectRoot } from "../memory-kernel.ts";
import type { Level, Operation, Transaction } from "./record.ts";

export interface Task {
	readonly level: Level;
	readonly sessions: number;
	readonly transactions: number;
	/** Values and transactions of this server are numbered from here. */
	readonly firstId: number;
	/** Registers are read with FOR UPDATE before they are replaced. */
	readonly locksRegisters: boolean;
	/** Every other hundred transactions are single statements (autocommit), whose commits share groups. */
	readonly hasSingles: boolean;
}

const singlesInARow = 100;

/** Lists grow for a while and are then replaced by others. */
const openLists = 6;
const transactionsPerList = 40;
const registers = 4;

export const tables = [
	"create table lists (k int primary key, v mediumtext not null)",
	"create table registers (k int primary key, v int not null)",
	`insert into registers values ${Array.from({ length: registers }, (_, at) => `(${at}, 0)`).join(", ")}`,
];

/** Errors that end a transaction and are no finding. */
const expected = new Set([1205, 1213]);

export async function play(kernel: Kernel, task: Task, done: (transaction: Transaction) => void): Promise<void> {
	let next = 0;
	const work = async (): Promise<void> => {
		const session = await connectRoot(kernel);
		await ask(session, `set session transaction isolation level ${task.level}`);
		await ask(session, "set innodb_lock_wait_timeout = 5");
		const player = new Player(session, task);
		while (next < task.transactions) {
			const at = next++;
			done(await player.transaction(task.firstId + at, at));
		}
		session.close();
	};
	await Promise.all(Array.from({ length: task.sessions }, work));
}

export async function listsOf(session: Session): Promise<Map<number, readonly number[]>> {
	const rows = await ask(session, "select k, v from lists");
	return new Map(rows.map(([key, text]) => [Number(key), valuesOf(text)]));
}

async function ask(session: Session, sql: string): Promise<readonly (readonly unknown[])[]> {
	const sink = new CollectingSink();
	await session.execute(encodeText(sql), sink);
	return sink.answer().rows;
}

function valuesOf(text: unknown): number[] {
	return decodeText(String(text)).split(" ").filter(Boolean).map(Number);
}

/** The machine's clock of elapsed time, the same for all processes. */
function clockMs(): number {
	return Number(process.hrtime.bigint()) / 1e6;
}

class Player {
	readonly #session: Session;
	readonly #task: Task;
	#values = 0;

	constructor(session: Session, task: Task) {
		this.#session = session;
		this.#task = task;
	}

	async transaction(id: number, at: number): Promise<Transaction> {
		const operations: Operation[] = [];
		const beganMs = clockMs();
		const lists = Math.floor(at / transactionsPerList) + 1;
		this.#values = 0;
		try {
			if (this.#task.hasSingles && Math.floor(at / singlesInARow) % 2 === 1) {
				operations.push(...(await this.#single(id, lists + Math.floor(Math.random() * openLists))));
				return { id, operations, isCommitted: true, beganMs, endedMs: clockMs() };
			}
			await ask(this.#session, "begin");
			const isReader = Math.random() < 0.3;
			for (let count = 1 + Math.floor(Math.random() * 4); count > 0; count--) {
				operations.push(...(await this.#step(id, lists + Math.floor(Math.random() * openLists), isReader)));
			}
			const isUndone = Math.random() < 0.05;
			await ask(this.#session, isUndone ? "rollback" : "commit");
			return { id, operations, isCommitted: !isUndone, beganMs, endedMs: clockMs() };
		} catch (failure) {
			if (!expected.has((failure as { code?: number }).code ?? 0)) {
				throw failure;
			}
			await ask(this.#session, "rollback");
			return { id, operations, isCommitted: false };
		}
	}

	async #step(id: number, key: number, isReader: boolean): Promise<Operation[]> {
		const chance = Math.random();
		if (isReader || chance < 0.4) {
			return this.#read(key, chance < 0.2);
		}
		const value = id * 8 + this.#values++;
		if (chance < 0.8) {
			await this.#append(key, value);
			return [{ act: "append", key, value }];
		}
		const register = Math.floor(Math.random() * registers);
		const [row] = await ask(
			this.#session,
			`select v from registers where k = ${register}${this.#task.locksRegisters ? " for update" : ""}`,
		);
		const seen = Number(row?.[0]);
		if (Math.floor(seen / 8) === id) {
			// Its own write: replacing it again says nothing about others.
			return [];
		}
		await ask(this.#session, `update registers set v = ${value} where k = ${register}`);
		return [{ act: "replace", key: register, seen, value }];
	}

	async #single(id: number, key: number): Promise<Operation[]> {
		const value = id * 8;
		if (Math.random() < 0.3) {
			return this.#read(key, Math.random() < 0.5);
		}
		await this.#append(key, value);
		return [{ act: "append", key, value }];
	}

	async #append(key: number, value: number): Promise<void> {
		await ask(
			this.#session,
			`insert into lists values (${key}, '${value}') on duplicate key update v = concat(v, ' ${value}')`,
		);
	}

	async #read(key: number, isRange: boolean): Promise<Operation[]> {
		const rows = await ask(
			this.#session,
			`select k, v from lists where k ${isRange ? `between ${key} and ${key + 2}` : `= ${key}`}`,
		);
		const keys = isRange ? [key, key + 1, key + 2] : [key];
		return keys.map((each) => ({
			act: "read",
			key: each,
			values: valuesOf(rows.find(([found]) => Number(found) === each)?.[1] ?? ""),
		}));
	}
}
