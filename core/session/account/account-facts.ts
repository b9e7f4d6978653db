/**
 * Accounts and what was granted to them, as SHOW GRANTS and information_schema are told.
 *
 * In: the tables of `mysql`, read by SQL. Out: `AccountFacts`.
 */
import type { AccountFacts } from "../../catalog/information-schema/providers.ts";
import type { Row } from "../../types/value.ts";
import type { Conversation } from "../conversation.ts";
import { type Privilege, privileges } from "./privilege.ts";

type Level = AccountFacts["privileges"][number];

const onDatabase = privileges.filter((each) => each.onDatabase);

function columnsOf(list: readonly Privilege[]): string {
	return ["Grant", ...list.map(({ column }) => column)].map((column) => `${column}_priv + 0`).join(", ");
}

export async function accountFacts(conversation: Conversation): Promise<readonly AccountFacts[]> {
	const users = await conversation.internal(`SELECT Host, User, ${columnsOf(privileges)} FROM mysql.user ORDER BY User, Host`);
	const databases = await conversation.internal(`SELECT Host, User, Db, ${columnsOf(onDatabase)} FROM mysql.db ORDER BY Db`);
	const tables = await conversation.internal("SELECT Host, User, Db, Table_name, CONCAT(Table_priv, '') FROM mysql.tables_priv ORDER BY Db, Table_name");
	return users.rows.map(([host, user, ...flags]) => {
		const isHis = (row: Row): boolean => row[0] === host && row[1] === user;
		return {
			host: host as string,
			user: user as string,
			privileges: [
				levelOf(privileges, flags),
				...databases.rows.filter(isHis).map(([, , database, ...own]) => ({ database: database as string, ...levelOf(onDatabase, own) })),
				...tables.rows.filter(isHis).map(tableLevel),
			],
		};
	});
}

/** ENUM('N','Y') as numbers: 2 is yes. The first flag is GRANT OPTION. */
function levelOf(list: readonly Privilege[], [grantable, ...flags]: Row): Level {
	const names = list.filter((_each, at) => flags[at] === 2).map(({ name }) => name);
	return { names: names.length === list.length ? ["ALL PRIVILEGES"] : names, grantable: grantable === 2 };
}

function tableLevel([, , database, table, words]: Row): Level {
	const given = String(words ?? "").split(",");
	const names = privileges.filter(({ onTable }) => onTable !== undefined && given.includes(onTable)).map(({ name }) => name);
	return { database: database as string, table: table as string, names, grantable: given.includes("Grant") };
}
