/**
 * Accounts and their grants for SHOW GRANTS, SHOW CREATE USER and information_schema.
 */
import type { AccountFacts } from "../../catalog/information-schema/providers.ts";
import { encodeText } from "../../types/value/value.ts";
import type { AccountRow, Owner } from "../privileges/grant-tables.ts";
import type { Grants } from "../privileges/grants.ts";
import { createUserText } from "./create-user-text.ts";

type Level = AccountFacts["privileges"][number];

/** Of each of the accounts, sorted by user and host. */
export function* accountFacts(accounts: readonly AccountRow[], grants: Grants): Iterable<AccountFacts> {
	for (const account of [...accounts].sort(byUserAndHost)) {
		const own = grants.of(account.user);
		const isOwn = ({ host }: Owner): boolean => host === account.host;
		yield {
			user: encodeText(account.user),
			host: encodeText(account.host),
			privileges: [
				{ privileges: account.privileges },
				...own.databases
					.map(({ grant }) => grant)
					.filter(isOwn)
					.map(({ database, privileges }): Level => ({ database: encodeText(database), privileges })),
				...own.tables.filter(isOwn).flatMap(({ database, table, privileges, columns }): Level[] => {
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
				...own.routines.filter(isOwn).map(
					({ database, routine, kind, privileges }): Level => ({
						database: encodeText(database),
						routine: { kind, name: encodeText(routine) },
						privileges,
					}),
				),
			],
			proxied: own.proxies.filter(isOwn).map(({ proxiedUser, proxiedHost, isGrantable }) => ({
				user: encodeText(proxiedUser),
				host: encodeText(proxiedHost),
				grantable: isGrantable,
			})),
			createText: createUserText(account),
		};
	}
}

function byUserAndHost(a: Owner, b: Owner): number {
	return a.user === b.user ? (a.host < b.host ? -1 : 1) : a.user < b.user ? -1 : 1;
}
