/**
 * Facts from words: `column("varchar(10) charset utf8")`, `table("create table ...")`, as rules receive them.
 *
 * They are made by the database itself, on a worker thread: opening one takes promises, and a test should not.
 */
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import {
	type ColumnChange,
	type ColumnFacts,
	quoteName,
	type ShapedColumn,
	type TableFacts,
	type TableShape,
} from "../../core/index.ts";
import type { FactPlace, MadeFacts } from "./made-facts.ts";

/** A column as stored ones and new ones are handed to rules. */
export type TestedColumn = ColumnFacts & ShapedColumn;

/** A table as stored ones and new ones are handed to rules. */
export type TestedTable = TableFacts & TableShape;

/**
 * @param words the column's definition behind its name: `varchar(10) charset utf8 not null`
 * @param place release, table and name
 * @returns the column's facts
 * @throws Error where the release refuses the definition
 */
export function column(words: string, place: FactPlace = {}): TestedColumn {
	return madeColumn(words, place).columns[0] as TestedColumn;
}

/**
 * @param create a CREATE TABLE statement
 * @param place release and database
 * @returns the table's facts: those of a new table, and those of a stored one
 * @throws Error where the release refuses the statement
 */
export function table(create: string, place: FactPlace = {}): TestedTable {
	return made(create, place).table;
}

/**
 * @param from the column's definition as it is
 * @param to the definition that ALTER TABLE would give it
 * @param place release, table and name
 * @returns the facts of questions about CHANGE and MODIFY
 * @throws Error where the release refuses one of the definitions
 */
export function columnChange(from: string, to: string, place: FactPlace = {}): ColumnChange {
	const before = madeColumn(from, place);
	return {
		column: before.columns[0] as TestedColumn,
		table: before.table,
		from: before.shapes[0],
		to: madeColumn(to, place).shapes[0],
	} as ColumnChange;
}

function madeColumn(words: string, place: FactPlace): MadeFacts {
	return made(`create table ${quoteName(place.table ?? "t")} (${quoteName(place.name ?? "a")} ${words})`, place);
}

const answerWaitMs = 60_000;
const known = new Map<string, MadeFacts>();
let ask: ((create: string, place: FactPlace) => MadeFacts) | undefined;

function made(create: string, place: FactPlace): MadeFacts {
	const key = JSON.stringify([create, place.version, place.as, place.database]);
	let found = known.get(key);
	if (found === undefined) {
		ask ??= startWorker();
		found = ask(create, place);
		known.set(key, found);
	}
	return found;
}

function startWorker(): (create: string, place: FactPlace) => MadeFacts {
	const signal = new Int32Array(new SharedArrayBuffer(4));
	const { port1, port2 } = new MessageChannel();
	const worker = new Worker(new URL("./facts-worker.js", import.meta.url), {
		workerData: { versoFacts: { signal, port: port2 } },
		transferList: [port2],
		// Flags of the process, such as --test, are not the worker's.
		execArgv: [],
	});
	worker.unref();
	port1.unref();
	return (create, place) => {
		Atomics.store(signal, 0, 0);
		port1.postMessage({ create, place });
		Atomics.wait(signal, 0, 0, answerWaitMs);
		const message = receiveMessageOnPort(port1)?.message as { made?: MadeFacts; failure?: string } | undefined;
		if (message?.made === undefined) {
			throw new Error(message?.failure ?? `the facts of "${create}" could not be made`);
		}
		return message.made;
	};
}
