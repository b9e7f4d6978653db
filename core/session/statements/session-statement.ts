/**
 * Dispatches statements about the session to their executors by kind.
 *
 * Those with expressions receive a running statement; those that end a transaction do so themselves.
 */
import { privilegeBit } from "../../catalog/privilege.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../../exec/execution.ts";
import { done, type StatementResult } from "../../exec/statement-result.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { convertText } from "../../types/text/charset.ts";
import { isCharacterType } from "../../types/value/type.ts";
import { decodeText } from "../../types/value/value.ts";
import { grant, namesWithin } from "../account/grant-statement.ts";
import { changeUsers, dropUsers, renameUsers } from "../account/user-statement.ts";
import { checksumTables } from "./checksum-table.ts";
import type { SessionContext } from "../api/session-context.ts";
import { evaluate } from "../data-statements/evaluate.ts";
import { getDiagnostics } from "./get-diagnostics.ts";
import { closeHandler, openHandler, readFromHandler } from "./handler-statement.ts";
import { help } from "./help.ts";
import { lockTables, unlockTables } from "./lock-statement.ts";
import { maintainTables } from "./maintain-table.ts";
import { assertDatabase } from "../locks/defined-table.ts";
import { tellingFirst } from "../locks/missing-table.ts";
import { set } from "./set.ts";
import { signal } from "./signal.ts";
import type { StatementKind, StatementOf } from "../kinds/statement-of.ts";
import { StatementText } from "../plan-cache/statement-text.ts";
import { callProcedure } from "../account/sys-procedure.ts";
import { xa } from "../xa/xa-statement.ts";
import {
	begin,
	commit,
	flush,
	releaseSavepoint,
	rollback,
	savepoint,
	setTransaction,
} from "./transaction-statement.ts";

/** Evaluates the expressions of a statement. */
interface Surroundings {
	readonly execution: Execution;
	readonly planning: Planning;
}

type Ready<K extends StatementKind> = (
	statement: StatementOf<K>,
	conversation: SessionContext,
) => MaybePromise<StatementResult>;
type Evaluating<K extends StatementKind> = (
	statement: StatementOf<K>,
	conversation: SessionContext,
	around: Surroundings,
) => MaybePromise<StatementResult>;

/** `names`: those that the statement is about. Throws 1046 before the commit. */
const endsTransaction = (
	conversation: SessionContext,
	next: () => MaybePromise<StatementResult>,
	names: readonly { readonly database?: string }[] = [],
): MaybePromise<StatementResult> => {
	assertDatabase(names, conversation.facts.database);
	return after(conversation.transaction.commit(), next);
};

const changeGrants: Ready<"grant" | "revoke"> = (statement, conversation) =>
	endsTransaction(conversation, () => grant(statement, conversation), namesWithin(statement));

const readyKinds = [
	"use",
	"begin",
	"commit",
	"rollback",
	"savepoint",
	"release-savepoint",
	"set-transaction",
	"deallocate",
	"lock-tables",
	"unlock-tables",
	"flush",
	"create-user",
	"alter-user",
	"drop-user",
	"rename-user",
	"grant",
	"revoke",
	"shutdown",
	"xa",
	"help",
	"handler-close",
] as const;
type ReadyKind = (typeof readyKinds)[number];

const ready: { readonly [K in ReadyKind]: Ready<K> } = {
	use: ({ database }, conversation) =>
		after(conversation.use(database), () => ({ ...done(), database: conversation.facts.database })),
	begin,
	commit,
	rollback,
	savepoint: ({ name }, conversation) => savepoint(name, conversation),
	"release-savepoint": ({ name }, conversation) => releaseSavepoint(name, conversation),
	"set-transaction": setTransaction,
	deallocate({ name }, { prepared }) {
		prepared.dropName(name);
		return done();
	},
	"lock-tables": lockTables,
	"unlock-tables": (_statement, conversation) => unlockTables(conversation),
	flush,
	"create-user": (statement, conversation) => endsTransaction(conversation, () => changeUsers(statement, conversation)),
	"alter-user": (statement, conversation) => endsTransaction(conversation, () => changeUsers(statement, conversation)),
	"drop-user": (statement, conversation) => endsTransaction(conversation, () => dropUsers(statement, conversation)),
	"rename-user": (statement, conversation) => endsTransaction(conversation, () => renameUsers(statement, conversation)),
	grant: changeGrants,
	revoke: changeGrants,
	xa,
	help,
	"handler-close": closeHandler,
	shutdown(_statement, { server }) {
		server.shutDown();
		return done();
	},
};

