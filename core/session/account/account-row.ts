/**
 * Rows of `mysql.user`: look-up, insert, update.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Account, AccountOptions, IdentifiedUser, LimitName } from "../../sql/tree/session.ts";
import { encodeText } from "../../types/value/value.ts";
import type { SessionContext } from "../api/session-context.ts";
import { quotedAccount, textParameters } from "./account-name.ts";
import { checkedHash, keptPassword, passwordPlugin } from "./password-plugin.ts";

/** Resolves CURRENT_USER to the session's account. */
export function meantAccount(account: Account, conversation: SessionContext): Account {
	return account.current === true ? conversation.account : { ...account, host: account.host.toLowerCase() };
}

/** A name or host of spaces alone: its row would be that of the anonymous account. */
export function isBlank({ user, host }: Account): boolean {
	return /^ +$/.test(user) || /^ +$/.test(host);
}

export function isSame(a: Account, b: Account): boolean {
	return a.user === b.user && a.host.toLowerCase() === b.host.toLowerCase();
}

export async function hasUser(account: Account, conversation: SessionContext): Promise<boolean> {
	const { rows } = await conversation.internal(
		"SELECT 1 FROM mysql.user WHERE Host = ? AND User = ?",
		textParameters(account.host, account.user),
	);
	return rows.length > 0;
}

/** Returns the account's authentication plugin. */
export async function pluginOf(account: Account, conversation: SessionContext): Promise<string> {
	const { rows } = await conversation.internal(
		"SELECT plugin FROM mysql.user WHERE Host = ? AND User = ?",
		textParameters(account.host, account.user),
	);
	return String(rows[0]?.[0] ?? defaultPlugin(conversation));
}

/** `default_authentication_plugin` */
function defaultPlugin({ server }: SessionContext): string {
	return String(server.globals.read("default_authentication_plugin"));
}

/** False for a duplicate. Throws 1396 for an account of spaces. */
export async function addUser(
	account: Account,
	{ plugin, password, hash }: Omit<IdentifiedUser, "account">,
	conversation: SessionContext,
): Promise<boolean> {
	if (isBlank(account)) {
		throw sqlError("cannotUser", "CREATE USER", quotedAccount(account));
	}
	const method = passwordPlugin(plugin ?? defaultPlugin(conversation));
	const kept =
		hash === undefined
			? keptPassword(method, password ?? "", conversation.settings().clientCharset)
			: checkedHash(method, encodeText(hash));
	const { affectedRows } = await conversation.internal(
		`INSERT IGNORE INTO mysql.user (Host, User, plugin, authentication_string, password_last_changed, ssl_cipher, x509_issuer, x509_subject)
			VALUES (?, ?, ?, ?, NOW(), '', '', '')`,
		textParameters(account.host, account.user, method, kept),
	);
	return affectedRows !== 0;
}

/** Sets a new password or authentication plugin of an existing account. */
export async function changePassword(
	account: Account,
	{ plugin, password, hash }: Omit<IdentifiedUser, "account">,
	conversation: SessionContext,
): Promise<void> {
	if (plugin === undefined && password === undefined && hash === undefined) {
		return;
	}
	const method = passwordPlugin(plugin ?? (await pluginOf(account, conversation)));
	const kept =
		hash === undefined
			? keptPassword(method, password ?? "", conversation.settings().clientCharset)
			: checkedHash(method, encodeText(hash));
	await keepPassword(account, method, kept, conversation);
}

export async function keepPassword(
	account: Account,
	plugin: string,
	kept: string,
	conversation: SessionContext,
): Promise<void> {
	await conversation.internal(
		"UPDATE mysql.user SET authentication_string = ?, plugin = ?, password_expired = 'N', " +
			"password_last_changed = NOW() WHERE Host = ? AND User = ?",
		textParameters(kept, plugin, account.host, account.user),
	);
	if (isSame(account, conversation.account)) {
		conversation.passwordChanged();
	}
}

const limitColumns: { readonly [L in LimitName]: string } = {
	max_queries_per_hour: "max_questions",
	max_updates_per_hour: "max_updates",
	max_connections_per_hour: "max_connections",
	max_user_connections: "max_user_connections",
};

const tlsTypes = { none: "", ssl: "ANY", x509: "X509", specified: "SPECIFIED" } as const;

/** REQUIRE, WITH limits, PASSWORD EXPIRE, ACCOUNT LOCK. */
export async function applyOptions(
	account: Account,
	{ tls, limits, expire, lock }: AccountOptions,
	conversation: SessionContext,
): Promise<void> {
	const assignments: string[] = [];
	const texts: string[] = [];
	if (tls !== undefined) {
		const { cipher = "", issuer = "", subject = "" } = tls.kind === "specified" ? tls : {};
		assignments.push("ssl_type = ?", "ssl_cipher = ?", "x509_issuer = ?", "x509_subject = ?");
		texts.push(tlsTypes[tls.kind], cipher, issuer, subject);
	}
	for (const [name, count] of Object.entries(limits ?? {})) {
		assignments.push(`${limitColumns[name as LimitName]} = ${count}`);
	}
	if (expire !== undefined) {
		assignments.push(
			expire === "now"
				? "password_expired = 'Y'"
				: `password_lifetime = ${expire === "default" ? "NULL" : expire === "never" ? 0 : expire}`,
		);
	}
	if (lock !== undefined) {
		assignments.push(`account_locked = '${lock ? "Y" : "N"}'`);
	}
	if (assignments.length > 0) {
		await conversation.internal(
			`UPDATE mysql.user SET ${assignments.join(", ")} WHERE Host = ? AND User = ?`,
			textParameters(...texts, account.host, account.user),
		);
	}
}
