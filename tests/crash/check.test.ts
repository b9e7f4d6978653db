/**
 * Damage that `verso check` finds, and backups of a server that is written to.
 */
import { setTimeout as delay } from "node:timers/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { checkDirectory } from "../../apps/compose/checked-directory.ts";
import {
	guardKey,
	guardSlots,
	indexPrefix,
	nextIdKey,
	rangeOf,
	rowPrefix,
	spaces,
} from "../../core/store/encoding/keys.ts";
import { keySpaces } from "../../core/store/encoding/key-space.ts";
import { openLmdbStore } from "../../core/store/lmdb/lmdb.ts";
import type { Entry, Key, Write } from "../../core/store/contract.ts";
import { runVerso, serveVerso, temporaryFolder } from "../cli/program.ts";

interface Report {
	readonly ok: boolean;
	readonly findings: readonly { readonly where: string; readonly sentence: string }[];
	readonly tables: readonly { readonly table: string; readonly rows: number }[];
}

async function check(directory: string): Promise<Report> {
	return JSON.parse((await runVerso(["check", directory, "--json"])).stdout) as Report;
}

/** Changes entries in the file, without the database. */
async function meddle(directory: string, space: Key, change: (entries: readonly Entry[]) => Write[]): Promise<void> {
	const store = openLmdbStore({ path: join(directory, "verso.mdb") });
	const snapshot = store.snapshot();
	const scan = snapshot.scan(rangeOf(space));
	const entries: Entry[] = [];
	for (let batch = await scan.next(); batch !== null; batch = await scan.next()) {
		entries.push(...batch);
	}
	snapshot.release();
	await store.commit({ writes: change(entries), conditions: [] });
	await store.close();
}

async function made(t: ExecutionContext): Promise<string> {
	const directory = join(temporaryFolder(t), "data");
	await runVerso(["run", "-", "--data-dir", directory], {
		input:
			"create table t (a int primary key, b varchar(9) collate utf8mb4_general_ci, c timestamp, unique " +
			"(b), key (c, a)); insert into t values (1, 'x', now()), (2, 'Y', null), (3, null, now())",
	});
	return directory;
}

/** The id of the table t: the greatest one, found by its record. */
async function tableId(directory: string): Promise<number> {
	let id = 0;
	await meddle(directory, spaces.tables, (entries) => {
		for (const { value } of entries) {
			const record = JSON.parse(Buffer.from(value).toString()) as { id: number; name: string };
			id = record.name === "t" ? record.id : id;
		}
		return [];
	});
	return id;
}

test("a sound directory is sound, and counted", async (t) => {
	const directory = await made(t);
	const { ok, tables, findings } = await check(directory);
	t.deepEqual(findings, []);
	t.true(ok);
	t.is(tables.find(({ table }) => table === "t")?.rows, 3);
});

test("a check reports its progress: checked rows of all rows", async (t) => {
	const told: [number, number][] = [];
	const { tables } = await checkDirectory(await made(t), (done, all) => told.push([done, all]));
	const rows = tables.reduce((sum, table) => sum + table.rows, 0);
	t.deepEqual(told.at(-1), [rows, rows]);
	t.true(rows >= 3);
});

test("a directory with foreign keys is sound, backed up and restored", async (t) => {
	const folder = temporaryFolder(t);
	const data = join(folder, "data");
	await runVerso(["run", "-", "--data-dir", data], {
		input: `create table p (id int primary key); create table c (id int primary key, pid int, foreign key (pid) references p (id) on delete cascade);
			insert into p values (1), (2), (3); insert into c values (1, 1), (2, 2), (3, 2); delete from p where id = 2; drop table c; delete from p where id = 1;`,
	});
	t.deepEqual((await check(data)).findings, []);
	t.is((await runVerso(["backup", data, join(folder, "copy")])).exitCode, 0);
	t.is((await runVerso(["restore", join(folder, "copy"), join(folder, "restored")])).exitCode, 0);
	const { ok, tables } = await check(join(folder, "restored"));
	t.true(ok);
	t.is(tables.find(({ table }) => table === "p")?.rows, 1);
});

