/**
 * CREATE USER, ALTER USER, DROP USER, RENAME USER: change rows of the account tables.
 *
 * Error 1396 lists the accounts for which the statement failed.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { done, type StatementResult } from "../../exec/statement-result.ts";
import type { Account, DropUser, RenameUser, UserStatement } from "../../sql/tree/session.ts";
import type { SessionContext } from "../api/session-context.ts";
import { quotedAccount, textParameters } from "./account-name.ts";
import { addUser, applyOptions, changePassword, hasUser, isBlank, meantAccount } from "./account-row.ts";

/** System tables with columns `User` and `Host` of an account. */
const accountTables = ["user", "db", "tables_priv", "columns_priv", "procs_priv", "proxies_priv"];

/**
 * Applies the step to each account; failures are collected and reported at the end.
 *
 * @param gone - the accounts that the steps have removed
 */
async function forEach<T>(
	verb: string,
	list: readonly T[],
	conversation: SessionContext,
	change: (each: T) => Promise<Account | undefined>,
	gone: readonly Account[] = [],
): Promise<StatementResult> {
	const failed: Account[] = [];
	try {
		for (const each of list) {
			const refused = await change(each);
			if (refused !== undefined) {
				failed.push(refused);
			}
		}
	} finally {
		await conversation.server.rights.changed(gone);
	}
	if (failed.length > 0) {
		throw sqlError("cannotUser", verb, failed.map(quotedAccount).join(","));
	}
	return done();
}

export function changeUsers(
	{ kind, users, exists, options = {} }: UserStatement,
	conversation: SessionContext,
): Promise<StatementResult> {
	const isCreate = kind === "create-user";
	return forEach(isCreate ? "CREATE USER" : "ALTER USER", users, conversation, async (user) => {
		const account = meantAccount(user.account, conversation);
		const isDone = isCreate ? await addUser(account, user, conversation) : await hasUser(account, conversation);
		if (!isDone) {
			if (exists) {
				conversation.warnings.add("Note", isCreate ? "userExists" : "userMissing", [quotedAccount(account)]);
			}
			return exists ? undefined : account;
		}
		if (!isCreate) {
			await changePassword(account, user, conversation);
		}
		await applyOptions(account, options, conversation);
		return undefined;
	});
}

export function dropUsers({ accounts, ifExists }: DropUser, conversation: SessionContext): Promise<StatementResult> {
	const gone: Account[] = [];
	const drop = async (named: Account): Promise<Account | undefined> => {
		const account = meantAccount(named, conversation);
		const wasThere = await hasUser(account, conversation);
		for (const table of accountTables) {
			await conversation.internal(
				`DELETE FROM mysql.${table} WHERE Host = ? AND User = ?`,
				textParameters(account.host, account.user),
			);
		}
		gone.push(account);
		if (!wasThere && ifExists) {
			conversation.warnings.add("Note", "userMissing", [quotedAccount(account)]);
		}
		return wasThere || ifExists ? undefined : account;
	};
	return forEach("DROP USER", accounts, conversation, drop, gone);
}

export function renameUsers({ renames }: RenameUser, conversation: SessionContext): Promise<StatementResult> {
	const gone: Account[] = [];
	const move = async (rename: RenameUser["renames"][number]): Promise<Account | undefined> => {
		const [from, to] = [meantAccount(rename.from, conversation), meantAccount(rename.to, conversation)];
		if (isBlank(to) || !(await hasUser(from, conversation)) || (await hasUser(to, conversation))) {
			return from;
		}
		for (const table of accountTables) {
			await conversation.internal(
				`UPDATE mysql.${table} SET Host = ?, User = ? WHERE Host = ? AND User = ?`,
				textParameters(to.host, to.user, from.host, from.user),
			);
		}
		gone.push(from);
		return undefined;
	};
	return forEach("RENAME USER", renames, conversation, move, gone);
}
