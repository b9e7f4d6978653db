/**
 * The plans that sessions share, counted over all statements and default databases.
 *
 * In: where a plan is kept, and the schema it was made for. Out: a bounded number of such places: the oldest is
 * emptied first, and all are when a newer schema is seen, since a plan is good for the schema it was made for alone.
 *
 * Why: a plan takes some 10 KB. An application whose tenants have a database each, or tests that make one each, had
 * two thousand statements keep plans for a hundred databases each, and with every plan the schema of its time: 3 GB.
 */
import type { Schema } from "../../catalog/table.ts";

const maximumPlaces = 5000;

/** Where the plans of one statement and default database are kept. */
export interface PlanPlace {
	empty(): void;
}

export class SharedPlanCache {
	/** In the order they were filled. */
	readonly #places = new Set<PlanPlace>();
	#newest: Schema | undefined;

	/** A plan was made for this schema: if it is newer, all others are good for nothing. */
	notice(schema: Schema): void {
		if (schema !== this.#newest && schema.version >= (this.#newest?.version ?? 0)) {
			this.#newest = schema;
			this.#emptyOldest(this.#places.size);
		}
	}

	/** A plan was put there. */
	fill(place: PlanPlace): void {
		this.#places.add(place);
		this.#emptyOldest(this.#places.size - maximumPlaces);
	}

	get size(): number {
		return this.#places.size;
	}

	#emptyOldest(count: number): void {
		let left = count;
		for (const place of this.#places) {
			if (left-- <= 0) {
				return;
			}
			this.#places.delete(place);
			place.empty();
		}
	}
}
