/**
 * What one account may do, coming from one host.
 *
 * In: grants as they are, and the global privileges that the account had when it logged in. Out: privileges on a
 * database, a table, a column. Made anew whenever grants change: whoever has checked something against one of these
 * need not again.
 *
 * | level    | whose grants count                                                    |
 * |----------|-----------------------------------------------------------------------|
 * | global   | the account's, as of its login                                        |
 * | database | the first that fits user or nobody, host and database's name          |
 * | table    | those of the user, of the most particular host                        |
 */
import { fold } from "../../catalog/identifier.ts";
import { everything, onDatabases, onTables, privilegeBit, type Privileges } from "../../catalog/privilege.ts";
import type { DatabaseGrant, Grants, TableGrant } from "./grants.ts";
import { hostMatches, nameMatches } from "./host-pattern.ts";

/** Who acts. */
export interface Actor {
	/** Of the account; empty: anonymous. */
	readonly user: string;
	readonly accountHost: string;
	/** Where the client is: `localhost` or an address. */
	readonly host: string;
	readonly usesPassword: boolean;
}

const select = privilegeBit("SELECT");

export class AccountRights {
	readonly actor: Actor;
	readonly global: Privileges;
	readonly grants: Grants;
	readonly #databases: readonly DatabaseGrant[];
	readonly #tables: readonly TableGrant[];
	readonly #byDatabase = new Map<string, Privileges>();
	readonly #byTable = new Map<string, TableGrant | null>();

	constructor(actor: Actor, global: Privileges, grants: Grants) {
		this.actor = actor;
		this.global = global;
		this.grants = grants;
		const { user, host } = actor;
		this.#databases = grants.databases.filter(
			(grant) => (grant.user === "" || grant.user === user) && hostMatches(grant.host, host),
		);
		this.#tables = grants.tables.filter((grant) => grant.user === user && hostMatches(grant.host, host));
	}

	/** It may do everything, wherever. */
	get isAll(): boolean {
		return this.global === everything;
	}

	has(privileges: Privileges): boolean {
		return (this.global & privileges) === privileges;
	}

	hasAny(privileges: Privileges): boolean {
		return (this.global & privileges) !== 0;
	}

	/** Global ones included. */
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

	/** What is granted on the table itself and its columns, databases left out. */
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

	/** On the table, or on one of its columns at least. */
	somewhereOn(database: string, table: string): Privileges {
		return this.onTable(database, table) | (this.tableGrant(database, table)?.onColumns ?? 0);
	}

	onColumn(database: string, table: string, column: string): Privileges {
		return (
			this.onTable(database, table) | (this.tableGrant(database, table)?.columns.get(fold(column))?.privileges ?? 0)
		);
	}

	/** Any privilege on the database, or on something in it. */
	seesDatabase(database: string): boolean {
		return (
			(this.onDatabase(database) & onDatabases) !== 0 ||
			this.#tables.some((each) => fold(each.database) === fold(database)) ||
			this.grants.routines.some(
				(each) =>
					each.user === this.actor.user &&
					fold(each.database) === fold(database) &&
					hostMatches(each.host, this.actor.host),
			)
		);
	}

	seesTable(database: string, table: string): boolean {
		return (this.somewhereOn(database, table) & onTables) !== 0;
	}
}

/** information_schema belongs to everybody, and shows everybody what is theirs. */
function ownDatabase(name: string): Privileges {
	return name === "information_schema" ? select : 0;
}

const readableByAll = /^((global|session)_(variables|status)|session_(account_)?connect_attrs)$/;

function worldReadable(database: string, table: string): Privileges {
	return fold(database) === "performance_schema" && readableByAll.test(fold(table)) ? select : 0;
}
