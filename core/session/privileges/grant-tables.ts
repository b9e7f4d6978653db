/**
 * Grant tables of `mysql`: the accounts and grants that their rows say.
 */
import { privilegeColumns, type Privilege, type Privileges } from "../../catalog/privilege.ts";
import type { Key } from "../../store/contract.ts";
import { type ByteString, decodeText, type Row } from "../../types/value/value.ts";

export interface AccountRow extends Owner {
	readonly privileges: Privileges;
	readonly plugin: string;
	/** The stored password hash; empty: no password. */
	readonly hash: ByteString;
	readonly tls: TlsRequirement;
	readonly limits: Limits;
	readonly isExpired: boolean;
	readonly isLocked: boolean;
	/** Microseconds since 1970; 0: unknown. */
	readonly passwordChanged: number;
	/** Days; null: `default_password_lifetime`; 0: never expires. */
	readonly passwordLifetime: number | null;
}

export interface TlsRequirement {
	readonly kind: "" | "ANY" | "X509" | "SPECIFIED";
	readonly cipher: string;
	readonly issuer: string;
	readonly subject: string;
}

/** 0: no limit. */
export interface Limits {
	readonly questions: number;
	readonly updates: number;
	readonly connections: number;
	readonly atOnce: number;
}

/** The account that has a grant. */
export interface Owner {
	readonly host: string;
	readonly user: string;
}

interface Grant extends Owner {
	readonly database: string;
	readonly privileges: Privileges;
}

export type DatabaseGrant = Grant;

/** Without the grants on its columns, which have rows of their own. */
export interface OwnTableGrant extends Grant {
	readonly table: string;
}

interface ColumnGrant extends OwnTableGrant {
	readonly column: string;
}

export interface RoutineGrant extends Grant {
	readonly routine: string;
	readonly kind: "FUNCTION" | "PROCEDURE";
}

export interface ProxyGrant extends Owner {
	readonly proxiedHost: string;
	readonly proxiedUser: string;
	readonly isGrantable: boolean;
}

/** Number of 'Y' in ENUM('N','Y'). */
const yes = 2;
/** Number of 'FUNCTION' in ENUM('FUNCTION','PROCEDURE'). */
const functionKind = 1;

function flagsOf(list: readonly Privilege[]): readonly string[] {
	return list.map(({ column }) => `${column}_priv`);
}

function bitsOfFlags(list: readonly Privilege[], flags: Row): Privileges {
	return list.reduce((sum, { bit }, at) => (flags[at] === yes ? sum | bit : sum), 0);
}

const onDatabase = privilegeColumns.filter((each) => each.onDatabase);

const accountColumns = [
	"Host",
	"User",
	"plugin",
	"authentication_string",
	"ssl_type",
	"ssl_cipher",
	"x509_issuer",
	"x509_subject",
	"max_questions",
	"max_updates",
	"max_connections",
	"max_user_connections",
	"password_expired",
	"account_locked",
	"password_last_changed",
	"password_lifetime",
	...flagsOf(privilegeColumns),
];
const databaseColumns = ["Host", "User", "Db", ...flagsOf(onDatabase)];
const tableColumns = ["Host", "User", "Db", "Table_name", "Table_priv", "Column_priv"];
const columnColumns = ["Host", "User", "Db", "Table_name", "Column_name", "Column_priv"];
const routineColumns = ["Host", "User", "Db", "Routine_name", "Routine_type", "Proc_priv"];
const proxyColumns = ["Host", "User", "Proxied_host", "Proxied_user", "With_grant"];

/** A grant table: the columns that are read, and what a row of their values says. */
function grantTable<T>(columns: readonly string[], grantOf: (row: Row) => T) {
	return { columns, grantOf };
}

export const grantTables = {
	user: grantTable(accountColumns, accountOf),
	db: grantTable(databaseColumns, databaseOf),
	tables_priv: grantTable(tableColumns, tableOf),
	columns_priv: grantTable(columnColumns, columnOf),
	procs_priv: grantTable(routineColumns, routineOf),
	proxies_priv: grantTable(proxyColumns, proxyOf),
};

