/**
 * Status counters of a session or server: statements, rows, connections.
 *
 * The counters of every statement are fields, or the counter object that the last statement used (fast path).
 * Measured: a map look-up for each was 2 % of a select by primary key at one connection (24 windows in turn, median).
 */
import type { NamedValue } from "../../catalog/information-schema/providers.ts";
import { commandCounters } from "./command-counters.ts";
import { usualStatus } from "./status-names.ts";

/** PREPARE, EXECUTE and DEALLOCATE also count as the protocol's commands. */
const alsoCounted: Readonly<Record<string, string>> = {
	prepare_sql: "Com_stmt_prepare",
	execute_sql: "Com_stmt_execute",
	dealloc_sql: "Com_stmt_close",
};

const readRows = ["Innodb_rows_read", "Handler_read_next"];
const insertedRows = ["Innodb_rows_inserted", "Handler_write"];
const updatedRows = ["Innodb_rows_updated", "Handler_update"];
const deletedRows = ["Innodb_rows_deleted", "Handler_delete"];

/** Counters that add the rows a statement has changed or sent. */
const rowCounters: Readonly<Record<string, readonly string[]>> = {
	select: readRows,
	insert: insertedRows,
	insert_select: insertedRows,
	replace: insertedRows,
	replace_select: insertedRows,
	load: insertedRows,
	update: updatedRows,
	update_multi: updatedRows,
	delete: deletedRows,
	delete_multi: deletedRows,
};

interface CommandCount {
	count: number;
	rows: number;
}

export class StatusCounters {
	/** Executions of prepared statements by the protocol's command: counted as statements too. */
	executed = 0;
	readonly #counts = new Map<string, number>();
	/** Statements by command name, the most frequent counters. */
	readonly #statements = new Map<string, CommandCount>();
	/** The last statement's command: the next is mostly the same. */
	#lastCommand = "";
	#last: CommandCount = { count: 0, rows: 0 };

	add(name: string, amount = 1): void {
		this.#counts.set(name, (this.#counts.get(name) ?? 0) + amount);
	}

	countStatement(command: string): void {
		if (command !== this.#lastCommand) {
			let counter = this.#statements.get(command);
			if (counter === undefined) {
				counter = { count: 0, rows: 0 };
				this.#statements.set(command, counter);
			}
			this.#lastCommand = command;
			this.#last = counter;
		}
		this.#last.count++;
	}

	/** Adds rows changed or sent by a counted statement. */
	countRows(command: string, rows: number): void {
		const counter = command === this.#lastCommand ? this.#last : this.#statements.get(command);
		if (counter !== undefined) {
			counter.rows += rows;
		}
	}

	/** Adds the counts of another object. */
	merge(others: StatusCounters): void {
		for (const [name, count] of others.#counts) {
			this.add(name, count);
		}
		for (const [command, { count, rows }] of others.#statements) {
			const counter = this.#statements.get(command) ?? { count: 0, rows: 0 };
			counter.count += count;
			counter.rows += rows;
			this.#statements.set(command, counter);
		}
		this.executed += others.executed;
	}

	clear(): void {
		this.executed = 0;
		this.#counts.clear();
		this.#statements.clear();
		this.#lastCommand = "";
	}

	list(): readonly NamedValue[] {
		const counts = new Map(this.#counts);
		const add = (name: string, amount: number) => counts.set(name, (counts.get(name) ?? 0) + amount);
		if (this.executed > 0) {
			add("Com_stmt_execute", this.executed);
		}
		for (const [command, { count, rows }] of this.#statements) {
			add("Questions", count);
			add(`Com_${command}`, count);
			const also = alsoCounted[command];
			if (also !== undefined) {
				add(also, count);
			}
			for (const name of rowCounters[command] ?? []) {
				add(name, rows);
			}
		}
		return [...counts].map(([name, count]) => [name, String(count)] as const);
	}
}

/** Returns all of SHOW STATUS: counted values, computed values, and defaults for the rest. */
export function statusList(
	counters: StatusCounters,
	known: Readonly<Record<string, number | string>>,
): readonly NamedValue[] {
	const values = new Map<string, string>([...commandCounters.map((name) => [name, "0"] as const), ...usualStatus]);
	for (const [name, value] of counters.list()) {
		values.set(name, value);
	}
	values.set("Queries", values.get("Questions") ?? "0");
	for (const [name, value] of Object.entries(known)) {
		values.set(name, String(value));
	}
	return [...values].sort(([a], [b]) => (a < b ? -1 : 1));
}
