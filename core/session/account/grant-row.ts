/**
 * Rows of the grant tables: privileges on databases, tables, columns and routines, and PROXY.
 *
 * Sets or clears privilege bits and deletes rows without any; 1141, 1147 and 1403 where a revoked grant does not
 * exist. Names of databases and tables are stored case-folded, since they are compared so.
 */
import { fold } from "../../catalog/identifier.ts";
import { privilegeColumns, type Privilege, type Privileges } from "../../catalog/privilege.ts";
import { type ErrorName, sqlError } from "../../errors/catalogue.ts";
import type { Account } from "../../sql/tree/session.ts";
import { encodeText } from "../../types/value/value.ts";
import type { SessionContext } from "../api/session-context.ts";
import { bitsOfSet, columnWords, onColumnWord, routineWords, tableWords } from "../privileges/grant-tables.ts";
import { textParameters } from "./account-name.ts";

/** Privilege bits to grant or revoke. */
export interface Change {
	readonly account: Account;
	readonly isGrant: boolean;
	readonly bits: Privileges;
}

function changed(before: Privileges, { isGrant, bits }: Pick<Change, "isGrant" | "bits">): Privileges {
	return isGrant ? before | bits : before & ~bits;
}

function refused(name: ErrorName, { user, host }: Account, ...more: string[]): Error {
	return sqlError(name, encodeText(user), encodeText(host), ...more.map(encodeText));
}

/** Prints `a = 'Y', b = 'Y'`. */
function assignments(list: readonly Privilege[], { bits, isGrant }: Change): string {
	return list
		.filter(({ bit }) => (bits & bit) !== 0)
		.map(({ column }) => `${column}_priv = '${isGrant ? "Y" : "N"}'`)
		.join(", ");
}

export async function changeEverywhere(change: Change, conversation: SessionContext): Promise<void> {
	const set = assignments(privilegeColumns, change);
	if (set !== "") {
		await conversation.internal(
			`UPDATE mysql.user SET ${set} WHERE Host = ? AND User = ?`,
			textParameters(change.account.host, change.account.user),
		);
	}
}

const onDatabase = privilegeColumns.filter((each) => each.onDatabase);
const nothingOnDatabase = onDatabase.map(({ column }) => `${column}_priv = 'N'`).join(" AND ");

export async function changeDatabase(change: Change, database: string, conversation: SessionContext): Promise<void> {
	const { account, isGrant } = change;
	const place = textParameters(account.host, account.user, fold(database));
	const where = "WHERE Host = ? AND User = ? AND Db = ?";
	if (isGrant) {
		await conversation.internal("INSERT IGNORE INTO mysql.db (Host, User, Db) VALUES (?, ?, ?)", place);
	} else if ((await conversation.internal(`SELECT 1 FROM mysql.db ${where}`, place)).rows.length === 0) {
		throw refused("noSuchGrant", account);
	}
	const set = assignments(onDatabase, change);
	if (set !== "") {
		await conversation.internal(`UPDATE mysql.db SET ${set} ${where}`, place);
	}
	await conversation.internal(`DELETE FROM mysql.db ${where} AND ${nothingOnDatabase}`, place);
}

function wordsOf(
	words: readonly string[],
	word: (privilege: Privilege) => string | undefined,
	bits: Privileges,
): string {
	return words
		.filter((each) => privilegeColumns.some((privilege) => word(privilege) === each && (bits & privilege.bit) !== 0))
		.join(",");
}

const onTableWord = ({ onTable }: Privilege): string | undefined => onTable;
const onRoutineWord = ({ onRoutine }: Privilege): string | undefined => onRoutine;

/** `columns`: privilege changes by column name. */
export async function changeTable(
	change: Change,
	database: string,
	table: string,
	columns: ReadonlyMap<string, Privileges>,
	conversation: SessionContext,
): Promise<void> {
	const { account, isGrant } = change;
	const place = textParameters(account.host, account.user, fold(database), fold(table));
	const where = "WHERE Host = ? AND User = ? AND Db = ? AND Table_name = ?";
	const { rows } = await conversation.internal(`SELECT Table_priv + 0 FROM mysql.tables_priv ${where}`, place);
	if (rows.length === 0 && !isGrant) {
		throw refused("noSuchTableGrant", account, table);
	}
	const { left: onColumns, isMissing } = await changeColumns(change, place, columns, conversation);
	const onTable = changed(bitsOfSet(tableWords, onTableWord, rows[0]?.[0]), change);
	if (onTable === 0 && onColumns === 0) {
		await conversation.internal(`DELETE FROM mysql.tables_priv ${where}`, place);
	} else {
		await conversation.internal(
			"REPLACE INTO mysql.tables_priv (Host, User, Db, Table_name, Grantor, Table_priv, Column_priv) " +
				"VALUES (?, ?, ?, ?, ?, ?, ?)",
			[
				...place,
				...textParameters(
					grantor(conversation),
					wordsOf(tableWords, onTableWord, onTable),
					wordsOf(columnWords, onColumnWord, onColumns),
				),
			],
		);
	}
	if (isMissing) {
		throw refused("noSuchTableGrant", account, table);
	}
}

