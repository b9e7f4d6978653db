/**
 * Account of a session, split from CURRENT_USER(): user and host; a user's name may contain an `@`, a host cannot.
 */
import type { SessionLookup } from "../plan/tree/planning.ts";

export function currentAccount({
	currentUser,
}: Pick<SessionLookup, "currentUser">): readonly [user: string, host: string] {
	return splitAccount(currentUser);
}

/** Splits `user@host`, as CURRENT_USER() and USER() print it. */
export function splitAccount(account: string): readonly [user: string, host: string] {
	const at = account.lastIndexOf("@");
	return [account.slice(0, at), account.slice(at + 1)];
}
