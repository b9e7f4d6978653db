/**
 * Account of a server's memory: one limit, the parts that it is divided into, and what each has taken.
 *
 * | part           | of the limit                | beyond                                |
 * |----------------|-----------------------------|---------------------------------------|
 * | `statements`   | 1/4, with user variables    | operators spill to files; 1041        |
 * |                | 1/2: trees and plans of long texts | 1041                           |
 * | `transactions` | 1/2: write sets before COMMIT | 1197 for one beyond a quarter, 1041 |
 * | `caches`       | 1/16, at most 256 MiB       | the oldest is evicted                 |
 * | `prepared`     | 1/16                        | 1041                                  |
 *
 * The rest is for rows on their way to clients and for what nothing counts.
 */
import { usualMemoryBytes } from "../../exec/spill/memory-limit.ts";
import { MemoryPool } from "../../exec/spill/memory-pool.ts";
import { PreparedTally } from "../client/prepared-list.ts";
import { CacheBudget } from "../plan-cache/cache-budget.ts";
import { ParsedPrograms } from "../programs/parsed-programs.ts";
import { WriteSets } from "../run/write-limit.ts";

/** INSERT of a dump may have 16 MB, whatever the limit is. */
const leastLongBytes = 256 * 2 ** 20;

/** Where the usual share is less, and the process may take as much. */
function leastForLong(share: number): number {
	return share >= leastLongBytes ? 0 : Math.min(leastLongBytes, usualMemoryBytes(1) / 2);
}

const mostCacheBytes = 256 * 2 ** 20;

export class ServerMemory {
	readonly limitBytes: number;
	/** The limit of one transaction, too. */
	readonly quarterBytes: number;
	readonly statements: MemoryPool;
	/** Trees and plans of long statements. */
	readonly longStatements: MemoryPool;
	readonly transactions: WriteSets;
	readonly caches: CacheBudget;
	readonly prepared: PreparedTally;
	/** Parsed; in the budget of `caches`. */
	readonly programs: ParsedPrograms;

	constructor(limitBytes: number) {
		const part = (divisor: number): number => Math.floor(limitBytes / divisor);
		this.limitBytes = limitBytes;
		this.quarterBytes = part(4);
		this.statements = new MemoryPool(part(4));
		this.longStatements = new MemoryPool(Math.max(part(2), leastForLong(part(2))));
		this.transactions = new WriteSets(part(2));
		this.caches = new CacheBudget(Math.min(mostCacheBytes, part(16)));
		this.prepared = new PreparedTally(part(16));
		this.programs = new ParsedPrograms(this.caches);
	}

	/** Bytes taken by part. */
	taken(): Readonly<Record<"statements" | "transactions" | "caches" | "prepared", number>> {
		return {
			statements: this.statements.taken + this.longStatements.taken,
			transactions: this.transactions.bytes,
			caches: this.caches.taken + this.programs.largeBytes,
			prepared: this.prepared.bytes,
		};
	}
}
