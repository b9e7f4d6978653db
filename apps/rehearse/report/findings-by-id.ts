/**
 * Findings by the ids of their statements: a number for each statement, since those of a log are very many.
 */
import type { LongFinding } from "./format.ts";
import type { StatementsById } from "./statements-by-id.ts";

export class FindingsById {
	readonly #statements: StatementsById;
	/** By the statement's place: its list, 0: none. */
	readonly #listOf: Int32Array;
	readonly #lists: (readonly LongFinding[])[] = [[]];
	/** Of statements that the report does not have. */
	readonly #missing = new Map<string, readonly LongFinding[]>();

	/** `all`: how many statements the report has. */
	constructor(findings: readonly LongFinding[], statements: StatementsById, all: number) {
		this.#statements = statements;
		this.#listOf = new Int32Array(all);
		for (const finding of findings) {
			// By the list of a statement: the same list with this finding.
			const longer = new Map<number, number>();
			const found = statements.of(finding.statements);
			for (const place of found.places) {
				const list = this.#listOf[place] as number;
				const next =
					longer.get(list) ?? this.#lists.push([...(this.#lists[list] as readonly LongFinding[]), finding]) - 1;
				longer.set(list, next);
				this.#listOf[place] = next;
			}
			found.missing.forEach((id) => this.#missing.set(id, [...(this.#missing.get(id) ?? []), finding]));
		}
	}

	/** In the order of the findings. */
	of(id: string): readonly LongFinding[] {
		const place = this.#statements.placeOf(id);
		return (place === undefined ? this.#missing.get(id) : this.#lists[this.#listOf[place] as number]) ?? [];
	}
}
