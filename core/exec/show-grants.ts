/**
 * SHOW GRANTS: what an account may do, as the statements that would let it.
 */
import type { AccountFacts } from "../catalog/information-schema/providers.ts";
import { quoteName, quoteText } from "../catalog/type-text.ts";
import { sqlError } from "../errors.ts";
import type { Show } from "../sql/tree/show.ts";
import { type ByteString, encodeText, type Row } from "../types/value.ts";
import { after } from "./answer.ts";
import { type Showing, type Shown, shown } from "./show-result.ts";

type Grant = AccountFacts["privileges"][number];

export function showGrants({ account }: Show, { execution, providers }: Showing): Shown {
	const [user = "", host = ""] = account === undefined ? splitAccount(execution.session.currentUser) : [account.user, account.host];
	const rows = after(providers.accounts(), (accounts): readonly Row[] => {
		const found = accounts.find((each) => each.user === encodeText(user) && each.host.toLowerCase() === encodeText(host).toLowerCase());
		if (found === undefined) {
			throw sqlError("noSuchGrant", encodeText(user), encodeText(host));
		}
		return grantTexts(found).map((text) => [text]);
	});
	return shown("USER_PRIVILEGES", [[`Grants for ${user}@${host}`, "1024"]], rows);
}

function splitAccount(text: string): readonly [string, string] {
	const at = text.lastIndexOf("@");
	return [text.slice(0, at), text.slice(at + 1)];
}

function grantTexts({ user, host, privileges }: AccountFacts): readonly ByteString[] {
	const to = `${quoteText(user)}@${quoteText(host)}`;
	const levels = new Map<string, Grant[]>();
	for (const grant of privileges) {
		const place = placeOf(grant);
		levels.set(place, [...(levels.get(place) ?? []), grant]);
	}
	if (!levels.has("*.*")) {
		levels.set("*.*", []);
	}
	return [...levels].sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)).map(([place, grants]) => {
		const names = grants.flatMap((grant) => grant.names.map((name) => (grant.column === undefined ? name : `${name} (${quoteName(grant.column)})`)));
		const option = grants.some(({ grantable }) => grantable) ? " WITH GRANT OPTION" : "";
		return `GRANT ${names.length === 0 ? "USAGE" : names.join(", ")} ON ${place} TO ${to}${option}`;
	});
}

function placeOf({ database, table }: Grant): ByteString {
	if (database === undefined) {
		return "*.*";
	}
	return `${quoteName(database)}.${table === undefined ? "*" : quoteName(table)}`;
}
