/**
 * One connection that writes rows of its own until the server is killed.
 *
 * Each statement is noted in the ledger before it is sent and when it is answered.
 *
 *     journal    rows with ids of AUTO_INCREMENT, inserted alone and by threes, deleted
 *     cells      rows updated in place
 *     hot        one row that all update, each a column of its own and a sum
 *     accounts   shared by all: money goes from one to another, and `transfers` records it in the same transaction
 */
import type { Connection, ResultSetHeader } from "mysql2/promise";
import { Random } from "../../../bench/random.ts";
import { type Change, Ledger } from "./ledger.ts";
import { readRefusal } from "./refusal.ts";

export const accountCount = 20;
export const openingBalance = 1000;
export const cellCount = 8;

export class Writer {
	readonly number: number;
	readonly ledger: Ledger;
	/** The ids returned to this writer since the last check, and their rows. */
	ids: { readonly id: number; readonly row: string }[] = [];
	/** Findings. */
	readonly faults: string[] = [];
	readonly #random: Random;
	#sequence = 0;
	#version = 0;

	constructor(number: number, seed: number) {
		this.number = number;
		this.ledger = new Ledger(String(number));
		this.#random = new Random(seed + number * 7919);
	}

	/** Ends when the connection does. */
	async run(connection: Connection): Promise<void> {
		for (;;) {
			try {
				await this.#step(connection);
			} catch (failure) {
				const refusal = readRefusal(failure);
				if (refusal.kind === "gone") {
					return;
				}
				this.ledger.refuse();
				if (refusal.kind === "fault") {
					this.faults.push(`writer ${this.number} was told: ${refusal.sentence}`);
					return;
				}
				await connection.query("ROLLBACK").catch(() => {});
			}
		}
	}

	#step(connection: Connection): Promise<void> {
		const choice = this.#random.between(0, 9);
		return choice < 3
			? this.#insert(connection, choice === 0 ? 3 : 1)
			: choice < 4
				? this.#remove(connection)
				: choice < 6
					? this.#random.between(0, 1) === 0
						? this.#update(connection)
						: this.#heat(connection)
					: choice < 9
						? this.#transfer(connection)
						: this.#together(connection);
	}

	/** An autocommit statement: durable as soon as it is answered. */
	async #alone(connection: Connection, sql: string, change: Change): Promise<ResultSetHeader> {
		this.ledger.send(change);
		const [header] = await connection.query<ResultSetHeader>(sql);
		this.ledger.acknowledge();
		return header;
	}

	async #insert(connection: Connection, count: number): Promise<void> {
		const rows = Array.from({ length: count }, () => this.#nextRow());
		const { insertId } = await this.#alone(
			connection,
			insertOf(this.number, rows),
			rows.map(({ sequence, body }) => [`journal ${sequence}`, body]),
		);
		this.#noteIds(insertId, rows);
	}

	/** Half of the time the newest row: its id must not come back. */
	async #remove(connection: Connection): Promise<void> {
		const rows = [...this.ledger.rows.keys()].filter((row) => row.startsWith("journal "));
		const row = rows[this.#random.between(0, 1) === 0 ? rows.length - 1 : this.#random.between(0, rows.length - 1)];
		if (row !== undefined) {
			await this.#alone(
				connection,
				`DELETE FROM journal WHERE writer = ${this.number} AND sequence = ${row.slice(8)}`,
				[[row, null]],
			);
		}
	}

	async #update(connection: Connection): Promise<void> {
		const { sql, change } = this.#cellUpdate();
		await this.#alone(connection, sql, [change]);
	}

	/** Several times in a row, so that other writers do at the same time. */
	async #heat(connection: Connection): Promise<void> {
		const own = hotColumn(this.number);
		for (let left = this.#random.between(1, 12); left > 0; left--) {
			const count = Number(this.ledger.rows.get("hot")) + 1;
			await this.#alone(connection, `UPDATE hot SET total = total + 1, ${own} = ${own} + 1 WHERE id = 0`, [
				["hot", String(count)],
			]);
		}
	}

	async #transfer(connection: Connection): Promise<void> {
		const from = this.#random.between(1, accountCount);
		const to = (from % accountCount) + 1;
		const amount = this.#random.between(1, 50);
		const sequence = this.#sequence++;
		await connection.query("BEGIN");
		await connection.query(`UPDATE accounts SET balance = balance - ${amount} WHERE id = ${from}`);
		await connection.query(`UPDATE accounts SET balance = balance + ${amount} WHERE id = ${to}`);
		await connection.query(
			`INSERT INTO transfers (writer, sequence, source, target, amount) VALUES (${this.number}, ` +
				`${sequence}, ${from}, ${to}, ${amount})`,
		);
		if (this.#random.between(0, 9) === 0) {
			await connection.query("ROLLBACK");
			return;
		}
		await this.#alone(connection, "COMMIT", [[`transfer ${sequence}`, `${from} ${to} ${amount}`]]);
	}

	/** Rows of several tables in one transaction. */
	async #together(connection: Connection): Promise<void> {
		const rows = [this.#nextRow(), this.#nextRow()];
		const { sql, change } = this.#cellUpdate();
		await connection.query("BEGIN");
		const [{ insertId }] = await connection.query<ResultSetHeader>(insertOf(this.number, rows));
		await connection.query(sql);
		await this.#alone(connection, "COMMIT", [
			...rows.map(({ sequence, body }) => [`journal ${sequence}`, body] as const),
			change,
		]);
		this.#noteIds(insertId, rows);
	}

	#noteIds(first: number, rows: readonly { readonly sequence: number }[]): void {
		this.ids.push(...rows.map(({ sequence }, at) => ({ id: first + at, row: `${this.number} ${sequence}` })));
	}

	#nextRow(): { readonly sequence: number; readonly body: string } {
		return { sequence: this.#sequence++, body: `${this.#random.digits(this.#random.between(1, 12))}` };
	}

	#cellUpdate(): { readonly sql: string; readonly change: Change[number] } {
		const slot = this.#random.between(0, cellCount - 1);
		const version = ++this.#version;
		const filler = this.#random.digits(3);
		return {
			sql: `UPDATE cells SET version = ${version}, filler = '${filler}' WHERE id = ${this.number * 100 + slot}`,
			change: [`cell ${slot}`, `${version} ${filler}`],
		};
	}
}

export function hotColumn(writer: number): string {
	return `of_${writer}`;
}

function insertOf(writer: number, rows: readonly { readonly sequence: number; readonly body: string }[]): string {
	return (
		`INSERT INTO journal (writer, sequence, body) VALUES ` +
		rows.map(({ sequence, body }) => `(${writer}, ${sequence}, '${body}')`).join(", ")
	);
}
