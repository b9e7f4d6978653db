/**
 * What SET TRANSACTION says of the next transaction alone.
 *
 * In: parts of a kind, as they are said. Out: the kind of the transaction that begins, after which nothing is said
 * any more.
 */
import type { TransactionKind } from "../run/transaction-state.ts";

/** Nothing was said. */
const nothing: Partial<TransactionKind> = {};

export class NextTransaction {
	#planned: Partial<TransactionKind> = nothing;

	/** `usual`: what holds where nothing was said. */
	take(usual: TransactionKind): TransactionKind {
		if (this.#planned === nothing) {
			return usual;
		}
		const kind = { ...usual, ...this.#planned };
		this.#planned = nothing;
		return kind;
	}

	/** More of it; nothing at all forgets what was said. */
	plan(kind: Partial<TransactionKind>): void {
		this.#planned = Object.keys(kind).length === 0 ? nothing : { ...this.#planned, ...kind };
	}

	forget(): void {
		this.#planned = nothing;
	}
}
