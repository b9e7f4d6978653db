/**
 * One connection that changes the feature tables (`features/tables.ts`) until the server is killed.
 *
 * A ledger has the rows of acknowledged steps, with the rows that cascades, partitions, generated columns and views
 * make of them. A step that was pending at a kill is repeated unless it was done.
 */
import type { Connection } from "mysql2/promise";
import { FeatureSteps } from "../features/steps.ts";
import { type Change, Ledger } from "./ledger.ts";
import { readRefusal } from "./refusal.ts";

/** Steps before the first kill, so that there are rows of every kind. */
const firstSteps = 25;

export class FeatureWriter {
	readonly number: number;
	readonly ledger: Ledger;
	/** Findings. */
	readonly faults: string[] = [];
	readonly #steps: FeatureSteps;
	#pending: { readonly statements: readonly string[]; readonly change: Change } | null = null;

	constructor(number: number, seed: number) {
		this.number = number;
		this.ledger = new Ledger(`${number} of features`);
		this.#steps = new FeatureSteps(seed, number);
	}

	/** Writes the first rows; a planted fault may show as early as this. */
	async begin(connection: Connection): Promise<void> {
		await this.#play(connection, firstSteps);
	}

	/** Ends when the connection does. */
	async run(connection: Connection): Promise<void> {
		await this.#play(connection, Number.POSITIVE_INFINITY);
	}

	async #play(connection: Connection, steps: number): Promise<void> {
		const last = this.ledger.acknowledged + steps;
		while (this.ledger.acknowledged < last) {
			try {
				await this.#step(connection);
			} catch (failure) {
				const refusal = readRefusal(failure);
				if (refusal.kind === "gone") {
					return;
				}
				this.ledger.refuse();
				if (refusal.kind === "fault") {
					this.faults.push(
						`writer ${this.ledger.name} was told: ${refusal.sentence}, of ${this.#pending?.statements.join("; ")}`,
					);
					return;
				}
				await connection.query("ROLLBACK").catch(() => {});
			}
		}
	}

	async #step(connection: Connection): Promise<void> {
		this.#pending ??= this.#steps.next();
		const { statements, change } = this.#pending;
		for (const [at, sql] of statements.entries()) {
			if (at === statements.length - 1) {
				this.ledger.send(change);
			}
			await connection.query(sql);
		}
		this.ledger.acknowledge();
		this.#pending = null;
	}

	/** Compares the rows after a restart. Returns the findings. */
	settle(found: ReadonlyMap<string, string>): string[] {
		const wrong = this.ledger.settle(found);
		if (this.#pending?.change.every(([row, contents]) => (found.get(row) ?? null) === contents)) {
			this.#pending = null;
		}
		return wrong;
	}
}