test("each kind of damage is named, with exit code 1", async (t) => {
	const nothing = Buffer.alloc(0);
	const cases: readonly (readonly [RegExp, (id: number) => Key, (entries: readonly Entry[]) => Write[]])[] = [
		[/has no entry/, (id) => indexPrefix(id, 2), ([first]) => [{ key: first!.key, value: null }]],
		[/leads to a row that is not there/, (id) => rowPrefix(id), ([first]) => [{ key: first!.key, value: null }]],
		[
			/leads to another row/,
			(id) => indexPrefix(id, 2),
			(entries) => entries.map(({ key }) => ({ key, value: Buffer.from("\x7f", "latin1") })),
		],
		[
			/stands at another key/,
			(id) => rowPrefix(id),
			([first]) => [{ key: `${first!.key.slice(0, -1)}\x77`, value: first!.value }],
		],
		[/Of no table or index/, () => spaces.tables, () => [{ key: "\x40\x7e\x40\x41", value: nothing }]],
		[/Of no known space/, () => spaces.tables, () => [{ key: "\x7a", value: nothing }]],
		[/the name is missing/, () => spaces.tableNames, ([first]) => [{ key: first!.key, value: null }]],
		[/is in use/, () => nextIdKey, ([first]) => [{ key: first!.key, value: Buffer.from("1") }]],
	];
	for (const [sentence, space, change] of cases) {
		const directory = await made(t);
		await meddle(directory, space(await tableId(directory)), change);
		const { ok, findings } = await check(directory);
		t.false(ok);
		t.true(
			findings.some((finding) => sentence.test(finding.sentence)),
			`${sentence}: ${JSON.stringify(findings)}`,
		);
	}
});

test("a backup of a server under writes is sound and complete", async (t) => {
	const folder = temporaryFolder(t);
	const server = await serveVerso(t, ["--data-dir", join(folder, "data")]);
	const connection = await server.connect();
	await connection.query("create table pairs (a int auto_increment primary key, b int, key (b))");
	let isOver = false;
	const writing = (async () => {
		for (let at = 0; !isOver; at++) {
			await connection.query(`insert into pairs (b) values (${at}), (${-at})`);
		}
	})();
	await delay(300);
	const copies = ["one", "two"].map((name) => join(folder, name));
	for (const copy of copies) {
		const { stdout, stderr, exitCode } = await runVerso(["backup", join(folder, "data"), copy, "--json"]);
		t.is(exitCode, 0, stderr);
		const {
			ok,
			from,
			directory,
			tables: copied,
		} = JSON.parse(stdout) as { ok: boolean; from: string; directory: string; tables: { table: string }[] };
		t.deepEqual(
			[ok, from, directory, copied.some(({ table }) => table === "pairs")],
			[true, join(folder, "data"), copy, true],
		);
	}
	t.true((await check(join(folder, "data"))).ok);
	isOver = true;
	await writing;
	await server.stop();
	t.is((await runVerso(["restore", copies[0]!, join(folder, "data")])).exitCode, 1);
	t.is((await runVerso(["restore", copies[0]!, join(folder, "restored")])).exitCode, 0);
	const { ok, tables } = await check(join(folder, "restored"));
	t.true(ok);
	const rows = tables.find(({ table }) => table === "pairs")?.rows ?? 0;
	t.true(rows > 0 && rows % 2 === 0, String(rows));
	const { stdout } = await runVerso(["run", "-", "--data-dir", join(folder, "restored")], {
		input: "select sum(b) from pairs",
	});
	t.regex(stdout, /\n0\n$/);
});

/** Every feature that writes keys of its own; locks and an XA branch stay open. */
const features = [
	"create table parent (id int auto_increment primary key, name varchar(20), key (name(5)))",
	"create table child (id int primary key, parent_id int, foreign key (parent_id) references parent " +
		"(id) on delete cascade on update cascade)",
	"create table priced (id int primary key, price int, taxed int as (price * 2) stored, half int as " +
		"(price div 2) virtual, key (taxed), key (half))",
	"create table hashed (id int primary key, v int, key (v)) partition by hash (id) partitions 4",
	"create table ranged (id int primary key, v int) partition by range (id) (partition p0 values less " +
		"than (10), partition p1 values less than (100), partition p2 values less than maxvalue)",
	"create table listed (id int, v int, key (v)) partition by list (id) (partition a values in (1, 2), " +
		"partition b values in (3, 4))",
	"create table texts (id int primary key, body text, fulltext key (body)) charset=utf8mb4",
	"create view named as select id, name from parent where name is not null",
	"insert into parent (name) values ('one'), ('two'), ('three'), (null)",
	"insert into child values (1, 1), (2, 2), (3, 2), (4, null)",
	"insert into priced (id, price) values (1, 10), (2, 20), (3, null)",
	"insert into hashed values (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)",
	"insert into ranged values (1, 1), (11, 2), (111, 3)",
	"insert into listed values (1, 1), (3, 2), (4, 3)",
	"insert into texts values (1, 'a text of words'), (2, 'another')",
	"delete from parent where name = 'two'",
	"update parent set id = 40 where name = 'one'",
	"alter table ranged drop partition p1",
	"alter table hashed add index other (v, id)",
	"alter table hashed drop index v",
	"alter table priced add column more varchar(10) default 'x', add unique key (price)",
	"analyze table parent, priced",
	"create table gone (id int auto_increment primary key, v int, key (v))",
	"insert into gone (v) values (1), (2), (3)",
	"delete from gone where id = 3",
	"create table emptied (id int auto_increment primary key)",
	"insert into emptied values (1), (2)",
	"truncate table emptied",
	"drop table gone",
	"create procedure kept() select 1",
	"create function shown() returns int return 1",
	"drop procedure kept",
	"create user kept@localhost identified by 'secret'",
	"grant select on test.* to kept@localhost",
	"set global db_skip_utf8_check = 0",
	"create temporary table passing (id int primary key, v int, key (v))",
	"insert into passing values (1, 1)",
	"select get_lock('a name', 0)",
	"xa start 'branch'",
	"insert into hashed values (100, 100)",
	"xa end 'branch'",
	"xa prepare 'branch'",
];

