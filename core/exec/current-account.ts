/**
 * The account that a session acts as, in its two parts.
 *
 * In: what CURRENT_USER() says. Out: user and host; a user's name may hold an `@`, a host none. It refuses to know
 * what it may do.
 */
import type { SessionLookup } from "../plan/tree/planning.ts";

export function currentAccount({
	currentUser,
}: Pick<SessionLookup, "currentUser">): readonly [user: string, host: string] {
	return splitAccount(currentUser);
}

/** `user@host`, as CURRENT_USER() and USER() write it. */
export function splitAccount(account: string): readonly [user: string, host: string] {
	const at = account.lastIndexOf("@");
	return [account.slice(0, at), account.slice(at + 1)];
}
