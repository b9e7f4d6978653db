/**
 * SHOW GRANTS and SHOW CREATE USER: the statements that would recreate an account and its privileges.
 */
import type { AccountFacts } from "../../catalog/information-schema/providers.ts";
import {
	grantOption,
	onDatabases,
	onTables,
	privilegeColumns,
	type Privileges,
	privileges,
	bitsOf,
} from "../../catalog/privilege.ts";
import { quoteName, quoteText } from "../../catalog/type-text.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Show } from "../../sql/tree/show.ts";
import { type ByteString, encodeText } from "../../types/value/value.ts";
import { splitAccount } from "../current-account.ts";
import { type Showing, type Shown, shown } from "./show-result.ts";

type Grant = AccountFacts["privileges"][number];

export function showGrants({ account }: Show, { execution, providers }: Showing): Shown {
	const [user, host] = named(account, execution.session.currentUser);
	const found = providers.account(encodeText(user), encodeText(host));
	if (found === undefined) {
		throw sqlError("noSuchGrant", encodeText(user), encodeText(host));
	}
	return shown(
		"USER_PRIVILEGES",
		[[`Grants for ${user}@${host}`, "1024"]],
		grantTexts(found).map((text) => [text]),
	);
}

export function showCreateUser({ account }: Show, { execution, providers }: Showing): Shown {
	const [user, host] = named(account, execution.session.currentUser);
	const found = providers.account(encodeText(user), encodeText(host));
	if (found === undefined) {
		throw sqlError("cannotUser", "SHOW CREATE USER", encodeText(`'${user}'@'${host}'`));
	}
	return shown("USER_PRIVILEGES", [[`CREATE USER for ${user}@${host}`, "1024"]], [[found.createText]]);
}

function named(account: Show["account"], own: string): readonly [user: string, host: string] {
	return account === undefined || account.current === true ? splitAccount(own) : [account.user, account.host];
}

function grantTexts({ user, host, privileges: grants, proxied }: AccountFacts): readonly ByteString[] {
	const to = `TO ${quoteText(user)}@${quoteText(host)}`;
	const text = (words: ByteString, place: ByteString, bits: Privileges): ByteString =>
		`GRANT ${words} ON ${place} ${to}${(bits & grantOption) === 0 ? "" : " WITH GRANT OPTION"}`;
	const whole = grants
		.filter(({ column }) => column === undefined)
		.map((grant) => text(wordsOf(grant, grants), placeOf(grant), grant.privileges));
	const acts = proxied.map((other) =>
		text("PROXY", `${quoteText(other.user)}@${quoteText(other.host)}`, other.grantable ? grantOption : 0),
	);
	return [...whole, ...acts];
}

/** `SELECT, INSERT (a, b)`: the privileges of columns among the table's. */
function wordsOf(grant: Grant, all: readonly Grant[]): ByteString {
	const possible =
		(grant.table !== undefined ? onTables : grant.database !== undefined ? onDatabases : bitsOf(privileges)) &
		~grantOption;
	const own = grant.privileges & ~grantOption;
	if (grant.routine === undefined && own === possible) {
		return "ALL PRIVILEGES";
	}
	const columns =
		grant.table === undefined
			? []
			: all.filter(
					(each) => each.column !== undefined && each.table === grant.table && each.database === grant.database,
				);
	const words = privilegeColumns
		.filter(({ bit }) => bit !== grantOption)
		.flatMap(({ name, bit }) => {
			const names = columns.filter((each) => (each.privileges & bit) !== 0).map(({ column }) => column);
			return [...((own & bit) === 0 ? [] : [name]), ...(names.length === 0 ? [] : [`${name} (${names.join(", ")})`])];
		});
	return words.length === 0 ? "USAGE" : words.join(", ");
}

function placeOf({ database, table, routine }: Grant): ByteString {
	if (database === undefined) {
		return "*.*";
	}
	if (routine !== undefined) {
		return `${routine.kind} ${quoteName(database)}.${quoteName(routine.name)}`;
	}
	return `${quoteName(database)}.${table === undefined ? "*" : quoteName(table)}`;
}
