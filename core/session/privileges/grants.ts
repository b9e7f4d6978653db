/**
 * Accounts and grants of the `mysql` tables, read as a whole into frozen objects with look-ups.
 *
 * Where several match, the most specific counts alone, as in MySQL: by host, then database, then user.
 */
import { privilegeColumns, type Privilege, type Privileges } from "../../catalog/privilege.ts";
import { fold } from "../../catalog/identifier.ts";
import { type ByteString, decodeText, type Row } from "../../types/value/value.ts";
import { byParticularity } from "./host-pattern.ts";

export interface AccountRow {
	readonly host: string;
	readonly user: string;
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

interface Grant {
	readonly host: string;
	readonly user: string;
	readonly database: string;
	readonly privileges: Privileges;
}

export type DatabaseGrant = Grant;

export interface TableGrant extends Grant {
	readonly table: string;
	/** Union of the grants on its columns. */
	readonly onColumns: Privileges;
	/** By case-folded name. */
	readonly columns: ReadonlyMap<string, ColumnGrant>;
}

interface ColumnGrant {
	readonly name: string;
	readonly privileges: Privileges;
}

interface RoutineGrant extends Grant {
	readonly routine: string;
	readonly kind: "FUNCTION" | "PROCEDURE";
}

interface ProxyGrant {
	readonly host: string;
	readonly user: string;
	readonly proxiedHost: string;
	readonly proxiedUser: string;
	readonly isGrantable: boolean;
}

/** See `system-rows.ts`. */
type ReadRows = <T>(table: string, columns: readonly string[], make: (row: Row) => T) => Promise<T[]>;

export interface Grants {
	readonly accounts: readonly AccountRow[];
	readonly databases: readonly DatabaseGrant[];
	readonly tables: readonly TableGrant[];
	readonly routines: readonly RoutineGrant[];
	readonly proxies: readonly ProxyGrant[];
}

export const noGrants: Grants = { accounts: [], databases: [], tables: [], routines: [], proxies: [] };

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

/** `rows`: returns the rows of a table of `mysql` as it makes them; none where that is missing. */
export async function readGrants(rows: ReadRows): Promise<Grants> {
	const accounts = await rows("user", accountColumns, accountOf);
	const databases = await rows("db", databaseColumns, databaseOf);
	const columns = new Map<string, Map<string, ColumnGrant>>();
	await rows("columns_priv", columnColumns, (row) => addColumn(row, columns));
	const tables = await rows("tables_priv", tableColumns, (row) => tableOf(row, columns));
	const routines = await rows("procs_priv", routineColumns, routineOf);
	const proxies = await rows("proxies_priv", proxyColumns, proxyOf);
	return Object.freeze({
		accounts: accounts.sort(
			byParticularity(
				({ host }) => host,
				({ user }) => user,
			),
		),
		databases: databases.sort(
			byParticularity(
				({ host }) => host,
				({ database }) => database,
				({ user }) => user,
			),
		),
		tables: tables.sort(byParticularity(({ host }) => host)),
		routines: routines.sort(byParticularity(({ host }) => host)),
		proxies,
	});
}

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

function keyOfTable(row: Row): string {
	return row
		.slice(0, 4)
		.map((part, at) => (at > 1 ? fold(text(part)) : text(part)))
		.join("\0");
}

function addColumn(row: Row, byTable: Map<string, Map<string, ColumnGrant>>): void {
	const key = keyOfTable(row);
	const list = byTable.get(key) ?? new Map<string, ColumnGrant>();
	const name = text(row[4]);
	byTable.set(key, list.set(fold(name), { name, privileges: bitsOfSet(columnWords, onColumnWord, row[5]) }));
}

function tableOf(row: Row, byTable: ReadonlyMap<string, ReadonlyMap<string, ColumnGrant>>): TableGrant {
	const [host, user, database, table, set] = row;
	const columns = byTable.get(keyOfTable(row)) ?? new Map<string, ColumnGrant>();
	return {
		host: text(host),
		user: text(user),
		database: text(database),
		table: text(table),
		privileges: bitsOfSet(tableWords, ({ onTable }) => onTable, set),
		onColumns: [...columns.values()].reduce((sum, each) => sum | each.privileges, 0),
		columns,
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
