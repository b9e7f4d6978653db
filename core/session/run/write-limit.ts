/**
 * Limit of a transaction's write set (`max_binlog_cache_size`, error 1197), which is held in memory until commit.
 *
 * MySQL limits the same by this variable; the default here is a quarter of the heap, so that a large transaction is
 * refused before the process runs out of memory.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Transaction } from "../../store/transaction/transaction.ts";
import type { GlobalVariables } from "../server/global-variables.ts";

const variable = "max_binlog_cache_size";

export function refuseTooLarge(transaction: Transaction, globals: GlobalVariables): void {
	if (transaction.bytes > Number(globals.read(variable))) {
		throw sqlError("transactionTooLarge", variable);
	}
}
