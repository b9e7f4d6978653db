/**
 * One connection that changes definitions until the server is killed.
 *
 * A ledger records the state of the tables after each statement; others write to some of these tables meanwhile.
 */
import type { Connection } from "mysql2/promise";
import { definitionSteps, type DefinitionStep } from "./definition-step.ts";
import { Ledger } from "./ledger.ts";
import { readRefusal } from "./refusal.ts";

export class Definer {
	readonly ledger = new Ledger("of definitions");
	readonly faults: string[] = [];
	/** The next step. */
	#next = 0;

	async run(connection: Connection): Promise<void> {
		for (;;) {
			const { sql, change } = definitionSteps[this.#next] as DefinitionStep;
			this.ledger.send(Object.entries(change));
			try {
				await connection.query(sql);
				this.ledger.acknowledge();
				this.#next = (this.#next + 1) % definitionSteps.length;
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
			this.#next = (this.#next + 1) % definitionSteps.length;
		}
		return wrong;
	}
}
