/**
 * SET PASSWORD, for oneself or another account.
 *
 * In: an account, or none for one's own, and a password or its hash. Out: the row of `mysql.user` changed; 1133 where there is
 * none.
 */
import { sqlError } from "../../errors.ts";
import type { Account } from "../../sql/tree/session.ts";
import type { Conversation } from "../conversation.ts";
import { textParameters } from "./account-name.ts";
import { isHashOf, keptPassword, passwordPlugin } from "./password-plugin.ts";
import { hasUser, pluginOf } from "./user-statement.ts";

export async function setPassword(account: Account | undefined, password: string, conversation: Conversation): Promise<void> {
	const target = account ?? conversation.account;
	if (!(await hasUser(target, conversation))) {
		throw sqlError("passwordNoMatch");
	}
	const plugin = passwordPlugin(await pluginOf(target, conversation));
	const hash = isHashOf(plugin, password) ? password : keptPassword(plugin, password);
	await conversation.internal(
		"UPDATE mysql.user SET authentication_string = ?, password_last_changed = NOW() WHERE Host = ? AND User = ?",
		textParameters(hash, target.host, target.user),
	);
}
