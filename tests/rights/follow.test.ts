/**
 * Random account statements: what a server and its followers keep of accounts and grants is what the tables say.
 *
 * After each statement the rows that it changed were read; a server that begins then reads all of them, and has the
 * same.
 */
import test, { type ExecutionContext } from "ava";
import fc from "fast-check";
import type { Kernel } from "../../core/kernel.ts";
import type { KernelOfStore } from "../../core/session/kernel/kernel-of-store.ts";
import type { Grants } from "../../core/session/privileges/grants.ts";
import { ServerRights } from "../../core/session/privileges/server-rights.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const names = ["", "ann", "Ann", "bob", "eve"];
const hosts = ["%", "localhost", "10.0.0.%"];
/** No statement changes it. */
const other = "'other'@'%'";

const account = fc
	.tuple(fc.constantFrom(...names), fc.constantFrom(...hosts))
	.map(([user, host]) => `'${user}'@'${host}'`);
const accounts = fc.uniqueArray(account, { minLength: 1, maxLength: 3 }).map((list) => list.join(", "));
const place = fc.constantFrom("*.*", "d.*", "`d_`.*", "d.t", "d.s", "d.missing");
const words = fc.constantFrom(
	"select",
	"insert, update",
	"select (a)",
	"select, insert (a, b)",
	"all",
	"create",
	"usage",
);
const options = fc.constantFrom(
	"require ssl",
	"require subject 's'",
	"with max_queries_per_hour 7",
	"account lock",
	"account unlock",
	"password expire",
	"password expire interval 3 day",
);

const statement = fc.oneof(
	fc.tuple(fc.constantFrom("", "if not exists "), accounts).map(([maybe, list]) => `create user ${maybe}${list}`),
	account.map((one) => `create user ${one} identified with caching_sha2_password by 'x'`),
	fc.tuple(account, options).map(([one, option]) => `alter user ${one} ${option}`),
	account.map((one) => `set password for ${one} = 'y'`),
	fc.tuple(fc.constantFrom("", "if exists "), accounts).map(([maybe, list]) => `drop user ${maybe}${list}`),
	fc.tuple(account, account).map(([from, to]) => `rename user ${from} to ${to}`),
	fc.tuple(account, account, account).map(([from, by, to]) => `rename user ${from} to ${by}, ${by} to ${to}`),
	fc.tuple(words, place, accounts).map(([word, on, list]) => `grant ${word} on ${on} to ${list}`),
	fc.tuple(words, place, accounts).map(([word, on, list]) => `grant ${word} on ${on} to ${list} with grant option`),
	fc.tuple(words, place, accounts).map(([word, on, list]) => `revoke ${word} on ${on} from ${list}`),
	fc
		.tuple(fc.constantFrom("grant", "revoke"), accounts)
		.map(([verb, list]) =>
			verb === "grant"
				? `grant execute on procedure d.p to ${list}`
				: `revoke execute, alter routine on procedure d.p from ${list}`,
		),
	fc.tuple(account, accounts).map(([one, list]) => `grant proxy on ${one} to ${list}`),
	fc.tuple(account, accounts).map(([one, list]) => `revoke proxy on ${one} from ${list}`),
	accounts.map((list) => `revoke all, grant option from ${list}`),
);

/** Changes of the tables themselves, which count after FLUSH PRIVILEGES. */
const direct = fc.constantFrom(
	"update mysql.user set select_priv = 'Y' where user = 'ann'",
	"update mysql.user set user = 'eve' where user = 'bob'",
	"delete from mysql.tables_priv",
	"insert ignore into mysql.db (host, db, user, select_priv) values ('%', 'd', 'ann', 'Y')",
);

function keptOf(grants: Grants): string {
	const users = [...names, "other", "root"].map((user) => {
		const { rows, accounts: own, databases, tables, routines, proxies } = grants.of(user);
		return {
			rows: [...rows].sort((one, two) => (one.key < two.key ? -1 : 1)),
			derived: [own, databases, tables.map((each) => ({ ...each, columns: [...each.columns] })), routines, proxies],
			login: grants.accountsFor(user),
			databases: grants.databasesFor(user),
		};
	});
	const uses = ["mysql_native_password", "caching_sha2_password"].map((plugin) => grants.uses(plugin));
	return JSON.stringify({ users, count: [...grants.accounts()].length, uses }, null, 1);
}

interface Played {
	readonly kernel: Kernel;
	readonly play: (sql: string) => Promise<string>;
	readonly own: ServerRights;
	/** As another process has it. */
	readonly follower: ServerRights;
	readonly agree: (after: string) => Promise<void>;
}

