/**
 * Session context: the parts of a session that statements about the session may use.
 *
 * `session-state.ts` implements it, so that these statements do not depend on how a session runs others.
 */
import type { ParsedStatement } from "../../sql/parser.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import type { ByteString, Integer, Row } from "../../types/value/value.ts";
import type { HandlerList } from "../client/handler-list.ts";
import type { PreparedExecution } from "../client/prepared-execution.ts";
import type { PreparedList } from "../client/prepared-list.ts";
import type { FactsOfSession } from "../client/session-facts.ts";
import type { SessionSettings } from "../client/session-settings.ts";
import type { SessionVariables } from "../client/session-variables.ts";
import type { ResultColumn } from "./result.ts";
import type { SessionPrograms } from "./session-programs.ts";
import type { AccountRights } from "../privileges/account-rights.ts";
import type { Server } from "../server/server.ts";
import type { StatementText } from "../plan-cache/statement-text.ts";
import type { TableLocks } from "../locks/table-locks.ts";
import type { TemporaryList } from "../client/temporary-list.ts";
import type { TransactionState } from "../run/transaction-state.ts";
import type { WarningList } from "../client/warning-list.ts";

/** Answer of an internal statement. */
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
	readonly preparedExecution: PreparedExecution;
	readonly handlers: HandlerList;
	readonly temporary: TemporaryList;
	/** User and host of the account, which may differ from the client's. */
	readonly account: { readonly user: string; readonly host: string };
	/** Internal session of the kernel: it has all privileges and is not listed. */
	readonly isInternal: boolean;
	/** The account's current privileges; undefined: all. */
	readonly rights: AccountRights | undefined;
	/** Does what follows with other rights, those of a program's definer; undefined: with its own again. */
	actAs(rights: AccountRights | undefined): void;
	/** Stored programs; set once the session's parts are together. */
	readonly programs: SessionPrograms;
	/** The expired password was replaced: lifts the restriction of error 1820. */
	passwordChanged(): void;
	/** Hears the texts of statements within others. */
	readonly runsWithin: ((text: ByteString) => void) | undefined;
	/** Warnings of the running statement. */
	readonly warnings: WarningList;
	settings(): SessionSettings;
	/** Sets the default database. Throws 1049. */
	use(database: string): MaybePromise<void>;
	/** Parses one statement. Throws 1064 for more. */
	parse(text: ByteString): ParsedStatement;
	/** Returns the result columns of a statement without running it. Throws errors of planning. */
	columnsOf(statement: StatementText): MaybePromise<readonly ResultColumn[]>;
	/** Runs an internal statement, as root, in a transaction of its own. */
	internal(text: string, parameters?: readonly TypedValue[]): Promise<InternalAnswer>;
	/** Closes the session after this statement: COMMIT RELEASE. */
	leave(): void;
}
