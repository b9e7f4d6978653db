/**
 * Rights of one account from one host: its privileges on databases, tables and columns.
 *
 * Immutable; replaced whenever grants change, so that a check against the same object need not be repeated.
 *
 * | level    | grants that count                                                      |
 * |----------|------------------------------------------------------------------------|
 * | global   | the account's, as of its login                                         |
 * | database | the first that matches user (or the empty user), host and database     |
 * | table    | those of the user, of the most specific host                           |
 */
import { fold } from "../../catalog/identifier.ts";
import type { Routine } from "../../catalog/program.ts";
import { everything, onDatabases, onTables, privilegeBit, type Privileges } from "../../catalog/privilege.ts";
import type { DatabaseGrant, RoutineGrant } from "./grant-tables.ts";
import type { Grants } from "./grants.ts";
import type { TableGrant } from "./user-grants.ts";
import { hostMatches, nameMatches, patternCovers } from "./host-pattern.ts";

/** Account and client of a session. */
export interface Actor {
	/** The account's user; empty: anonymous. */
	readonly user: string;
	readonly accountHost: string;
	/** The client's host: `localhost` or an address. */
	readonly host: string;
	readonly usesPassword: boolean;
}

const select = privilegeBit("SELECT");
const ofCreators = privilegeBit("EXECUTE") | privilegeBit("ALTER ROUTINE");

export class AccountRights {
	readonly actor: Actor;
	readonly global: Privileges;
	readonly grants: Grants;
	readonly #databases: readonly DatabaseGrant[];
	readonly #tables: readonly TableGrant[];
	readonly #routines: readonly RoutineGrant[];
	readonly #byDatabase = new Map<string, Privileges>();
	readonly #byTable = new Map<string, TableGrant | null>();

	constructor(actor: Actor, global: Privileges, grants: Grants) {
		this.actor = actor;
		this.global = global;
		this.grants = grants;
		const { user, host } = actor;
		const { tables, routines } = grants.of(user);
		this.#databases = grants.databasesFor(user).filter((grant) => hostMatches(grant.host, host));
		this.#tables = tables.filter((grant) => hostMatches(grant.host, host));
		this.#routines = routines.filter((grant) => hostMatches(grant.host, host));
	}

	/** All privileges on everything. */
	get isAll(): boolean {
		return this.global === everything;
	}

	has(privileges: Privileges): boolean {
		return (this.global & privileges) === privileges;
	}

	hasAny(privileges: Privileges): boolean {
		return (this.global & privileges) !== 0;
	}

	/** Includes global privileges. */
	onDatabase(database: string): Privileges {
		const name = fold(database);
		let found = this.#byDatabase.get(name);
		if (found === undefined) {
			const grant = this.#databases.find((each) => nameMatches(fold(each.database), name));
			found = this.global | (grant?.privileges ?? 0) | ownDatabase(name);
			this.#byDatabase.set(name, found);
		}
		return found;
	}

	/** On all databases that a pattern matches. Includes global privileges. */
	onDatabases(pattern: string): Privileges {
		const wanted = fold(pattern);
		const grant = this.#databases.find((each) => patternCovers(fold(each.database), wanted));
		return this.global | (grant?.privileges ?? 0);
	}

	/** Returns the grant on the table itself and its columns, without its database's. */
	tableGrant(database: string, table: string): TableGrant | undefined {
		const key = `${fold(database)}\0${fold(table)}`;
		let found = this.#byTable.get(key);
		if (found === undefined) {
			found =
				this.#tables.find((each) => fold(each.database) === fold(database) && fold(each.table) === fold(table)) ?? null;
			this.#byTable.set(key, found);
		}
		return found ?? undefined;
	}

	onTable(database: string, table: string): Privileges {
		return (
			this.onDatabase(database) | (this.tableGrant(database, table)?.privileges ?? 0) | worldReadable(database, table)
		);
	}

	/** Returns the privileges on the table or on at least one of its columns. */
	somewhereOn(database: string, table: string): Privileges {
		return this.onTable(database, table) | (this.tableGrant(database, table)?.onColumns ?? 0);
	}

	onColumn(database: string, table: string, column: string): Privileges {
		return (
			this.onTable(database, table) | (this.tableGrant(database, table)?.columns.get(fold(column))?.privileges ?? 0)
		);
	}

	isDefiner({ record: { definer } }: Routine): boolean {
		const { user, accountHost } = this.actor;
		return definer.user === user && definer.host.toLowerCase() === accountHost.toLowerCase();
	}

	/** Includes those on its database. Its creator may execute, alter and drop it (`automatic_sp_privileges`). */
	onRoutine(routine: Routine): Privileges {
		const { database, record } = routine;
		const own = this.isDefiner(routine) ? ofCreators : 0;
		return this.#routines
			.filter(
				(each) =>
					each.kind.toLowerCase() === record.what &&
					fold(each.database) === fold(database) &&
					each.routine.toLowerCase() === record.name.toLowerCase(),
			)
			.reduce((sum, { privileges }) => sum | privileges, this.onDatabase(database) | own);
	}

	mayRoutine(routine: Routine, privilege: Privileges): boolean {
		return (this.onRoutine(routine) & privilege) === privilege;
	}

	/** True with any privilege on the database or an object in it. */
	seesDatabase(database: string): boolean {
		return (
			(this.onDatabase(database) & onDatabases) !== 0 ||
			this.#tables.some((each) => fold(each.database) === fold(database)) ||
			this.#routines.some((each) => fold(each.database) === fold(database))
		);
	}

	seesTable(database: string, table: string): boolean {
		return (this.somewhereOn(database, table) & onTables) !== 0;
	}
}

/** Every account may read information_schema, whose rows are filtered by visibility. */
function ownDatabase(name: string): Privileges {
	return name === "information_schema" ? select : 0;
}

const readableByAll = /^((global|session)_(variables|status)|session_(account_)?connect_attrs)$/;

function worldReadable(database: string, table: string): Privileges {
	return fold(database) === "performance_schema" && readableByAll.test(fold(table)) ? select : 0;
}
