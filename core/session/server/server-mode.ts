/**
 * Refuses changes while `read_only` is on (1290) and logins while `offline_mode` is on (3032).
 *
 * Accounts with SUPER are exempt, except from `super_read_only`. Temporary tables stay writable.
 */
import type { Table } from "../../catalog/table.ts";
import { privilegeBit } from "../../catalog/privilege.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { SessionContext } from "../api/session-context.ts";
import { isDefinitionKind } from "../kinds/definition-kind.ts";
import type { StatementKind } from "../kinds/statement-of.ts";

const superuser = privilegeBit("SUPER");

const accountKinds: ReadonlySet<StatementKind> = new Set([
	"create-user",
	"alter-user",
	"drop-user",
	"rename-user",
	"grant",
	"revoke",
]);

/** Called only while `read_only` is on. */
export function refuseChange(statement: Statement, conversation: SessionContext): void {
	if ((isDefinitionKind(statement.kind) && !isOwn(statement)) || accountKinds.has(statement.kind)) {
		refuse(conversation);
	}
}

/** Refuses a statement that writes rows; in a read-only transaction (1792) those of temporary tables may be written. */
export function refuseWrite(
	written: readonly Table[],
	isReadOnlyTransaction: boolean,
	conversation: SessionContext,
): void {
	if (conversation.server.globals.isReadOnly && written.some(({ record }) => record.temporary !== true)) {
		refuse(conversation);
	}
	if (isReadOnlyTransaction && !(written.length > 0 && written.every(({ record }) => record.temporary === true))) {
		throw sqlError("readOnlyTransaction");
	}
}

/** Refuses SELECT ... FOR UPDATE of a table in a read-only transaction: 1792. */
export function refuseExclusive(statement: Statement): void {
	if (statement.kind === "select" && statement.lock === "update" && statement.from !== undefined) {
		throw sqlError("readOnlyTransaction");
	}
}

/** Refuses what changes definitions, those of temporary tables too, or takes write locks: 1792. */
export function refuseInReadOnly(conversation: SessionContext): void {
	const { transaction } = conversation;
	if (
		transaction.isOpen ? transaction.isReadOnly : transaction.takeNext(conversation.settings().transaction).readOnly
	) {
		throw sqlError("readOnlyTransaction");
	}
}

/** Has SUPER, or is the server itself. */
export function isAdministrator({ rights }: SessionContext): boolean {
	return rights?.has(superuser) !== false;
}

export function refuseLogin({ server, rights }: SessionContext): void {
	if (server.globals.read("offline_mode") === 1 && rights?.has(superuser) === false) {
		throw sqlError("offline");
	}
}

function refuse({ server, rights, isInternal }: SessionContext): void {
	const forAll = server.globals.read("super_read_only") === 1;
	if (!isInternal && (forAll || rights?.has(superuser) === false)) {
		throw sqlError("optionPreventsStatement", forAll ? "--super-read-only" : "--read-only");
	}
}

/** CREATE and DROP TEMPORARY TABLE. */
function isOwn(statement: Statement): boolean {
	return (statement.kind === "create-table" || statement.kind === "drop-table") && statement.temporary;
}
