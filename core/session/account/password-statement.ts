/**
 * SET PASSWORD for the own or another account: updates the row of `mysql.user`.
 *
 * Error 1131 for an anonymous user, 1133 where there is no row.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Account } from "../../sql/tree/session.ts";
import type { SessionContext } from "../api/session-context.ts";
import { hasUser, keepPassword, meantAccount, pluginOf } from "./account-row.ts";
import { isHashOf, keptPassword, passwordPlugin } from "./password-plugin.ts";

export async function setPassword(
	account: Account | undefined,
	password: string,
	conversation: SessionContext,
): Promise<void> {
	if (conversation.account.user === "") {
		throw sqlError("passwordAnonymousUser");
	}
	const target = account === undefined ? conversation.account : meantAccount(account, conversation);
	if (!(await hasUser(target, conversation))) {
		throw sqlError("passwordNoMatch");
	}
	const plugin = passwordPlugin(await pluginOf(target, conversation));
	await keepPassword(
		target,
		plugin,
		isHashOf(plugin, password) ? password : keptPassword(plugin, password, conversation.settings().clientCharset),
		conversation,
	);
	await conversation.server.rights.changed();
}
