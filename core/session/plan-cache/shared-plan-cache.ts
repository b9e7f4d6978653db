/**
 * Eviction of shared plans: bounds their number over all statements and default databases.
 *
 * The oldest is evicted first, and all are when a newer schema is seen, since a plan is valid for its schema only.
 *
 * Why: a plan takes some 10 KB. An application whose tenants have a database each, or tests that create one each,
 * cached plans of two thousand statements for a hundred databases each, and with every plan the schema of its time: 3
 * GB.
 */
import type { Schema } from "../../catalog/table.ts";

const maximumPlaces = 5000;

/** The cache entry for the plans of one statement and default database. */
export interface PlanPlace {
	empty(): void;
}

export class SharedPlanCache {
	/** In insertion order. */
	readonly #places = new Set<PlanPlace>();
	#newest: Schema | undefined;

	/** Evicts all plans if the schema is newer than theirs. */
	notice(schema: Schema): void {
		if (schema !== this.#newest && schema.version >= (this.#newest?.version ?? 0)) {
			this.#newest = schema;
			this.#emptyOldest(this.#places.size);
		}
	}

	/** Registers an entry that received a plan; evicts the oldest beyond the limit. */
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
