/**
 * Budget of the statement caches: weighs parsed texts, shapes, plans and stored programs in bytes, and evicts beyond
 * its limit.
 *
 * The oldest is evicted first; one that was used since is spared once: statements that recur outlive a flood of those
 * that come once. A plan outlives schema changes of other objects than its own; after many changes those
 * that have become invalid are dropped, so that they keep no old schema in memory.
 *
 * Why: an application whose tenants have a database each, or tests that create one each, cached plans of two thousand
 * statements for a hundred databases each, and with every plan the schema of its time: 3 GB. By number alone, 1,900
 * plans of `id in (...)` with 1,200 numbers filled V8's default heap (2-core VM, 2026-11).
 */
import type { Schema } from "../../catalog/table.ts";
import { PlanCount } from "./plan-count.ts";

/** An entry of a cache: a parsed text, a shape, the plans of a statement, a stored program. */
export interface CachePlace {
	/** Set by its cache when it is found. */
	isUsed: boolean;
	/** Removes it from its cache. */
	empty(): void;
	/** Of plans: drops those that are not valid for this schema; false: none is left. */
	hold?(schema: Schema): boolean;
}

/** Schema changes between two searches for invalid plans. */
const changesBetween = 64;
/** Of the limit that one place may take. */
const largestPart = 4;

export class CacheBudget {
	/** In bytes, an estimate (`statement-weight.ts`). */
	readonly limit: number;
	readonly plans = new PlanCount();
	/** Weights, the oldest first. */
	readonly #places = new Map<CachePlace, number>();
	#taken = 0;
	#newest: Schema | undefined;
	#searchedVersion = 0;

	constructor(limit: number) {
		this.limit = limit;
	}

	get taken(): number {
		return this.#taken;
	}

	get size(): number {
		return this.#places.size;
	}

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
			for (const place of this.#places.keys()) {
				if (place.hold?.(schema) === false) {
					this.drop(place);
				}
			}
		}
	}

	/** False: too large to be kept. */
	fits(weight: number): boolean {
		return weight <= this.limit / largestPart;
	}

	/** Registers a place, or its new weight; evicts others beyond the limit, and this one if it is too large. */
	fill(place: CachePlace, weight: number): void {
		this.#taken += weight - (this.#places.get(place) ?? 0);
		this.#places.set(place, weight);
		if (!this.fits(weight)) {
			this.drop(place);
		} else if (this.#taken > this.limit) {
			this.#evict();
		}
	}

	drop(place: CachePlace): void {
		this.#taken -= this.#places.get(place) ?? 0;
		this.#places.delete(place);
		place.empty();
	}

	#evict(): void {
		// A place that is spared comes again at the end, and is not spared a second time.
		for (const [place, weight] of this.#places) {
			if (this.#taken <= this.limit) {
				return;
			}
			if (place.isUsed) {
				place.isUsed = false;
				this.#places.delete(place);
				this.#places.set(place, weight);
			} else {
				this.drop(place);
			}
		}
	}
}
