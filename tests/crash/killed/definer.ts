/**
 * One connection that changes definitions until the server is killed.
 *
 * A ledger records the state of the tables after each statement; others write to some of these tables meanwhile.
 */
import type { Connection } from "mysql2/promise";
import { Ledger } from "./ledger.ts";
import { readRefusal } from "./refusal.ts";

interface Step {
	readonly sql: string;
	/** The new state of each named object; null: removed. */
	readonly change: Readonly<Record<string, string | null>>;
}

const rowCount = 400;
const rows = Array.from({ length: rowCount }, (_, at) => `(${at + 1}, 'row ${at % 37}', ${at * 3})`).join(", ");

/** A table as `columns/indexes/rows`. */
const round: readonly Step[] = [
	{
		sql: "CREATE TABLE shape (a INT NOT NULL, b VARCHAR(40), c INT, PRIMARY KEY (a))",
		change: { shape: "a,b,c/PRIMARY/0" },
	},
	{ sql: `INSERT INTO shape VALUES ${rows}`, change: { shape: `a,b,c/PRIMARY/${rowCount}` } },
	{ sql: "ALTER TABLE shape ADD INDEX on_b (b)", change: { shape: `a,b,c/PRIMARY,on_b/${rowCount}` } },
	{ sql: "ALTER TABLE journal ADD INDEX extra (body(9))", change: { "journal extra": "extra" } },
	{
		sql: "ALTER TABLE shape ADD COLUMN d INT NOT NULL DEFAULT 7",
		change: { shape: `a,b,c,d/PRIMARY,on_b/${rowCount}` },
	},
	{ sql: "ALTER TABLE shape ADD UNIQUE on_c (c)", change: { shape: `a,b,c,d/PRIMARY,on_b,on_c/${rowCount}` } },
	{ sql: "ALTER TABLE shape DROP PRIMARY KEY", change: { shape: `a,b,c,d/on_b,on_c/${rowCount}` } },
	{ sql: "ALTER TABLE cells ADD INDEX extra (filler, version)", change: { "cells extra": "extra" } },
	{
		sql: "ALTER TABLE shape MODIFY c VARCHAR(20) NOT NULL, MODIFY a BIGINT NOT NULL",
		change: { shape: `a,b,c,d/on_b,on_c/${rowCount}` },
	},
	{ sql: "ALTER TABLE shape CONVERT TO CHARACTER SET utf8mb4", change: { shape: `a,b,c,d/on_b,on_c/${rowCount}` } },
	{ sql: "ALTER TABLE bulk ADD INDEX extra (v, batch)", change: { "bulk extra": "extra" } },
	{ sql: "RENAME TABLE shape TO shaped", change: { shape: null, shaped: `a,b,c,d/on_b,on_c/${rowCount}` } },
	{ sql: "ALTER TABLE shaped ADD PRIMARY KEY (a)", change: { shaped: `a,b,c,d/PRIMARY,on_b,on_c/${rowCount}` } },
	{ sql: "ALTER TABLE shaped DROP COLUMN d", change: { shaped: `a,b,c/PRIMARY,on_b,on_c/${rowCount}` } },
	{ sql: "ALTER TABLE journal DROP INDEX extra", change: { "journal extra": null } },
	{ sql: "ALTER TABLE shaped DROP INDEX on_b", change: { shaped: `a,b,c/PRIMARY,on_c/${rowCount}` } },
	{ sql: "TRUNCATE TABLE shaped", change: { shaped: "a,b,c/PRIMARY,on_c/0" } },
	{ sql: "DROP TABLE shaped", change: { shaped: null } },
	{ sql: "ALTER TABLE bulk DROP INDEX extra", change: { "bulk extra": null } },
	{ sql: "ALTER TABLE cells DROP INDEX extra", change: { "cells extra": null } },
];

export class Definer {
	readonly ledger = new Ledger("of definitions");
	readonly faults: string[] = [];
	/** The next step. */
	#next = 0;

	async run(connection: Connection): Promise<void> {
		for (;;) {
			const { sql, change } = round[this.#next] as Step;
			this.ledger.send(Object.entries(change));
			try {
				await connection.query(sql);
				this.ledger.acknowledge();
				this.#next = (this.#next + 1) % round.length;
			} catch (failure) {
				const refusal = readRefusal(failure);
				if (refusal.kind === "gone") {
					return;
				}
				this.ledger.refuse();
				if (refusal.kind === "fault") {
					this.faults.push(`the definer was told: ${refusal.sentence}, of ${sql.slice(0, 80)}`);
					return;
				}
			}
		}
	}

	/** Compares the state after a restart, and continues after the last step that was done. */
	settle(found: ReadonlyMap<string, string>): string[] {
		const before = JSON.stringify([...this.ledger.rows].sort());
		const wrong = this.ledger.settle(found);
		if (JSON.stringify([...found].sort()) !== before) {
			this.#next = (this.#next + 1) % round.length;
		}
		return wrong;
	}
}
