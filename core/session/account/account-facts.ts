/**
 * Accounts and their grants for SHOW GRANTS, SHOW CREATE USER and information_schema, sorted by user and host.
 */
import type { AccountFacts } from "../../catalog/information-schema/providers.ts";
import { encodeText } from "../../types/value/value.ts";
import type { AccountRow, Grants } from "../privileges/grants.ts";
import { createUserText } from "./create-user-text.ts";

type Level = AccountFacts["privileges"][number];
type Owned = Pick<AccountRow, "user" | "host">;

export function accountFacts(grants: Grants): readonly AccountFacts[] {
	return [...grants.accounts].sort(byUserAndHost).map((account) => {
		const isHis = ({ user, host }: Owned): boolean => user === account.user && host === account.host;
		return {
			user: encodeText(account.user),
			host: encodeText(account.host),
			privileges: [
				{ privileges: account.privileges },
				...grants.databases
					.filter(isHis)
					.map(({ database, privileges }): Level => ({ database: encodeText(database), privileges })),
				...grants.tables.filter(isHis).flatMap(({ database, table, privileges, columns }): Level[] => {
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
				...grants.routines.filter(isHis).map(
					({ database, routine, kind, privileges }): Level => ({
						database: encodeText(database),
						routine: { kind, name: encodeText(routine) },
						privileges,
					}),
				),
			],
			proxied: grants.proxies.filter(isHis).map(({ proxiedUser, proxiedHost, isGrantable }) => ({
				user: encodeText(proxiedUser),
				host: encodeText(proxiedHost),
				grantable: isGrantable,
			})),
			createText: createUserText(account),
		};
	});
}

function byUserAndHost(a: Owned, b: Owned): number {
	return a.user === b.user ? (a.host < b.host ? -1 : 1) : a.user < b.user ? -1 : 1;
}
