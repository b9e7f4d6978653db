/**
 * A transaction that wants to write more than memory holds is refused, before the process dies of it.
 *
 * In: a transaction, the server's variables. Out: nothing, or error 1197. Its writes are in memory until they are
 * committed; the variable is called as the cache of MySQL is that bounds the same, and begins as a quarter of what
 * the process can hold.
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
