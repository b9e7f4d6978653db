/**
 * Accounts that act for others from their login on: GRANT PROXY, where `check_proxy_users` and the plugin's own
 * variable say so.
 *
 * In: the options of a session whose account was authenticated. Out: the same, or those of the account it acts for.
 * The first grant of the account counts; one that leads to nobody keeps the client out.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { encodeText } from "../../types/value/value.ts";
import type { Server } from "../server/server.ts";
import type { SessionOptions } from "../api/session.ts";

export function actingFor(options: SessionOptions, { globals, rights }: Server): SessionOptions {
	if (globals.read("check_proxy_users") !== 1 || globals.read("mysql_native_password_proxy_users") !== 1) {
		return options;
	}
	const { user, accountHost, host, login = user } = options;
	const { accounts, proxies } = rights.grants;
	const own = accounts.find((account) => account.user === user && account.host === accountHost);
	// Root may grant to act for anybody, which is to act for nobody yet.
	const grant = proxies.find((each) => each.user === user && each.host === accountHost && each.proxiedUser !== "");
	if (own?.plugin !== "mysql_native_password" || grant === undefined) {
		return options;
	}
	if (!accounts.some((account) => account.user === grant.proxiedUser && account.host === grant.proxiedHost)) {
		throw sqlError("accessDenied", encodeText(login), encodeText(host), options.usesPassword === true ? "YES" : "NO");
	}
	return {
		...options,
		user: grant.proxiedUser,
		accountHost: grant.proxiedHost,
		login,
		proxyUser: `'${user}'@'${accountHost}'`,
	};
}
