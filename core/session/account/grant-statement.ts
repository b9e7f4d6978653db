/**
 * GRANT and REVOKE: what accounts may do.
 *
 * In: privileges, what they are on, accounts. Out: rows of `mysql.user`, `mysql.db` and `mysql.tables_priv` changed. Whether a
 * statement is allowed is not asked here: privileges are kept, and shown.
 */
import { sqlError } from "../../errors.ts";
import { done, type StatementOutcome } from "../../exec/outcome.ts";
import type { Account, Grant } from "../../sql/tree/session.ts";
import { encodeText } from "../../types/value.ts";
import type { Conversation } from "../conversation.ts";
import { textParameters } from "./account-name.ts";
import { keptPassword, passwordPlugin } from "./password-plugin.ts";
import { type Privilege, privilegeNamed, privileges } from "./privilege.ts";
import { addUser, defaultPlugin, hasUser } from "./user-statement.ts";

export async function grant(statement: Grant, conversation: Conversation): Promise<StatementOutcome> {
	for (const { account, password } of statement.accounts) {
		if (!(await hasUser(account, conversation))) {
			if (statement.kind === "revoke" || conversation.settings().mode.text.includes("NO_AUTO_CREATE_USER")) {
				throw sqlError("passwordNoMatch");
			}
			const plugin = passwordPlugin(defaultPlugin(conversation));
			await addUser(account, password === undefined ? "" : keptPassword(plugin, password), plugin, conversation);
		}
		await change(statement, account, conversation);
	}
	return done();
}

async function change(statement: Grant, account: Account, conversation: Conversation): Promise<void> {
	const { on } = statement;
	const database = on.database ?? (on.table === undefined ? undefined : (conversation.facts.database ?? undefined));
	if (on.table !== undefined) {
		if (database === undefined) {
			throw sqlError("noDatabaseSelected");
		}
		await changeTable(statement, account, database, on.table, conversation);
	} else if (database !== undefined) {
		await conversation.internal(
			"INSERT IGNORE INTO mysql.db (Host, Db, User) VALUES (?, ?, ?)",
			textParameters(account.host, database, account.user),
		);
		await changeColumns(statement, "db", (each) => each.onDatabase, "Host = ? AND User = ? AND Db = ?", [account.host, account.user, database], conversation);
		await conversation.internal(`DELETE FROM mysql.db WHERE Host = ? AND User = ? AND Db = ? AND ${nothingLeft}`, textParameters(account.host, account.user, database));
	} else {
		await changeColumns(statement, "user", () => true, "Host = ? AND User = ?", [account.host, account.user], conversation);
	}
}

const nothingLeft = ["Grant", ...privileges.flatMap((each) => (each.onDatabase ? [each.column] : []))].map((column) => `${column}_priv = 'N'`).join(" AND ");

/** The privileges that are named, of those that can be. */
function named(statement: Grant, isPossible: (privilege: Privilege) => boolean): Privilege[] {
	return statement.privileges.flatMap(({ name }) => {
		if (/^all( privileges)?$/i.test(name)) {
			return privileges.filter(isPossible);
		}
		const found = privilegeNamed(name);
		if (found === undefined || !isPossible(found)) {
			if (/^(usage|grant option|proxy)$/i.test(name)) {
				return [];
			}
			throw sqlError("wrongUsage", "DB GRANT", "GLOBAL PRIVILEGES");
		}
		return [found];
	});
}

function changesGrant(statement: Grant): boolean {
	return statement.grantOption || statement.privileges.some(({ name }) => /^grant option$/i.test(name));
}

async function changeColumns(
	statement: Grant,
	table: string,
	isPossible: (privilege: Privilege) => boolean,
	where: string,
	parameters: readonly string[],
	conversation: Conversation,
): Promise<void> {
	const columns = named(statement, isPossible).map(({ column }) => column);
	if (changesGrant(statement)) {
		columns.push("Grant");
	}
	if (columns.length > 0) {
		const value = statement.kind === "grant" ? "Y" : "N";
		const assignments = columns.map((column) => `${column}_priv = '${value}'`).join(", ");
		await conversation.internal(`UPDATE mysql.${table} SET ${assignments} WHERE ${where}`, textParameters(...parameters));
	}
}

async function changeTable(statement: Grant, account: Account, database: string, table: string, conversation: Conversation): Promise<void> {
	const where = textParameters(account.host, account.user, database, table);
	const { rows } = await conversation.internal(
		"SELECT CONCAT(Table_priv, '') FROM mysql.tables_priv WHERE Host = ? AND User = ? AND Db = ? AND Table_name = ?",
		where,
	);
	const words = new Set(String(rows[0]?.[0] ?? "").split(",").filter((word) => word !== ""));
	const changed = named(statement, ({ onTable }) => onTable !== undefined).map(({ onTable }) => onTable!);
	for (const word of changesGrant(statement) ? [...changed, "Grant"] : changed) {
		if (statement.kind === "grant") {
			words.add(word);
		} else {
			words.delete(word);
		}
	}
	if (words.size === 0) {
		await conversation.internal("DELETE FROM mysql.tables_priv WHERE Host = ? AND User = ? AND Db = ? AND Table_name = ?", where);
		return;
	}
	await conversation.internal(
		"REPLACE INTO mysql.tables_priv (Host, User, Db, Table_name, Grantor, Table_priv) VALUES (?, ?, ?, ?, ?, ?)",
		[...where, ...textParameters(`${conversation.account.user}@${conversation.account.host}`, [...words].join(","))],
	);
}
