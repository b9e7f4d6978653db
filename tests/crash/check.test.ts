/**
 * What `verso check` finds, and backups of a server that is written to.
 */
import { setTimeout as delay } from "node:timers/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { checkDirectory } from "../../apps/compose/checked-directory.ts";
import { indexPrefix, nextIdKey, rangeOf, rowPrefix, spaces } from "../../core/store/encoding/keys.ts";
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

/** Changes entries behind the database's back. */
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
			"create table t (a int primary key, b varchar(9) collate utf8mb4_general_ci, c timestamp, unique (b), key (c, a)); insert into t values (1, 'x', now()), (2, 'Y', null), (3, null, now())",
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

test("who waits for a check is told how many rows it has looked at, of how many", async (t) => {
	const told: [number, number][] = [];
	const { tables } = await checkDirectory(await made(t), (done, all) => told.push([done, all]));
	const rows = tables.reduce((sum, table) => sum + table.rows, 0);
	t.deepEqual(told.at(-1), [rows, rows]);
	t.true(rows >= 3);
});

test("foreign keys leave a directory sound, and it is backed up and restored", async (t) => {
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

test("each kind of damage is named, and makes the exit code 1", async (t) => {
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
		[/Of no known space/, () => spaces.tables, () => [{ key: "\x7d", value: nothing }]],
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

test("a server that is written to is backed up, checked and restored whole", async (t) => {
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