async function begin(t: ExecutionContext): Promise<Played> {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close(0));
	const { store, schemas, rights } = (kernel as KernelOfStore).server;
	const root = await connectRoot(kernel);
	const play = (sql: string): Promise<string> => answerOf(root, sql);
	for (const sql of [
		"create database d",
		"create table d.t (a int, b int)",
		"create table d.s (a int, b int)",
		"create procedure d.p() select 1",
		`create user ${other}`,
		`grant select on d.t to ${other}`,
	]) {
		t.is(await play(sql), "ok");
	}
	const follower = new ServerRights({ store, schemas });
	await follower.refresh();
	const agree = async (after: string): Promise<void> => {
		const begun = new ServerRights({ store, schemas });
		await begun.refresh();
		await follower.refresh();
		const said = keptOf(begun.grants);
		t.is(keptOf(rights.grants), said, `the server after ${after}`);
		t.is(keptOf(follower.grants), said, `a follower after ${after}`);
	};
	return { kernel, play, own: rights, follower, agree };
}

test("rows that account statements changed are all that is read, and all that changed", async (t) => {
	const { play, own, follower, agree } = await begin(t);
	const answers = { ok: 0, refused: 0 };
	await fc.assert(
		fc.asyncProperty(fc.array(statement, { minLength: 5, maxLength: 25 }), async (list) => {
			const kept = [own, follower].map(({ grants }) => grants.of("other"));
			for (const sql of list) {
				answers[(await play(sql)).startsWith("ERROR") ? "refused" : "ok"]++;
				await agree(sql);
			}
			t.true(own.grants.of("other") === kept[0], "the server did not read another account again");
			t.true(follower.grants.of("other") === kept[1], "a follower did not read another account again");
		}),
		{ numRuns: 30, seed: 7 },
	);
	t.true(answers.ok > 50 && answers.refused > 50, JSON.stringify(answers));
});

test("a follower that missed statements reads what they changed", async (t) => {
	const { play, follower, agree } = await begin(t);
	await fc.assert(
		fc.asyncProperty(fc.array(statement, { minLength: 5, maxLength: 25 }), async (list) => {
			const kept = follower.grants.of("other");
			for (const sql of list) {
				await play(sql);
			}
			await agree(list.join("; "));
			t.true(follower.grants.of("other") === kept);
		}),
		{ numRuns: 10, seed: 8 },
	);
});

test("direct changes count after FLUSH PRIVILEGES, and of dropped accounts nothing stays", async (t) => {
	const { play, own, agree } = await begin(t);
	const step = fc.oneof({ weight: 4, arbitrary: statement }, { weight: 1, arbitrary: direct });
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (list) => {
			for (const sql of list) {
				await play(sql);
			}
			await play("flush privileges");
			await agree(list.join("; "));
		}),
		{ numRuns: 10, seed: 9 },
	);
	for (const user of names) {
		for (const host of hosts) {
			await play(`drop user if exists '${user}'@'${host}'`);
		}
	}
	await play("create user ann, bob");
	await play("grant select on d.* to ann, bob");
	await play("delete from mysql.user where user = 'ann'");
	await play("delete from mysql.db where user = 'bob'");
	t.truthy(own.account("ann", "%"), "not yet flushed");
	t.is(own.grants.databasesFor("bob").length, 1, "not yet flushed");
	t.regex(await play("drop user ann"), /^ERROR 1396/);
	t.is(own.account("ann", "%"), undefined);
	await play("rename user bob to eve");
	t.is(own.grants.databasesFor("bob").length, 0);
	await agree("drop and rename");
});

test("a follower too far behind reads all", async (t) => {
	const { play, follower, agree } = await begin(t);
	const kept = follower.grants.of("other");
	const many = Array.from({ length: 1100 }, (_, at) => `m${at}`);
	t.is(await play(`create user ${many.join(", ")}`), "ok");
	await agree("1,100 accounts");
	t.false(follower.grants.of("other") === kept);
	await play(
		`insert into mysql.tables_priv (host, db, user, table_name, grantor, table_priv) values ${many.map((name) => `('%', 'd', 'ann', '${name}', '', 'Select')`).join(", ")}`,
	);
	await play("create user ann");
	await play("flush privileges");
	await agree("1,100 grants");
	t.is(follower.grants.of("ann").tables.length, many.length);
	t.is(await play("revoke all, grant option from ann"), "ok");
	await agree("their removal");
	t.is(follower.grants.of("ann").tables.length, 0);
});
