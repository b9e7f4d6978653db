/**
 * Accounts and their grants for SHOW GRANTS, SHOW CREATE USER and information_schema.
 */
import type { AccountFacts } from "../../catalog/information-schema/providers.ts";
import { Multimap } from "../../plan/tree/multimap.ts";
import { encodeText } from "../../types/value/value.ts";
import type { AccountRow, Grants } from "../privileges/grants.ts";
import { createUserText } from "./create-user-text.ts";

type Level = AccountFacts["privileges"][number];
type Owned = Pick<AccountRow, "user" | "host">;

/** Of each of the accounts, sorted by user and host. */
export function* accountFacts(accounts: readonly AccountRow[], grants: Grants): Iterable<AccountFacts> {
	const databases = Multimap.of(grants.databases, keyOf);
	const tables = Multimap.of(grants.tables, keyOf);
	const routines = Multimap.of(grants.routines, keyOf);
	const proxies = Multimap.of(grants.proxies, keyOf);
	for (const account of [...accounts].sort(byUserAndHost)) {
		const owner = keyOf(account);
		yield {
			user: encodeText(account.user),
			host: encodeText(account.host),
			privileges: [
				{ privileges: account.privileges },
				...databases
					.get(owner)
					.map(({ database, privileges }): Level => ({ database: encodeText(database), privileges })),
				...tables.get(owner).flatMap(({ database, table, privileges, columns }): Level[] => {
					const place = { database: encodeText(database), table: encodeText(table) };
					return [
						{ ...place, privileges },
						...[...columns.values()].map(({ name, privileges: own }) => ({
							...place,
							column: encodeText(name),
							privileges: own,
						})),
					];
				}),
				...routines.get(owner).map(
					({ database, routine, kind, privileges }): Level => ({
						database: encodeText(database),
						routine: { kind, name: encodeText(routine) },
						privileges,
					}),
				),
			],
			proxied: proxies.get(owner).map(({ proxiedUser, proxiedHost, isGrantable }) => ({
				user: encodeText(proxiedUser),
				host: encodeText(proxiedHost),
				grantable: isGrantable,
			})),
			createText: createUserText(account),
		};
	}
}

function keyOf({ user, host }: Owned): string {
	return `${user}\0${host}`;
}

function byUserAndHost(a: Owned, b: Owned): number {
	return a.user === b.user ? (a.host < b.host ? -1 : 1) : a.user < b.user ? -1 : 1;
}
