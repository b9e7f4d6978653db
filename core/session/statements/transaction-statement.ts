/**
 * BEGIN, COMMIT, ROLLBACK, savepoints, SET TRANSACTION, FLUSH.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { after } from "../../async/maybe-promise.ts";
import { done, type StatementResult } from "../../exec/statement-result.ts";
import type { Begin, CommitStatement, Flush, Rollback, SetTransaction } from "../../sql/tree/session.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { SessionContext } from "../api/session-context.ts";
import { flushLocked } from "./lock-statement.ts";
import type { TransactionKind } from "../run/transaction-state.ts";

export function begin(statement: Begin, conversation: SessionContext): MaybePromise<StatementResult> {
	const { transaction } = conversation;
	return after(transaction.commit(), () => {
		conversation.tables.unlock();
		const next = conversation.transaction.takeNext(conversation.settings().transaction);
		const kind = statement.readOnly === undefined ? next : { isolation: next.isolation, readOnly: statement.readOnly };
		transaction.begin(kind, statement.consistentSnapshot && kind.isolation === "REPEATABLE-READ");
		return done();
	});
}

/** Characteristics of a chained transaction (AND CHAIN): those of the one before it, or of the next one planned. */
function chainedKind(conversation: SessionContext): TransactionKind {
	return conversation.transaction.isOpen
		? conversation.transaction.kind
		: conversation.transaction.takeNext(conversation.settings().transaction);
}

export function commit(
	{ chain, release }: CommitStatement,
	conversation: SessionContext,
): MaybePromise<StatementResult> {
	const kind = chainedKind(conversation);
	return after(conversation.transaction.commit(), () => ended(chain, release, kind, conversation));
}

export function rollback({ chain, release, savepoint }: Rollback, conversation: SessionContext): StatementResult {
	const { transaction } = conversation;
	if (savepoint !== undefined) {
		transaction.rollbackTo(savepoint);
		return done();
	}
	const kind = chainedKind(conversation);
	transaction.rollback();
	return ended(chain, release, kind, conversation);
}

function ended(chain: boolean, release: boolean, kind: TransactionKind, conversation: SessionContext): StatementResult {
	const completion = conversation.variables.value("completion_type");
	if (chain || completion === "CHAIN") {
		// Unlocks tables, as BEGIN does.
		conversation.tables.unlock();
		conversation.transaction.begin(kind);
	} else if (release || completion === "RELEASE") {
		conversation.leave();
	}
	return done();
}

/** In autocommit mode, outside of a transaction, SAVEPOINT has no effect. */
export function savepoint(name: string, conversation: SessionContext): StatementResult {
	const { transaction } = conversation;
	if (!transaction.isOpen && !conversation.settings().autocommit) {
		transaction.begin(conversation.transaction.takeNext(conversation.settings().transaction));
	}
	if (transaction.isOpen) {
		transaction.savepoint(name);
	}
	return done();
}

export function releaseSavepoint(name: string, conversation: SessionContext): StatementResult {
	conversation.transaction.release(name);
	return done();
}

export function setTransaction(statement: SetTransaction, conversation: SessionContext): MaybePromise<StatementResult> {
	const { scope, readOnly } = statement;
	const isolation = statement.isolation?.toUpperCase().replaceAll(" ", "-");
	if (scope === "next") {
		if (conversation.transaction.isOpen) {
			throw sqlError("transactionCharacteristics");
		}
		conversation.transaction.planNext({
			...(isolation === undefined ? {} : { isolation }),
			...(readOnly === undefined ? {} : { readOnly }),
		});
		return done();
	}
	const { variables, server } = conversation;
	const pairs: [string, string | number][] = [];
	if (isolation !== undefined) {
		pairs.push(["tx_isolation", isolation], ["transaction_isolation", isolation]);
	}
	if (readOnly !== undefined) {
		pairs.push(["tx_read_only", Number(readOnly)], ["transaction_read_only", Number(readOnly)]);
	}
	for (const [name, value] of pairs) {
		if (scope === "global") {
			server.globals.write(name, value);
		} else {
			variables.assign(name, value);
		}
	}
	return done();
}

/**
 * FLUSH: PRIVILEGES reloads accounts, STATUS and USER_RESOURCES reset counters, TABLES ... WITH READ LOCK blocks all
 * writers until UNLOCK TABLES, of all tables or the named ones; the rest has no effect. PURGE has no binary logs to
 * remove and ends no transaction.
 */
export function flush({ what, tables: named }: Flush, conversation: SessionContext): MaybePromise<StatementResult> {
	const { tables, transaction, server } = conversation;
	if (named !== undefined && what !== "tables") {
		return flushLocked(named, conversation);
	}
	if (what.startsWith("purge ")) {
		return done();
	}
	if (what === "tables with read lock" && tables.isNamed) {
		throw sqlError("lockOrActiveTransaction");
	}
	const flushed = (): MaybePromise<void> => {
		if (what === "privileges") {
			return server.rights.reload();
		}
		if (what === "status") {
			server.processes.flushStatus(conversation.facts.connectionId);
		}
		if (what === "user_resources") {
			server.usage.forget();
		}
		return what === "tables with read lock" ? tables.freeze(() => server.rowLocks.settled()) : undefined;
	};
	return after(transaction.commit(), () => after(flushed(), () => done()));
}
