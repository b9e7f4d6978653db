/**
 * Eviction of shared plans: bounds their number and weight over all statements and default databases.
 *
 * The oldest is evicted first, and all are when a newer schema is seen, since a plan is valid for its schema only.
 *
 * Why: a plan takes some 10 KB. An application whose tenants have a database each, or tests that create one each,
 * cached plans of two thousand statements for a hundred databases each, and with every plan the schema of its time: 3
 * GB. Plans of long texts are larger: of `id in (...)` with 1,200 numbers, 8 kB of text, 2.3 MB each, so that by number
 * alone 1,900 of them filled V8's default heap (2-core VM, 2026-11).
 */
import type { Schema } from "../../catalog/table.ts";

const maximumPlaces = 5000;
/** An estimate, in bytes. */
const maximumWeight = 64 * 1024 * 1024;
const usualWeight = 10_000;
/** Of each byte of text beyond the usual length. */
const weightOfByte = 300;
const usualLength = 1024;

/** Estimates what a plan takes in memory by the length of its statement's text. */
export function planWeight(textLength: number): number {
	return usualWeight + Math.max(0, textLength - usualLength) * weightOfByte;
}

/** The cache entry for the plans of one statement and default database. */
export interface PlanPlace {
	empty(): void;
}

export class SharedPlanCache {
	/** Weights in insertion order. */
	readonly #places = new Map<PlanPlace, number>();
	#weight = 0;
	#newest: Schema | undefined;

	/** Evicts all plans if the schema is newer than theirs. */
	notice(schema: Schema): void {
		if (schema !== this.#newest && schema.version >= (this.#newest?.version ?? 0)) {
			this.#newest = schema;
			this.#emptyOldest(this.#places.size);
		}
	}

	/** Registers an entry that received a plan; evicts the oldest beyond the limits, this one at last. */
	fill(place: PlanPlace, weight: number): void {
		this.#weight += weight - (this.#places.get(place) ?? 0);
		this.#places.set(place, weight);
		this.#emptyOldest(this.#places.size - maximumPlaces);
		while (this.#weight > maximumWeight) {
			this.#emptyOldest(1);
		}
	}

	get size(): number {
		return this.#places.size;
	}

	#emptyOldest(count: number): void {
		let left = count;
		for (const [place, weight] of this.#places) {
			if (left-- <= 0) {
				return;
			}
			this.#places.delete(place);
			this.#weight -= weight;
			place.empty();
		}
	}
}