/** The first bytes of all keys that a directory holds. */
async function spacesIn(directory: string): Promise<ReadonlySet<string>> {
	const found = new Set<string>();
	await meddle(directory, "", (entries) => {
		entries.forEach(({ key }) => found.add(key.slice(0, 1)));
		return [];
	});
	return found;
}

test("every feature that writes keys of its own is checked, backed up and restored", async (t) => {
	const folder = temporaryFolder(t);
	const data = join(folder, "data");
	// Two processes of one server keep names and tables locked in the store, where the other finds them.
	const server = await serveVerso(t, ["--data-dir", data, "--workers", "2"]);
	const connection = await server.connect();
	for (const sql of features) {
		await connection.query(sql);
	}
	const other = await server.connect();
	await other.query("lock tables listed write, texts read");
	const inUse = await check(data);
	t.deepEqual(inUse.findings, []);
	const rowsOf = (tables: Report["tables"]): readonly string[] =>
		tables.map(({ table, rows }) => `${table} ${rows}`).sort();
	const copy = join(folder, "copy");
	t.is((await runVerso(["backup", data, copy])).exitCode, 0);
	t.deepEqual((await check(copy)).findings, []);
	const written = await spacesIn(copy);
	const declared = keySpaces.map(({ prefix }) => prefix);
	t.deepEqual(
		declared.filter((space) => !written.has(space) && !unwritten.has(space)).map((space) => space.charCodeAt(0)),
		[],
		"a key space that no feature of this script writes: add one",
	);
	await server.stop();
	t.deepEqual((await check(data)).findings, []);
	t.is((await runVerso(["restore", copy, join(folder, "restored")])).exitCode, 0);
	const restored = await check(join(folder, "restored"));
	t.deepEqual(restored.findings, []);
	t.deepEqual(rowsOf(restored.tables), rowsOf(inUse.tables));
	const { stdout } = await runVerso(["run", "-", "--data-dir", join(folder, "restored")], {
		input:
			"select count(*), sum(parent_id) from child; select sum(taxed), sum(half) from priced; select * from " +
			"named order by id; xa recover",
	});
	t.regex(stdout, /\n2\t40\n/);
	t.regex(stdout, /branch/);
});

/**
 * Sweep marks are there for a tenth of a second after a DROP: a backup may come too late for them. A member of a
 * cluster alone writes the parts of its log and the state that it has kept.
 */
const unwritten: ReadonlySet<string> = new Set([spaces.sweeps, spaces.commitMarks, spaces.logParts, "\x7d"]);

test("damage in every key space is found", async (t) => {
	const bad: Uint8Array = Buffer.from("{no", "latin1");
	const planted: readonly (readonly [name: RegExp, key: Key, value: Uint8Array])[] = [
		[/schema version/, "\x02", bad],
		[/log of schema changes/, "\x04", bad],
		[/rights version/, "\x05", bad],
		[/definition version/, "\x14\xc2\x7f\xff", Buffer.from("1")],
		[/AUTO_INCREMENT/, "\x15\xc2\x7f\xff", Buffer.from("1")],
		[/row count/, "\x16\xc2\x7f\xff", Buffer.alloc(8)],
		[/sweep mark/, "\x18\x12", Buffer.alloc(0)],
		[/temporary table/, "\x19\x41", bad],
		[/global variable/, "\x20no end", Buffer.from("1")],
		[/index statistics/, "\x22\xc2\x7f\xff", Buffer.from("{}")],
		[/named lock/, "\x23a\x00\x01", bad],
		[/prepared branch/, "\x24abc", bad],
		[/locked table/, "\x25a\x00\x01", Buffer.from("[]")],
		[/mark of a commit/, `\x7b${"0".repeat(32)}\x00\x01`, Buffer.from("1")],
		[/list of writers/, "\x7e", bad],
	];
	for (const [name, key, value] of planted) {
		const directory = await made(t);
		await meddle(directory, spaces.tables, () => [{ key, value }]);
		const { ok, findings } = await check(directory);
		t.false(ok, String(name));
		t.true(
			findings.some(({ where }) => name.test(where)),
			`${name}: ${JSON.stringify(findings)}`,
		);
	}
	const directory = await made(t);
	await meddle(directory, spaces.tables, () => []);
	const guard = guardKey(await tableId(directory), guardSlots + 1);
	await meddle(directory, spaces.tables, () => [{ key: guard, value: Buffer.from("x") }]);
	t.true((await check(directory)).findings.some(({ where }) => /foreign key guard/.test(where)));
});
