/**
 * Grants by user: the same as those that a search of all finds, in the same order, and not searched again.
 */
import test from "ava";
import { AccountRights } from "../../core/session/privileges/account-rights.ts";
import type { AccountRow, DatabaseGrant, GrantRow } from "../../core/session/privileges/grant-tables.ts";
import { Grants } from "../../core/session/privileges/grants.ts";
import { byParticularity } from "../../core/session/privileges/host-pattern.ts";

const users = ["", "ann", "bob", "Ann"];
const hosts = ["localhost", "LOCALHOST", "10.%", "%"];
const everyone = hosts.flatMap((host) => users.map((user) => ({ host, user })));
type Everyone = (typeof everyone)[number];

const keyOf = (table: string, at: number): string => `${table} ${String(at).padStart(2, "0")}`;

function rowsOf<Grant extends Everyone>(
	table: string,
	made: (one: Everyone, at: number) => Grant,
): readonly { readonly table: string; readonly key: string; readonly grant: Grant }[] {
	return everyone.map((one, at) => ({ table, key: keyOf(table, at), grant: made(one, at) }));
}

const account = (one: Everyone): AccountRow => ({ ...one, privileges: 1, plugin: "p" }) as AccountRow;
const accounts = rowsOf("user", account);
const databases = rowsOf<DatabaseGrant>("db", (one, at) => ({
	...one,
	database: `d${at % 3}`,
	privileges: 2 ** (at % 8),
}));
const tables = rowsOf("tables_priv", (one, at) => ({
	...one,
	database: "d",
	table: `t${at % 2}`,
	privileges: 2 ** (at % 8),
}));
const routines = rowsOf("procs_priv", (one) => ({
	...one,
	database: "d",
	routine: `of_${one.user}`,
	kind: "FUNCTION" as const,
	privileges: 4,
}));
const rows = [...accounts, ...databases, ...tables, ...routines] as readonly GrantRow[];

const printed = (grant: object): string => JSON.stringify(grant);

const grantsOf = <Grant>(kept: readonly { readonly grant: Grant }[]): Grant[] => kept.map(({ grant }) => grant);

test("grants of a user are those that a search of all finds", (t) => {
	const grants = Grants.of(rows);
	for (const user of [...users, "missing"]) {
		const isMeant = (each: Everyone): boolean => each.user === "" || each.user === user;
		const isOwn = (each: Everyone): boolean => each.user === user;
		const host = (each: Everyone): string => each.host;
		const name = (each: Everyone): string => each.user;
		t.deepEqual(
			grants.databasesFor(user),
			grantsOf(databases)
				.sort(byParticularity<DatabaseGrant>(host, ({ database }) => database, name))
				.filter(isMeant),
		);
		t.deepEqual(grants.accountsFor(user), grantsOf(accounts).sort(byParticularity(host, name)).filter(isMeant));
		const { tables: own, routines: ownRoutines } = grants.of(user);
		t.deepEqual(
			own.map(({ columns: _, onColumns: __, ...grant }) => grant),
			grantsOf(tables).sort(byParticularity(host)).filter(isOwn),
		);
		t.deepEqual(ownRoutines, grantsOf(routines).sort(byParticularity(host)).filter(isOwn));
		for (const wanted of [...hosts, "LocalHost", "elsewhere"]) {
			const found = grantsOf(accounts)
				.sort(byParticularity(host, name))
				.find((each) => each.user === user && each.host.toLowerCase() === wanted.toLowerCase());
			t.deepEqual(grants.account(user, wanted), found);
		}
	}
	t.deepEqual([...grants.accounts()].map(printed).sort(), grantsOf(accounts).map(printed).sort());
});

test("rights are made, and changed, without a look at other users", (t) => {
	let looks = 0;
	const watched = rows.map((row) =>
		row.grant.user === "bob"
			? ({
					...row,
					get grant() {
						looks++;
						return row.grant;
					},
				} as GrantRow)
			: row,
	);
	const all = Grants.of(watched);
	looks = 0;
	const removed = tables.find(({ grant }) => grant.user === "Ann" && grant.host === "%")!;
	const changed = all.after([{ key: removed.key, users: ["Ann"], row: undefined }]);
	for (const grants of [all, changed]) {
		const rightsOf = (user: string): AccountRights =>
			new AccountRights({ user, accountHost: "%", host: "10.0.0.1", usesPassword: false }, 0, grants);
		t.is(rightsOf("ann").onTable("d", "t1"), 2);
		t.true(rightsOf("ann").seesDatabase("d"));
		t.truthy(grants.account("ann", "%"));
		t.is(grants.of("Ann").tables.length, grants === all ? 4 : 3);
	}
	t.is(looks, 0);
	all.of("bob").tables.forEach(({ user }) => t.is(user, "bob"));
	t.true(looks > 0, "looks are counted");
});

test("an authentication plugin is in use as long as an account has it", (t) => {
	const row = { table: "user", key: "other", grant: { ...account({ host: "%", user: "eve" }), plugin: "q" } } as const;
	const grants = Grants.of(rows);
	t.false(grants.uses("q"));
	const added = grants.after([{ key: row.key, users: ["eve"], row }]);
	t.true(added.uses("q"));
	t.false(added.after([{ key: row.key, users: ["eve"], row: undefined }]).uses("q"));
	t.true(added.uses("q"), "grants do not change");
});
