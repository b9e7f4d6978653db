/**
 * Eviction of shared plans: bounds their number and weight over all statements and default databases.
 *
 * The oldest is evicted first. A plan outlives schema changes of other objects than its own; after many changes those
 * that have become invalid are dropped, so that they keep no old schema in memory.
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
	/** Drops plans that are not valid for this schema; false: none is left. */
	hold(schema: Schema): boolean;
}

/** Schema changes between two searches for invalid plans. */
const changesBetween = 64;

export class SharedPlanCache {
	/** Weights in insertion order. */
	readonly #places = new Map<PlanPlace, number>();
	#weight = 0;
	#newest: Schema | undefined;
	#searchedVersion = 0;

	/** Drops invalid plans where the schema has changed often since the last time, or was loaded anew. */
	notice(schema: Schema): void {
		const newest = this.#newest;
		if (schema === newest || schema.version < (newest?.version ?? 0)) {
			return;
		}
		this.#newest = schema;
		// Of the same version: rules may give other answers.
		if (schema.version - this.#searchedVersion >= changesBetween || schema.version === newest?.version) {
			this.#searchedVersion = schema.version;
			for (const [place, weight] of this.#places) {
				if (!place.hold(schema)) {
					this.#places.delete(place);
					this.#weight -= weight;
					place.empty();
				}
			}
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