export type GrantTableName = keyof typeof grantTables;

/** A row of a grant table, decoded, with its key in the store. */
export type GrantRow = {
	readonly [N in GrantTableName]: {
		readonly table: N;
		readonly key: Key;
		readonly grant: ReturnType<(typeof grantTables)[N]["grantOf"]>;
	};
}[GrantTableName];

function text(value: Row[number] | undefined): string {
	return decodeText(String(value ?? ""));
}

const tlsKinds = ["", "", "ANY", "X509", "SPECIFIED"] as const;
const microseconds = 1e6;

function accountOf(row: Row): AccountRow {
	const [
		host,
		user,
		plugin,
		hash,
		tls,
		cipher,
		issuer,
		subject,
		questions,
		updates,
		connections,
		atOnce,
		expired,
		locked,
		changed,
		lifetime,
		...flags
	] = row;
	return {
		host: text(host),
		user: text(user),
		plugin: text(plugin),
		hash: String(hash ?? ""),
		privileges: bitsOfFlags(privilegeColumns, flags),
		tls: { kind: tlsKinds[Number(tls)] ?? "", cipher: text(cipher), issuer: text(issuer), subject: text(subject) },
		limits: {
			questions: Number(questions),
			updates: Number(updates),
			connections: Number(connections),
			atOnce: Number(atOnce),
		},
		isExpired: expired === yes,
		isLocked: locked === yes,
		passwordChanged: Number(changed ?? 0) * microseconds,
		passwordLifetime: lifetime === null || lifetime === undefined ? null : Number(lifetime),
	};
}

function databaseOf([host, user, database, ...flags]: Row): DatabaseGrant {
	return { host: text(host), user: text(user), database: text(database), privileges: bitsOfFlags(onDatabase, flags) };
}

/** Returns the privileges of a SET value, whose bits are numbered in the order of its words. */
export function bitsOfSet(
	words: readonly string[],
	word: (privilege: Privilege) => string | undefined,
	set: Row[number] | undefined,
): Privileges {
	const number = Number(set ?? 0);
	return privilegeColumns.reduce((sum, each) => {
		const at = words.indexOf(word(each) ?? "");
		return at >= 0 && (number & (1 << at)) !== 0 ? sum | each.bit : sum;
	}, 0);
}

/** Elements of the tables' SET columns, in order. */
export const tableWords: readonly string[] = [
	"Select",
	"Insert",
	"Update",
	"Delete",
	"Create",
	"Drop",
	"Grant",
	"References",
	"Index",
	"Alter",
	"Create View",
	"Show view",
	"Trigger",
];
export const columnWords: readonly string[] = ["Select", "Insert", "Update", "References"];
export const routineWords: readonly string[] = ["Execute", "Alter Routine", "Grant"];

export const onColumnWord = ({ column, onColumn: is }: Privilege): string | undefined => (is ? column : undefined);

function tableOf([host, user, database, table, set]: Row): OwnTableGrant {
	return {
		host: text(host),
		user: text(user),
		database: text(database),
		table: text(table),
		privileges: bitsOfSet(tableWords, ({ onTable }) => onTable, set),
	};
}

function columnOf([host, user, database, table, column, set]: Row): ColumnGrant {
	return {
		host: text(host),
		user: text(user),
		database: text(database),
		table: text(table),
		column: text(column),
		privileges: bitsOfSet(columnWords, onColumnWord, set),
	};
}

function routineOf([host, user, database, routine, kind, set]: Row): RoutineGrant {
	return {
		host: text(host),
		user: text(user),
		database: text(database),
		routine: text(routine),
		kind: kind === functionKind ? "FUNCTION" : "PROCEDURE",
		privileges: bitsOfSet(routineWords, ({ onRoutine }) => onRoutine, set),
	};
}

function proxyOf([host, user, proxiedHost, proxiedUser, isGrantable]: Row): ProxyGrant {
	return {
		host: text(host),
		user: text(user),
		proxiedHost: text(proxiedHost),
		proxiedUser: text(proxiedUser),
		isGrantable: Number(isGrantable) !== 0,
	};
}
