/**
 * Grants of one user name, on all hosts: rows of the grant tables, in the orders in which they count.
 *
 * Immutable. Where several match, the most specific counts alone, as in MySQL: by host, then database, then user; of
 * equals the first in the table.
 */
import { fold } from "../../catalog/identifier.ts";
import type { Privileges } from "../../catalog/privilege.ts";
import { Multimap } from "../../plan/tree/multimap.ts";
import type { Key } from "../../store/contract.ts";
import type {
	AccountRow,
	DatabaseGrant,
	GrantRow,
	GrantTableName,
	Owner,
	OwnTableGrant,
	ProxyGrant,
	RoutineGrant,
} from "./grant-tables.ts";
import { byParticularity } from "./host-pattern.ts";

type RowOf<N extends GrantTableName> = Extract<GrantRow, { readonly table: N }>;

/** A grant on a table, with those on its columns. */
export interface TableGrant extends OwnTableGrant {
	/** Union of the grants on its columns. */
	readonly onColumns: Privileges;
	/** By case-folded name. */
	readonly columns: ReadonlyMap<string, { readonly name: string; readonly privileges: Privileges }>;
}

export type Order<Grant> = (one: Kept<Grant>, other: Kept<Grant>) => number;

export interface Kept<Grant> {
	readonly key: Key;
	readonly grant: Grant;
}

/** Returns a comparison of rows: the more specific first, then in the order of keys. */
function inOrder<Grant>(...patterns: readonly ((grant: Grant) => string)[]): Order<Grant> {
	const compare = byParticularity(...patterns);
	return (one, other) => compare(one.grant, other.grant) || (one.key < other.key ? -1 : 1);
}

const host = (grant: Owner): string => grant.host;
const user = (grant: Owner): string => grant.user;

export const accountOrder: Order<AccountRow> = inOrder<AccountRow>(host, user);
export const databaseOrder: Order<DatabaseGrant> = inOrder<DatabaseGrant>(host, ({ database }) => database, user);
const byHost = inOrder(host);
const byKey = inOrder<ProxyGrant>();

export class UserGrants {
	readonly rows: readonly GrantRow[];
	#accounts: readonly RowOf<"user">[] | undefined;
	#databases: readonly RowOf<"db">[] | undefined;
	#tables: readonly TableGrant[] | undefined;
	#routines: readonly RoutineGrant[] | undefined;
	#proxies: readonly ProxyGrant[] | undefined;

	constructor(rows: readonly GrantRow[]) {
		this.rows = rows;
	}

	get accounts(): readonly RowOf<"user">[] {
		this.#accounts ??= this.#of("user").sort(accountOrder);
		return this.#accounts;
	}

	get databases(): readonly RowOf<"db">[] {
		this.#databases ??= this.#of("db").sort(databaseOrder);
		return this.#databases;
	}

	get tables(): readonly TableGrant[] {
		this.#tables ??= this.#withColumns(this.#of("tables_priv").sort(byHost));
		return this.#tables;
	}

	get routines(): readonly RoutineGrant[] {
		this.#routines ??= this.#of("procs_priv")
			.sort(byHost)
			.map(({ grant }) => grant);
		return this.#routines;
	}

	get proxies(): readonly ProxyGrant[] {
		this.#proxies ??= this.#of("proxies_priv")
			.sort(byKey)
			.map(({ grant }) => grant);
		return this.#proxies;
	}

	#of<N extends GrantTableName>(table: N): RowOf<N>[] {
		return this.rows.filter((row): row is RowOf<N> => row.table === table);
	}

	#withColumns(tables: readonly RowOf<"tables_priv">[]): readonly TableGrant[] {
		const byTable = Multimap.of(this.#of("columns_priv"), ({ grant }) => placeOf(grant));
		return tables.map(({ grant }) => {
			const columns = byTable.get(placeOf(grant));
			return {
				...grant,
				onColumns: columns.reduce((sum, each) => sum | each.grant.privileges, 0),
				columns: new Map(
					columns.map(({ grant: { column, privileges } }) => [fold(column), { name: column, privileges }]),
				),
			};
		});
	}
}

function placeOf({ host, database, table }: OwnTableGrant): string {
	return `${host}\0${fold(database)}\0${fold(table)}`;
}
