/**
 * CREATE USER, ALTER USER, DROP USER, RENAME USER.
 *
 * In: statements. Out: rows of the account tables changed; 1396 names the accounts for which it failed.
 */
import { sqlError } from "../../errors.ts";
import { done, type StatementOutcome } from "../../exec/outcome.ts";
import type { Account, DropUser, RenameUser, UserStatement } from "../../sql/tree/session.ts";
import { encodeText } from "../../types/value.ts";
import type { Conversation } from "../conversation.ts";
import { quotedAccount, textParameters } from "./account-name.ts";
import { checkedHash, keptPassword, passwordPlugin } from "./password-plugin.ts";

/** The tables that name an account. */
const accountTables = ["user", "db", "tables_priv", "columns_priv"];

export async function changeUsers(statement: UserStatement, conversation: Conversation): Promise<StatementOutcome> {
	const isCreate = statement.kind === "create-user";
	const failed: Account[] = [];
	for (const { account, plugin, password, hash } of statement.users) {
		const method = passwordPlugin(plugin ?? (isCreate ? defaultPlugin(conversation) : await pluginOf(account, conversation)));
		const kept = hash === undefined ? (password === undefined ? undefined : keptPassword(method, password)) : checkedHash(method, encodeText(hash));
		const changed = isCreate ? await addUser(account, kept ?? "", method, conversation) : await alterUser(account, plugin === undefined ? kept : (kept ?? ""), method, conversation);
		if (!changed && !statement.exists) {
			failed.push(account);
		}
	}
	if (failed.length > 0) {
		throw sqlError("cannotUser", isCreate ? "CREATE USER" : "ALTER USER", failed.map(quotedAccount).join(","));
	}
	return done();
}

export async function addUser(account: Account, hash: string, plugin: string | undefined, conversation: Conversation): Promise<boolean> {
	const { affectedRows } = await conversation.internal(
		`INSERT IGNORE INTO mysql.user (Host, User, plugin, authentication_string, password_last_changed, ssl_cipher, x509_issuer, x509_subject)
			VALUES (?, ?, ?, ?, NOW(), '', '', '')`,
		textParameters(account.host, account.user, plugin ?? "mysql_native_password", hash),
	);
	return affectedRows !== 0;
}

async function alterUser(account: Account, hash: string | undefined, plugin: string | undefined, conversation: Conversation): Promise<boolean> {
	if (!(await hasUser(account, conversation))) {
		return false;
	}
	if (hash !== undefined) {
		await conversation.internal(
			"UPDATE mysql.user SET authentication_string = ?, plugin = ?, password_last_changed = NOW() WHERE Host = ? AND User = ?",
			textParameters(hash, plugin ?? "mysql_native_password", account.host, account.user),
		);
	}
	return true;
}

/** `default_authentication_plugin` */
export function defaultPlugin({ server }: Conversation): string {
	return String(server.globals.read("default_authentication_plugin"));
}

/** How an account shows who it is. */
export async function pluginOf(account: Account, conversation: Conversation): Promise<string> {
	const { rows } = await conversation.internal("SELECT plugin FROM mysql.user WHERE Host = ? AND User = ?", textParameters(account.host, account.user));
	return String(rows[0]?.[0] ?? defaultPlugin(conversation));
}

export async function hasUser(account: Account, conversation: Conversation): Promise<boolean> {
	const { rows } = await conversation.internal("SELECT 1 FROM mysql.user WHERE Host = ? AND User = ?", textParameters(account.host, account.user));
	return rows.length > 0;
}

export async function dropUsers(statement: DropUser, conversation: Conversation): Promise<StatementOutcome> {
	const failed: Account[] = [];
	for (const account of statement.accounts) {
		const there = await hasUser(account, conversation);
		for (const table of accountTables) {
			await conversation.internal(`DELETE FROM mysql.${table} WHERE Host = ? AND User = ?`, textParameters(account.host, account.user));
		}
		if (!there && !statement.ifExists) {
			failed.push(account);
		}
	}
	if (failed.length > 0) {
		throw sqlError("cannotUser", "DROP USER", failed.map(quotedAccount).join(","));
	}
	return done();
}

export async function renameUsers(statement: RenameUser, conversation: Conversation): Promise<StatementOutcome> {
	const failed: Account[] = [];
	for (const { from, to } of statement.renames) {
		if (!(await hasUser(from, conversation)) || (await hasUser(to, conversation))) {
			failed.push(from);
			continue;
		}
		for (const table of accountTables) {
			await conversation.internal(
				`UPDATE mysql.${table} SET Host = ?, User = ? WHERE Host = ? AND User = ?`,
				textParameters(to.host, to.user, from.host, from.user),
			);
		}
	}
	if (failed.length > 0) {
		throw sqlError("cannotUser", "RENAME USER", failed.map(quotedAccount).join(","));
	}
	return done();
}