type Place = ReturnType<typeof textParameters>;

interface ColumnChange {
	/** Union of the remaining column privileges. */
	readonly left: Privileges;
	/** A column had no grant to revoke. */
	readonly isMissing: boolean;
}

/** A privilege revoked from a table is revoked from all its columns. */
async function changeColumns(
	change: Change,
	place: Place,
	columns: ReadonlyMap<string, Privileges>,
	conversation: SessionContext,
): Promise<ColumnChange> {
	const where = "WHERE Host = ? AND User = ? AND Db = ? AND Table_name = ?";
	const { rows } = await conversation.internal(
		`SELECT Column_name, Column_priv + 0 FROM mysql.columns_priv ${where}`,
		place,
	);
	const before = new Map(rows.map(([name, set]) => [String(name), bitsOfSet(columnWords, onColumnWord, set)]));
	const wanted = new Map([...columns].map(([name, bits]) => [encodeText(name), bits]));
	let left = 0;
	let isMissing = false;
	for (const name of new Set([...before.keys(), ...wanted.keys()])) {
		const had = before.get(name) ?? 0;
		const own = wanted.get(name) ?? 0;
		const has = changed(change.isGrant ? had : had & ~change.bits, { isGrant: change.isGrant, bits: own });
		left |= has;
		isMissing ||= !change.isGrant && !before.has(name);
		if (has === had) {
			continue;
		}
		const row = [...place, { ...place[0]!, value: name }];
		await conversation.internal(`DELETE FROM mysql.columns_priv ${where} AND Column_name = ?`, row);
		if (has !== 0) {
			await conversation.internal(
				"INSERT INTO mysql.columns_priv (Host, User, Db, Table_name, Column_name, Column_priv) VALUES (?, ?, " +
					"?, ?, ?, ?)",
				[...row, ...textParameters(wordsOf(columnWords, onColumnWord, has))],
			);
		}
	}
	return { left, isMissing };
}

export async function changeRoutine(
	change: Change,
	database: string,
	routine: string,
	kind: string,
	conversation: SessionContext,
): Promise<void> {
	const { account, isGrant } = change;
	const place = textParameters(account.host, account.user, fold(database), routine, kind);
	const where = "WHERE Host = ? AND User = ? AND Db = ? AND Routine_name = ? AND Routine_type = ?";
	const { rows } = await conversation.internal(`SELECT Proc_priv + 0 FROM mysql.procs_priv ${where}`, place);
	if (rows.length === 0 && !isGrant) {
		throw refused("noSuchRoutineGrant", account, routine);
	}
	const left = changed(bitsOfSet(routineWords, onRoutineWord, rows[0]?.[0]), change);
	await conversation.internal(`DELETE FROM mysql.procs_priv ${where}`, place);
	if (left !== 0) {
		await conversation.internal(
			"INSERT INTO mysql.procs_priv (Host, User, Db, Routine_name, Routine_type, Grantor, Proc_priv) " +
				"VALUES (?, ?, ?, ?, ?, ?, ?)",
			[...place, ...textParameters(grantor(conversation), wordsOf(routineWords, onRoutineWord, left))],
		);
	}
}

export async function changeProxy(
	{ account, isGrant }: Change,
	proxied: Account,
	isGrantable: boolean,
	conversation: SessionContext,
): Promise<void> {
	const place = textParameters(account.host, account.user, proxied.host, proxied.user);
	const { affectedRows } = await conversation.internal(
		"DELETE FROM mysql.proxies_priv WHERE Host = ? AND User = ? AND Proxied_host = ? AND Proxied_user = ?",
		place,
	);
	if (isGrant) {
		await conversation.internal(
			`INSERT INTO mysql.proxies_priv (Host, User, Proxied_host, Proxied_user, With_grant, Grantor) ` +
				`VALUES (?, ?, ?, ?, ${Number(isGrantable)}, ?)`,
			[...place, ...textParameters(grantor(conversation))],
		);
	} else if (affectedRows === 0) {
		throw refused("noSuchGrant", account);
	}
}

/** REVOKE ALL PRIVILEGES, GRANT OPTION: at every level. */
export async function removeAll(account: Account, conversation: SessionContext): Promise<void> {
	const none = privilegeColumns.map(({ column }) => `${column}_priv = 'N'`).join(", ");
	await conversation.internal(
		`UPDATE mysql.user SET ${none} WHERE Host = ? AND User = ?`,
		textParameters(account.host, account.user),
	);
	for (const table of ["db", "tables_priv", "columns_priv", "procs_priv"]) {
		await conversation.internal(
			`DELETE FROM mysql.${table} WHERE Host = ? AND User = ?`,
			textParameters(account.host, account.user),
		);
	}
}

function grantor({ account }: SessionContext): string {
	return `${account.user}@${account.host}`;
}
