/**
 * Grants by user: those of one account are found without a look at all others.
 *
 * Made once for grants, which never change: each statement through views builds the rights of their definers anew.
 */
import { Multimap } from "../../plan/tree/multimap.ts";
import type { AccountRow, DatabaseGrant, Grants, TableGrant } from "./grants.ts";

type RoutineGrant = Grants["routines"][number];

class GrantsByUser {
	readonly #accounts: Multimap<string, AccountRow>;
	/** With their places in the order of particularity. */
	readonly #databases: Multimap<string, { readonly at: number; readonly grant: DatabaseGrant }>;
	readonly #tables: Multimap<string, TableGrant>;
	readonly #routines: Multimap<string, RoutineGrant>;

	constructor({ accounts, databases, tables, routines }: Grants) {
		const places = databases.map((grant, at) => ({ at, grant }));
		this.#accounts = Multimap.of(accounts, ({ user }) => user);
		this.#databases = Multimap.of(places, ({ grant }) => grant.user);
		this.#tables = Multimap.of(tables, ({ user }) => user);
		this.#routines = Multimap.of(routines, ({ user }) => user);
	}

	account(user: string, host: string): AccountRow | undefined {
		return this.#accounts.get(user).find((each) => each.host.toLowerCase() === host.toLowerCase());
	}

	/** Those of the empty user count for all. */
	databases(user: string): readonly DatabaseGrant[] {
		const own = user === "" ? [] : this.#databases.get(user);
		const ofAll = this.#databases.get("");
		return [...own, ...ofAll].sort((one, other) => one.at - other.at).map(({ grant }) => grant);
	}

	tables(user: string): readonly TableGrant[] {
		return this.#tables.get(user);
	}

	routines(user: string): readonly RoutineGrant[] {
		return this.#routines.get(user);
	}
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
