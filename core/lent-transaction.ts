/**
 * Lent transactions: a session's transaction, or its lack of one, with the locks, while a statement runs in it that
 * belongs to a session of another kernel on the same store, under other rules.
 */
import { sqlError } from "./errors/catalogue.ts";
import { invariant } from "./errors/invariant.ts";
import type { Session } from "./session/api/session.ts";
import { ClientSession } from "./session/client/client-session.ts";

export interface LentTransaction {
	/** For a lock that another session of the owner's kernel has. */
	readonly isWaiting: boolean;
	/** Ends the wait: the statement fails. */
	giveUp(): void;
}

/** The guest meanwhile reads, writes, locks and ends the transaction of the owner, or begins one for it. */
export async function lendTransaction<T>(
	owner: Session,
	guest: Session,
	run: (lent: LentTransaction) => Promise<T>,
): Promise<T> {
	invariant(owner instanceof ClientSession && guest instanceof ClientSession, "Sessions of kernels are ours.");
	const { transaction } = guest;
	const lent = owner.transaction;
	guest.transaction = lent;
	try {
		return await run({
			get isWaiting() {
				return lent.isWaiting;
			},
			giveUp: () => lent.interrupt(sqlError("queryInterrupted")),
		});
	} finally {
		guest.transaction = transaction;
	}
}