const superuser = privilegeBit("SUPER");

type EvaluatingKind =
	| "set"
	| "prepare"
	| "kill"
	| "maintain-table"
	| "signal"
	| "resignal"
	| "get-diagnostics"
	| "handler-open"
	| "handler-read"
	| "call-procedure";

const evaluating: { readonly [K in EvaluatingKind]: Evaluating<K> } = {
	"call-procedure": callProcedure,
	set: (statement, conversation, { execution, planning }) => set(statement, conversation, execution, planning),
	signal: (statement, _conversation, { execution, planning }) => signal(statement, execution, planning),
	resignal: (statement, _conversation, { execution, planning }) => signal(statement, execution, planning),
	"get-diagnostics": (statement, conversation, { execution, planning }) =>
		getDiagnostics(statement, conversation, execution, planning),
	"handler-open": (statement, conversation, { planning }) => openHandler(statement, conversation, planning),
	"handler-read": (statement, conversation, { execution, planning }) =>
		readFromHandler(statement, conversation, execution, planning),
	prepare({ name, source: written }, conversation, { execution, planning }) {
		return after(evaluate(written, planning, execution), ({ type, value }) => {
			const source =
				value === null
					? "NULL"
					: isCharacterType(type)
						? convertText(String(value), type.charset, "utf8mb4")
						: String(value);
			const text = StatementText.toPrepare(conversation.parse(source));
			return after(conversation.columnsOf(text), () => {
				conversation.prepared.name(name, {
					text,
					resolution: planning.resolution,
					database: conversation.facts.database,
				});
				return { ...done(), info: "Statement prepared" };
			});
		});
	},
	"maintain-table": (statement, conversation, { execution, planning }) =>
		statement.action === "checksum"
			? checksumTables(statement, conversation, planning, execution)
			: endsTransaction(conversation, () => maintainTables(statement, conversation, planning), statement.tables),
	kill({ what, id }, { server, rights, facts }, { execution, planning }) {
		return after(evaluate(id, planning, execution), ({ value }) => {
			const allowed =
				rights === undefined || rights.has(superuser) ? undefined : server.processes.own(Number(value), facts.user);
			return after(allowed, () => after(server.processes.kill(Number(value) || 0, what), () => done()));
		});
	},
};

/** True for kinds that need no running statement. */
export function isReadyKind(kind: StatementKind): kind is ReadyKind {
	return kind in ready;
}

export function runReady(
	statement: StatementOf<ReadyKind>,
	conversation: SessionContext,
): MaybePromise<StatementResult> {
	return (ready[statement.kind] as Ready<ReadyKind>)(statement, conversation);
}

export function isEvaluatingKind(kind: StatementKind): kind is EvaluatingKind {
	return kind in evaluating;
}

export function runEvaluating(
	statement: StatementOf<EvaluatingKind>,
	conversation: SessionContext,
	around: Surroundings,
): MaybePromise<StatementResult> {
	return tellingFirst(statement, around.planning, () =>
		(evaluating[statement.kind] as Evaluating<EvaluatingKind>)(statement, conversation, around),
	);
}

/** Refuses kinds that the grammar accepts and no executor implements. */
export function refuseKind(kind: StatementKind): never {
	throw sqlError("notSupportedYet", decodeText(kind.replaceAll("-", " ").toUpperCase()));
}
