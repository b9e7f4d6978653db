/**
 * Result sink that collects a statement's answer as JavaScript values: rows as objects, or what a change did.
 */
import {
	decodeText,
	type OkResult,
	type ResultColumn,
	type ResultSink,
	type Row,
	type SqlError,
	type SessionStatus,
} from "../../core/index.ts";
import { type Cell, readerOf, type ReadValue } from "./value-reader.ts";

/** A row by column name. */
export type RowObject = Record<string, Cell>;

/** A column of a result. */
export interface Column {
	readonly name: string;
	/** `varchar`, `bigint` ... */
	readonly type: string;
	/** Alias of the table; empty: an expression. */
	readonly table: string;
}

/** Rows, with their columns, which are not enumerable: the value compares as a plain array of plain objects. */
export type Rows<R extends object = RowObject> = R[] & { readonly columns: readonly Column[] };

/** Effect of a statement without rows. */
export interface Done {
	/** Changed rows. */
	readonly affectedRows: number;
	/** The first AUTO_INCREMENT id that it generated; 0: none. */
	readonly insertId: number | bigint;
	readonly warningCount: number;
	/** `Rows matched: 1  Changed: 1  Warnings: 0`, or empty. */
	readonly info: string;
}

export class ObjectSink implements ResultSink {
	/** Of several results, as of CALL, the last with rows. */
	answer: Rows | Done = { affectedRows: 0, insertId: 0, warningCount: 0, info: "" };
	failure: SqlError | undefined;
	#columns: readonly ResultColumn[] = [];
	#names: readonly string[] = [];
	#readers: readonly ReadValue[] = [];
	#rows: RowObject[] = [];

	begin(columns: readonly ResultColumn[]): void {
		this.#columns = columns;
		this.#names = columns.map(({ name }) => name);
		this.#readers = columns.map(readerOf);
		this.#rows = [];
	}

	rows(batch: readonly Row[]): void {
		const names = this.#names;
		const readers = this.#readers;
		for (const row of batch) {
			const made: RowObject = {};
			for (let at = 0; at < names.length; at++) {
				const value = row[at] ?? null;
				const cell = value === null ? null : readers[at]!(value);
				if (names[at] === "__proto__") {
					Object.defineProperty(made, "__proto__", { value: cell, enumerable: true });
				} else {
					made[names[at]!] = cell;
				}
			}
			this.#rows.push(made);
		}
	}

	end(_status: SessionStatus): void {
		const columns = this.#columns.map(({ name, type, table }) => ({ name, type: type.name, table }));
		this.answer = Object.defineProperty(this.#rows, "columns", { value: columns }) as Rows;
	}

	ok({ affectedRows, lastInsertId, warningCount, info }: OkResult): void {
		if (!Array.isArray(this.answer)) {
			this.answer = {
				affectedRows: Number(affectedRows),
				insertId: lastInsertId,
				warningCount,
				info: decodeText(info),
			};
		}
	}

	error(error: SqlError): void {
		this.failure = error;
	}
}
