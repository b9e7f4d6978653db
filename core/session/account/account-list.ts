/**
 * The accounts there are, read again only after something was committed.
 *
 * In: a store, and a way to read the rows of `mysql.user`. Out: the accounts as of now. Any process may have changed them, so
 * that they hold as long as the store's newest transaction is the one they were read at; asking for that takes a microsecond,
 * reading them a hundred times as long.
 */
import type { Row } from "../../types/value.ts";
import type { Store } from "../../store/store.ts";
import { type Account, accountOfRow } from "./authentication.ts";

export class AccountList {
	readonly #store: Store;
	readonly #read: () => Promise<readonly Row[]>;
	#accounts: readonly Account[] = [];
	#transactionId = -1;

	constructor(store: Store, read: () => Promise<readonly Row[]>) {
		this.#store = store;
		this.#read = read;
	}

	async newest(): Promise<readonly Account[]> {
		const transactionId = newestTransaction(this.#store);
		if (transactionId !== this.#transactionId) {
			this.#accounts = (await this.#read()).map(accountOfRow);
			this.#transactionId = transactionId;
		}
		return this.#accounts;
	}
}

/** The id of the newest committed transaction, whoever committed it. */
export function newestTransaction(store: Store): number {
	const snapshot = store.snapshot();
	const { transactionId } = snapshot;
	snapshot.release();
	return transactionId;
}
