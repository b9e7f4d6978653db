/**
 * Accounts and grants in force, by user name: a change of one account's rows costs what its user's rows cost.
 *
 * Immutable: those before a change and those after it share all other users.
 */
import { LayeredMap } from "../../catalog/schema/layered-map.ts";
import type { Key } from "../../store/contract.ts";
import type { AccountRow, DatabaseGrant, GrantRow } from "./grant-tables.ts";
import { accountOrder, databaseOrder, type Kept, type Order, UserGrants } from "./user-grants.ts";

/** A row that was written or removed. */
export interface GrantChange {
	readonly key: Key;
	/** The users that the key's rows have had. */
	readonly users: readonly string[];
	/** The row as it is now; undefined: removed. */
	readonly row: GrantRow | undefined;
}

const nothing = new UserGrants([]);

export class Grants {
	readonly #byUser: LayeredMap<string, UserGrants>;
	/** Number of accounts by authentication plugin. */
	readonly #plugins: ReadonlyMap<string, number>;

	private constructor(byUser: LayeredMap<string, UserGrants>, plugins: ReadonlyMap<string, number>) {
		this.#byUser = byUser;
		this.#plugins = plugins;
	}

	static of(rows: readonly GrantRow[]): Grants {
		const byUser = new Map<string, GrantRow[]>();
		const plugins = new Map<string, number>();
		for (const row of rows) {
			const own = byUser.get(row.grant.user);
			own === undefined ? byUser.set(row.grant.user, [row]) : own.push(row);
			countPlugin(plugins, row, 1);
		}
		const users = new Map([...byUser].map(([user, own]) => [user, new UserGrants(own)]));
		return new Grants(LayeredMap.over(users), plugins);
	}

	/** Returns the grants after changes. */
	after(changes: readonly GrantChange[]): Grants {
		const rowsOf = new Map<string, Map<Key, GrantRow>>();
		const plugins = new Map(this.#plugins);
		const ofUser = (user: string): Map<Key, GrantRow> => {
			const rows = rowsOf.get(user) ?? new Map(this.of(user).rows.map((row) => [row.key, row]));
			rowsOf.set(user, rows);
			return rows;
		};
		for (const { key, users, row } of changes) {
			for (const user of users) {
				const rows = ofUser(user);
				countPlugin(plugins, rows.get(key), -1);
				rows.delete(key);
			}
			if (row !== undefined) {
				ofUser(row.grant.user).set(key, row);
				countPlugin(plugins, row, 1);
			}
		}
		let byUser = this.#byUser;
		for (const [user, rows] of rowsOf) {
			byUser = byUser.with(user, rows.size === 0 ? undefined : new UserGrants([...rows.values()]));
		}
		return new Grants(byUser, plugins);
	}

	of(user: string): UserGrants {
		return this.#byUser.get(user) ?? nothing;
	}

	account(user: string, host: string): AccountRow | undefined {
		return this.of(user).accounts.find(({ grant }) => grant.host.toLowerCase() === host.toLowerCase())?.grant;
	}

	/** The accounts that a user may log in as, those of the empty user among them. */
	accountsFor(user: string): readonly AccountRow[] {
		return this.#withAnonymous(user, (grants) => grants.accounts, accountOrder);
	}

	/** The grants on databases that count for a user: those of the empty user count for all. */
	databasesFor(user: string): readonly DatabaseGrant[] {
		return this.#withAnonymous(user, (grants) => grants.databases, databaseOrder);
	}

	/** Every account, in no order. */
	*accounts(): Iterable<AccountRow> {
		for (const { accounts } of this.#byUser.values()) {
			for (const { grant } of accounts) {
				yield grant;
			}
		}
	}

	/** Whether an account has the authentication plugin. */
	uses(plugin: string): boolean {
		return (this.#plugins.get(plugin) ?? 0) > 0;
	}

	#withAnonymous<Grant>(
		user: string,
		rowsOf: (grants: UserGrants) => readonly Kept<Grant>[],
		order: Order<Grant>,
	): readonly Grant[] {
		const own = user === "" ? [] : rowsOf(this.of(user));
		const ofAll = rowsOf(this.of(""));
		const rows = own.length === 0 ? ofAll : ofAll.length === 0 ? own : [...own, ...ofAll].sort(order);
		return rows.map(({ grant }) => grant);
	}
}

function countPlugin(plugins: Map<string, number>, row: GrantRow | undefined, by: number): void {
	if (row?.table === "user") {
		plugins.set(row.grant.plugin, (plugins.get(row.grant.plugin) ?? 0) + by);
	}
}

export const noGrants = Grants.of([]);
