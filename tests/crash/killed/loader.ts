/**
 * One connection that writes thousands of rows at a time: LOAD DATA, INSERT ... SELECT, UPDATE and DELETE of a batch.
 *
 * Each statement is noted in a ledger. A batch must be there completely or not at all: `count sum width`.
 */
import { Readable } from "node:stream";
import type { Connection } from "mysql2/promise";
import { Random } from "../../../bench/random.ts";
import { type Change, Ledger } from "./ledger.ts";
import { readRefusal } from "./refusal.ts";

const fewRows = 1500;
/** With their index entries more than a commit to the log may hold. */
const manyRows = 9000;
const mostBatches = 4;

export class Loader {
	readonly ledger = new Ledger("of many rows");
	readonly faults: string[] = [];
	readonly #random: Random;
	#batch = 0;

	constructor(seed: number) {
		this.#random = new Random(seed + 104729);
	}

	async run(connection: Connection): Promise<void> {
		for (;;) {
			const { sql, change, text } = this.#next();
			this.ledger.send(change);
			try {
				await connection.query({ sql, infileStreamFactory: () => Readable.from([Buffer.from(text)]) } as Parameters<
					Connection["query"]
				>[0]);
				this.ledger.acknowledge();
			} catch (failure) {
				const refusal = readRefusal(failure);
				if (refusal.kind === "gone") {
					return;
				}
				this.ledger.refuse();
				if (refusal.kind === "fault") {
					this.faults.push(`the loader was told: ${refusal.sentence}, of ${sql.slice(0, 80)}`);
					return;
				}
			}
		}
	}

	#next(): { readonly sql: string; readonly change: Change; readonly text: string } {
		const there = [...this.ledger.rows.keys()].map((name) => Number(name.slice(6)));
		const batch = ++this.#batch;
		const old = there[this.#random.between(0, Math.max(0, there.length - 1))];
		const choice = this.#random.between(0, 3);
		if (old !== undefined && (choice === 0 || there.length >= mostBatches)) {
			return { sql: `DELETE FROM bulk WHERE batch = ${old}`, change: [[`batch ${old}`, null]], text: "" };
		}
		if (old !== undefined && choice === 1) {
			return {
				sql: `INSERT INTO bulk (batch, v, body) SELECT ${batch}, v, body FROM bulk WHERE batch = ${old}`,
				change: [[`batch ${batch}`, this.ledger.rows.get(`batch ${old}`) ?? ""]],
				text: "",
			};
		}
		if (old !== undefined && choice === 2) {
			const [count = "0", sum = "0", width = ""] = (this.ledger.rows.get(`batch ${old}`) ?? "").split(" ");
			return {
				sql: `UPDATE bulk SET v = v + 1 WHERE batch = ${old}`,
				change: [[`batch ${old}`, `${count} ${Number(sum) + Number(count)} ${width}`]],
				text: "",
			};
		}
		const isLarge = this.#random.between(0, 4) === 0;
		const rowCount = isLarge ? manyRows : fewRows;
		const width = isLarge ? 60 : this.#random.between(1, 60);
		const text = Array.from({ length: rowCount }, (_, at) => `${batch}\t${at}\t${"x".repeat(width)}\n`).join("");
		return {
			sql: "LOAD DATA LOCAL INFILE 'rows' INTO TABLE bulk (batch, v, body)",
			change: [[`batch ${batch}`, `${rowCount} ${(rowCount * (rowCount - 1)) / 2} ${width}`]],
			text,
		};
	}
}
