/**
 * Load of one connection: sysbench's scripts, written anew.
 *
 * In: a connection, tables, random numbers. Out: a turn, to be played until time is up. Every answer is checked for
 * the number of rows it must have, so that no server is fast by doing less.
 */
import type { Random } from "../random.ts";
import type { Station } from "../station.ts";
import { type Answer, type Call, type Connection, ServerError } from "../wire/connection.ts";

export type Style = "prepared" | "text";

/** Plays one turn; how many statements it was, or -1 when there is nothing left to do. */
export type Turn = () => Promise<number>;

export interface Stage {
	readonly connection: Connection;
	readonly style: Style;
	readonly tables: readonly string[];
	readonly rows: number;
	readonly random: Random;
	/** Counts from 0 over all connections of a round. */
	readonly next: () => number;
}

export interface Script {
	readonly name: string;
	/** Writes the tables it uses, before each round; the default is to use sysbench's two as they are. */
	readonly tables?: (station: Station, windowMs: number) => Promise<{ names: readonly string[]; rows: number }>;
	open(stage: Stage): Promise<Turn>;
}

const notPrepared = 1295;

export const begin = "BEGIN";
export const commit = "COMMIT";

/**
 * Statements that a server does not prepare, such as BEGIN in MySQL 5.7, are sent as text: sysbench does the same.
 */
export async function makeCall({ style, connection }: Stage, sql: string): Promise<Call> {
	try {
		return style === "prepared" ? await connection.prepare(sql) : connection.compose(sql);
	} catch (failure) {
		if (failure instanceof ServerError && failure.code === notPrepared) {
			return connection.compose(sql);
		}
		throw failure;
	}
}

/** One statement for each table. */
export async function makeCalls(stage: Stage, sql: string): Promise<readonly Call[]> {
	const calls: Call[] = [];
	for (const table of stage.tables) {
		calls.push(await makeCall(stage, sql.replace("sbtest", table)));
	}
	return calls;
}

export function expectRows(answer: Answer, rows: number): void {
	if (answer.rows !== rows) {
		throw new Error(`${answer.rows} rows came where ${rows} are right`);
	}
}

export function expectChange(answer: Answer, affected: number): void {
	if (answer.affected !== affected) {
		throw new Error(`${answer.affected} rows were changed where ${affected} are right`);
	}
}

/** Errors after which a client tries again: deadlock, lock wait, snapshot too old, write conflict. */
const conflicts = new Set([1213, 1205, 1020, 9007]);

export function isConflict(failure: unknown): boolean {
	return failure instanceof ServerError && conflicts.has(failure.code);
}
