/**
 * Ledger of one writer: which states its rows may have after a kill.
 *
 * That is all acknowledged changes, with the one pending change applied completely or not at all.
 */

/** A row by name, and its contents as text; null: removed. */
export type Change = readonly (readonly [row: string, contents: string | null])[];

export class Ledger {
	readonly name: string;
	acknowledged = 0;
	#rows = new Map<string, string>();
	#pending: Change | null = null;

	constructor(name: string) {
		this.name = name;
	}

	get rows(): ReadonlyMap<string, string> {
		return this.#rows;
	}

	/** The statement that makes the change durable was sent. */
	send(change: Change): void {
		this.#pending = change;
	}

	/** OK was received. */
	acknowledge(): void {
		this.#rows = applied(this.#rows, this.#pending ?? []);
		this.#pending = null;
		this.acknowledged++;
	}

	/** An error was received: nothing may have changed. */
	refuse(): void {
		this.#pending = null;
	}

	/** Compares the state after a restart, which becomes the ledger's. Returns the findings. */
	settle(found: ReadonlyMap<string, string>): string[] {
		const without = differences(this.#rows, found);
		const wrong =
			without.length === 0 || this.#pending === null ? without : differences(applied(this.#rows, this.#pending), found);
		const hint = this.#pending === null ? "" : ` (under way: ${JSON.stringify(this.#pending).slice(0, 200)})`;
		this.#pending = null;
		this.#rows = new Map(found);
		return wrong.length === 0
			? []
			: without.slice(0, 5).map((difference) => `writer ${this.name}: ${difference}${hint}`);
	}
}

function applied(rows: ReadonlyMap<string, string>, change: Change): Map<string, string> {
	const next = new Map(rows);
	for (const [row, contents] of change) {
		if (contents === null) {
			next.delete(row);
		} else {
			next.set(row, contents);
		}
	}
	return next;
}

function differences(expected: ReadonlyMap<string, string>, found: ReadonlyMap<string, string>): string[] {
	const wrong: string[] = [];
	for (const [row, contents] of expected) {
		if (found.get(row) !== contents) {
			wrong.push(`row ${row} was acknowledged as ${contents}, and is ${found.get(row) ?? "lost"}`);
		}
	}
	for (const row of found.keys()) {
		if (!expected.has(row)) {
			wrong.push(`row ${row} is there, though no acknowledged change has it`);
		}
	}
	return wrong;
}
