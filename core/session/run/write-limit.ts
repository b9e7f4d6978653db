/**
 * Limits of write sets, which are held in memory until commit: one transaction's (`max_binlog_cache_size`, error 1197),
 * and all transactions' together (1041).
 *
 * MySQL limits the first by this variable; the default here is a quarter of the memory that the process may take
 * (`exec/spill/memory-limit.ts`), so that a large transaction is refused before the process runs out of it. All
 * together may take half of it.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Transaction } from "../../store/transaction/transaction.ts";
import type { GlobalVariables } from "../server/global-variables.ts";

const variable = "max_binlog_cache_size";
/** Smaller write sets are not counted. */
const countedBytes = 1 << 20;

/** The large write sets of a server's open transactions. */
export class WriteSets {
	readonly #limitBytes: number;
	readonly #large = new Set<Pick<Transaction, "bytes" | "isFinished">>();

	constructor(limitBytes: number) {
		this.#limitBytes = limitBytes;
	}

	/** Whether there is room for this one beside the others. */
	fits(transaction: Pick<Transaction, "bytes" | "isFinished">): boolean {
		if (transaction.bytes < countedBytes) {
			return true;
		}
		this.#large.add(transaction);
		return this.bytes <= this.#limitBytes;
	}

	/** Of all large write sets. */
	get bytes(): number {
		let bytes = 0;
		for (const each of this.#large) {
			if (each.isFinished) {
				this.#large.delete(each);
			} else {
				bytes += each.bytes;
			}
		}
		return bytes;
	}
}

export function refuseTooLarge(
	transaction: Transaction,
	{ globals, writeSets }: { readonly globals: GlobalVariables; readonly writeSets: WriteSets },
): void {
	if (transaction.bytes > Number(globals.read(variable))) {
		throw sqlError("transactionTooLarge", variable);
	}
	if (!writeSets.fits(transaction)) {
		throw sqlError("outOfMemory");
	}
}
