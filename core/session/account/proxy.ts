/**
 * Proxy users: replaces the authenticated account by the one it acts as from login on (GRANT PROXY).
 *
 * Only where `check_proxy_users` and the plugin's own variable are on. The account's first grant counts; if its
 * proxied account does not exist, the login is refused.
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
	const { grants } = rights;
	const own = grants.of(user).accounts.find((account) => account.grant.host === accountHost)?.grant;
	// Root's grant on any account has an empty proxied user and names no account to act as.
	const grant = grants.of(user).proxies.find((each) => each.host === accountHost && each.proxiedUser !== "");
	if (own?.plugin !== "mysql_native_password" || grant === undefined) {
		return options;
	}
	if (!grants.of(grant.proxiedUser).accounts.some((account) => account.grant.host === grant.proxiedHost)) {
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
