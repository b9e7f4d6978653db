/**
 * Grants by user: the same as those that a search of all finds, in the same order, and not searched again.
 */
import test from "ava";
import type { AccountRow, Grants } from "../../core/session/privileges/grants.ts";
import { AccountRights } from "../../core/session/privileges/account-rights.ts";
import { grantsByUser } from "../../core/session/privileges/grants-by-user.ts";

const users = ["", "ann", "bob", "Ann"];
const hosts = ["localhost", "LOCALHOST", "10.%", "%"];
const everyone = hosts.flatMap((host) => users.map((user) => ({ host, user })));

const grants = Object.freeze({
	accounts: everyone.map(({ host, user }) => ({ host, user, privileges: 1 }) as AccountRow),
	databases: everyone.map(({ host, user }, at) => ({ host, user, database: `d${at % 3}`, privileges: 2 ** (at % 8) })),
	tables: everyone.map(({ host, user }, at) => ({
		host,
		user,
		database: "d",
		table: `t${at % 2}`,
		privileges: 2 ** (at % 8),
		onColumns: 0,
		columns: new Map(),
	})),
	routines: everyone.map(({ host, user }) => ({
		host,
		user,
		database: "d",
		routine: `of_${user}`,
		kind: "FUNCTION" as const,
		privileges: 4,
	})),
	proxies: [],
}) satisfies Grants;

test("grants of a user are those that a search of all finds", (t) => {
	const byUser = grantsByUser(grants);
	for (const user of [...users, "missing"]) {
		t.deepEqual(
			byUser.databases(user),
			grants.databases.filter((each) => each.user === "" || each.user === user),
		);
		t.deepEqual(
			byUser.tables(user),
			grants.tables.filter((each) => each.user === user),
		);
		t.deepEqual(
			byUser.routines(user),
			grants.routines.filter((each) => each.user === user),
		);
		for (const host of [...hosts, "LocalHost", "elsewhere"]) {
			const found = grants.accounts.find(
				(each) => each.user === user && each.host.toLowerCase() === host.toLowerCase(),
			);
			t.is(byUser.account(user, host), found);
		}
	}
});

test("rights are made without a search of all grants", (t) => {
	let searches = 0;
	const counted = <T>(rows: readonly T[]): readonly T[] =>
		new Proxy(rows, {
			get(target, name, receiver) {
				searches += name === "filter" || name === "find" || name === "some" || name === Symbol.iterator ? 1 : 0;
				return Reflect.get(target, name, receiver);
			},
		});
	const watched: Grants = {
		...grants,
		accounts: counted(grants.accounts),
		databases: counted(grants.databases),
		tables: counted(grants.tables),
		routines: counted(grants.routines),
	};
	const rightsOf = (user: string): AccountRights =>
		new AccountRights({ user, accountHost: "%", host: "10.0.0.1", usesPassword: false }, 0, watched);
	t.is(rightsOf("ann").onTable("d", "t1"), grants.tables[9]!.privileges);
	t.true(rightsOf("ann").seesDatabase("d"));
	const once = searches;
	for (const user of users) {
		rightsOf(user).seesDatabase("d");
		grantsByUser(watched).account(user, "%");
	}
	t.is(searches, once);
});
