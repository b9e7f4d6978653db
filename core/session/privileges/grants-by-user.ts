/**
 * Grants by user: those of one account are found without a look at all others.
 *
 * Made once for grants, which never change: each statement through views builds the rights of their definers anew.
 */
import type { AccountRow, DatabaseGrant, Grants, TableGrant } from "./grants.ts";

type RoutineGrant = Grants["routines"][number];

class GrantsByUser {
	readonly #accounts: ReadonlyMap<string, readonly AccountRow[]>;
	/** With their places in the order of particularity. */
	readonly #databases: ReadonlyMap<string, readonly { readonly at: number; readonly grant: DatabaseGrant }[]>;
	readonly #tables: ReadonlyMap<string, readonly TableGrant[]>;
	readonly #routines: ReadonlyMap<string, readonly RoutineGrant[]>;

	constructor({ accounts, databases, tables, routines }: Grants) {
		const places = databases.map((grant, at) => ({ at, grant }));
		this.#accounts = grouped(accounts, ({ user }) => user);
		this.#databases = grouped(places, ({ grant }) => grant.user);
		this.#tables = grouped(tables, ({ user }) => user);
		this.#routines = grouped(routines, ({ user }) => user);
	}

	account(user: string, host: string): AccountRow | undefined {
		return this.#accounts.get(user)?.find((each) => each.host.toLowerCase() === host.toLowerCase());
	}

	/** Those of the empty user count for all. */
	databases(user: string): readonly DatabaseGrant[] {
		const own = user === "" ? [] : (this.#databases.get(user) ?? []);
		const ofAll = this.#databases.get("") ?? [];
		return [...own, ...ofAll].sort((one, other) => one.at - other.at).map(({ grant }) => grant);
	}

	tables(user: string): readonly TableGrant[] {
		return this.#tables.get(user) ?? [];
	}

	routines(user: string): readonly RoutineGrant[] {
		return this.#routines.get(user) ?? [];
	}
}

function grouped<T>(rows: readonly T[], userOf: (row: T) => string): ReadonlyMap<string, readonly T[]> {
	const groups = new Map<string, T[]>();
	for (const row of rows) {
		const user = userOf(row);
		const group = groups.get(user);
		if (group === undefined) {
			groups.set(user, [row]);
		} else {
			group.push(row);
		}
	}
	return groups;
}

const known = new WeakMap<Grants, GrantsByUser>();

export function grantsByUser(grants: Grants): GrantsByUser {
	let found = known.get(grants);
	if (found === undefined) {
		found = new GrantsByUser(grants);
		known.set(grants, found);
	}
	return found;
}
