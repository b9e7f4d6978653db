/**
 * What a statement about the session may do with it.
 *
 * In: implemented by `client-session.ts`. Out: an interface, so that such statements need not know how a session runs
 * others.
 */
import type { ParsedStatement } from "../../sql/parser.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import type { ByteString, Integer, Row } from "../../types/value/value.ts";
import type { HandlerList } from "../client/handler-list.ts";
import type { PreparedList } from "../client/prepared-list.ts";
import type { FactsOfSession } from "../client/session-facts.ts";
import type { SessionSettings } from "../client/session-settings.ts";
import type { SessionVariables } from "../client/session-variables.ts";
import type { ResultColumn } from "./result.ts";
import type { AccountRights } from "../privileges/account-rights.ts";
import type { Server } from "../server/server.ts";
import type { StatementText } from "../plan-cache/statement-text.ts";
import type { TableLocks } from "../locks/table-locks.ts";
import type { TemporaryList } from "../client/temporary-list.ts";
import type { TransactionState } from "../run/transaction-state.ts";
import type { WarningList } from "../client/warning-list.ts";

/** What an internal statement answered. */
export interface InternalAnswer {
	readonly rows: readonly Row[];
	readonly affectedRows: Integer;
}

export interface SessionContext {
	readonly server: Server;
	readonly facts: FactsOfSession;
	readonly variables: SessionVariables;
	readonly transaction: TransactionState;
	readonly tables: TableLocks;
	readonly prepared: PreparedList;
	readonly handlers: HandlerList;
	readonly temporary: TemporaryList;
	/** User and host of the account, which need not be those of the client. */
	readonly account: { readonly user: string; readonly host: string };
	/** Of the kernel's own: it may do everything, and nobody sees it. */
	readonly isInternal: boolean;
	/** What the account may do now; undefined: everything. */
	readonly rights: AccountRights | undefined;
	/** The password was changed: whatever else the account may do, it may do now. */
	passwordChanged(): void;
	/** What the running statement warns of. */
	readonly warnings: WarningList;
	settings(): SessionSettings;
	/** The new default database. Throws 1049. */
	use(database: string): MaybePromise<void>;
	/** One statement. Throws 1064 for more. */
	parse(text: ByteString): ParsedStatement;
	/** The result columns of a statement, without running it. Throws what planning it throws. */
	columnsOf(statement: StatementText): MaybePromise<readonly ResultColumn[]>;
	/** Runs a statement of the kernel's own, as root, in a transaction of its own. */
	internal(text: string, parameters?: readonly TypedValue[]): Promise<InternalAnswer>;
	/** Ends the conversation after this statement: COMMIT RELEASE. */
	leave(): void;
}
