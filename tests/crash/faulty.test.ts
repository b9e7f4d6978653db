/**
 * Damaged files, and a full disk: the right rows or an error message, never wrong rows.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { openLmdbStore } from "../../core/store/lmdb/lmdb.ts";
import { BranchNode, LeafNode, newestHead, pageBytes } from "../../core/store/lmdb/lmdb-page.ts";
import { isOneSentence, runVerso, serveVerso, temporaryFolder } from "../cli/program.ts";
import { diskFaults, diskRound } from "./faulty/disk.ts";
import { damageRound, damages } from "./faulty/round.ts";
import { writeRows } from "./faulty/rows.ts";
import { Oracle } from "./oracle.ts";
import { hasStrace } from "./strace.ts";

for (const kind of damages) {
	test.serial(`no damage gives wrong rows without a finding: ${kind}`, async (t) => {
		const { wrong } = await damageRound(temporaryFolder(t), 4, 12, kind);
		t.deepEqual(wrong, []);
	});
}

test.serial("a damaged page on the path to the first entry is refused before LMDB reads it", async (t) => {
	const folder = temporaryFolder(t);
	const sound = join(folder, "sound.mdb");
	await writeRows(sound);
	const file = readFileSync(sound);
	const pages = firstPages(file);
	t.true(pages.length >= 4, "the tree of free pages, a branch, a leaf, a value");
	const reader = new Oracle<{ path: string }>(new URL("faulty/reader.js", import.meta.url));
	t.deepEqual(await reader.ask({ path: sound }), ["right"]);
	for (const page of pages) {
		const path = join(folder, `page-${page}.mdb`);
		const damaged = Buffer.from(file);
		damaged.fill(0x7f, page * pageBytes, page * pageBytes + 512);
		writeFileSync(path, damaged);
		t.deepEqual(await reader.ask({ path }), [
			`refused: The store at ${path} can't be opened: Page ${page} is not the page it should be.`,
		]);
	}
	await reader.end();
});

/** Of both trees, from the root; of a large value the first page. */
function firstPages(file: Buffer): readonly number[] {
	const pageOf = (number: number): Buffer => file.subarray(number * pageBytes, (number + 1) * pageBytes);
	const { free, main } = newestHead(file.subarray(0, 2 * pageBytes))!;
	const found = [free.root];
	let page = main.root;
	for (let level = 1; level < main.depth; level++) {
		found.push(page);
		page = BranchNode.at(pageOf(page), 0)!.child;
	}
	return [...found, page, LeafNode.at(pageOf(page), 0)!.overflow!.first];
}

test.serial("a truncated or empty file, or another format, is refused with one sentence", async (t) => {
	const folder = temporaryFolder(t);
	const whole = join(folder, "whole");
	await runVerso(["run", "-", "--data-dir", whole], {
		input: "create table t (a int, key (a)); insert into t values (1), (2), (3)",
	});
	const size = readFileSync(join(whole, "verso.mdb")).length;
	for (const [name, bytes] of [
		["cut", size - 8192],
		["short", 5000],
		["empty", 0],
	] as const) {
		mkdirSync(join(folder, name));
		copyFileSync(join(whole, "verso.mdb"), join(folder, name, "verso.mdb"));
		truncateSync(join(folder, name, "verso.mdb"), bytes);
		const { stderr, exitCode } = await runVerso(["run", "-", "--data-dir", join(folder, name)], {
			input: "select * from t",
		});
		t.true(isOneSentence(stderr), stderr);
		t.is(exitCode, 1);
	}
	const other = openLmdbStore({ path: join(folder, "other", "verso.mdb") });
	await other.commit({ writes: [{ key: "\x01", value: Buffer.from("verso\x00999") }], conditions: [] });
	await other.close();
	const { stderr } = await runVerso(["info", join(folder, "other")]);
	t.regex(stderr, /format 999/);
});

test.serial(
	"on a full disk commits are refused with one sentence until there is space, and no acknowledged commit is lost",
	async (t) => {
		const disk = mountSmallDisk(t, "6m");
		if (disk === null) {
			return;
		}
		const path = join(disk, "store.mdb");
		const ballast = join(disk, "ballast");
		writeFileSync(ballast, Buffer.alloc(1e6));
		const store = openLmdbStore({ path });
		let acknowledged = 0;
		const fill = async (): Promise<Error | undefined> =>
			t.throwsAsync(async () => {
				for (;;) {
					await store.commit({ writes: [{ key: `k${acknowledged}`, value: Buffer.alloc(3000, "x") }], conditions: [] });
					acknowledged++;
				}
			});
		t.regex((await fill())?.message ?? "", /No space left/i);
		const whenFull = acknowledged;
		t.notThrows(() => store.check());
		rmSync(ballast);
		await delay(1100);
		t.regex((await fill())?.message ?? "", /No space left/i);
		t.true(whenFull > 20 && acknowledged > whenFull + 20, `${whenFull}, ${acknowledged}`);
		await store.close();
		const again = openLmdbStore({ path, readOnly: true });
		const snapshot = again.snapshot();
		for (let at = 0; at < acknowledged; at++) {
			t.is(((await snapshot.get(`k${at}`)) as Uint8Array).length, 3000);
		}
		snapshot.release();
		await again.close();
	},
);

test.serial(
	"on a full disk a server reports it and serves reads; a temporary file that does not fit fails its statement only",
	async (t) => {
		const disk = mountSmallDisk(t, "8m");
		if (disk === null) {
			return;
		}
		const server = await serveVerso(t, ["--data-dir", join(disk, "data"), "--tmpdir", disk]);
		const connection = await server.connect();
		await connection.query("create table t (a int auto_increment primary key, b varchar(2000))");
		let rows = 0;
		const full = await t.throwsAsync(async () => {
			for (;;) {
				await connection.query("insert into t (b) values (repeat('x', 2000))");
				rows++;
			}
		});
		t.regex(full?.message ?? "", /No space left/);
		const [[{ found }]] = (await connection.query("select count(*) found from t")) as unknown as [[{ found: number }]];
		t.is(found, rows);
		await connection.query("set tmp_table_size = 2048");
		const spilled = await t.throwsAsync(
			connection.query("select x.b, y.a from t x, t y, t z order by x.b desc, y.a, z.a"),
		);
		t.regex(spilled?.message ?? "", /Error writing file .*Errcode: 28 - No space left on device/);
		t.is(((await connection.query("select 1 one")) as unknown as [[{ one: number }]])[0][0].one, 1);
		t.is((await fetch(`http://127.0.0.1:${server.httpPort}/status`)).status, 200);
	},
);

const injected = hasStrace() ? test.serial : test.skip;
for (const { calls, error, from, isCrowded } of diskFaults) {
	injected(
		`${calls} fails with ${error}${isCrowded ? " while others ask" : ""}: the server says so, takes no ` +
			`more writes, serves reads, and lost nothing`,
		async (t) => {
			t.deepEqual(await diskRound({ directory: join(temporaryFolder(t), "data"), calls, error, from, isCrowded }), []);
		},
	);
}

test.serial("a directory without permission is refused with one sentence; a read-only one can be read", async (t) => {
	const folder = temporaryFolder(t);
	const data = join(folder, "data");
	await runVerso(["run", "-", "--data-dir", data], { input: "create table t (a int); insert into t values (1)" });
	chmodSync(folder, 0o755);
	for (const [mode, words] of [
		[0o000, ["run", "-", "--data-dir", data]],
		[0o000, ["info", data]],
		[0o555, ["run", "-", "--data-dir", data]],
	] as const) {
		chmodSync(data, mode);
		const { stderr, exitCode } = await runVerso(words, { input: "select * from t", asNobody: true });
		t.true(isOneSentence(stderr), stderr);
		t.regex(stderr, /permission denied|EACCES/i);
		t.is(exitCode, 1);
	}
	chmodSync(data, 0o755);
	t.is((await runVerso(["run", "-", "--data-dir", data], { input: "select * from t" })).exitCode, 0);
});

/** Null, with a logged skip, where mounting is not permitted. */
function mountSmallDisk(t: ExecutionContext, size: string): string | null {
	const disk = join(temporaryFolder(t), "disk");
	mkdirSync(disk);
	if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", disk]).status !== 0) {
		t.log("!!! SKIPPED: no small disk can be mounted here");
		t.pass();
		return null;
	}
	t.teardown(() => spawnSync("umount", ["-l", disk]));
	return disk;
}

test.serial("a backup is made of a sound directory only, and a check names the damage", async (t) => {
	const folder = temporaryFolder(t);
	mkdirSync(join(folder, "damaged"));
	const file = join(folder, "damaged", "verso.mdb");
	await writeRows(file);
	const bytes = readFileSync(file);
	// The second half of some leaf.
	bytes.fill(0x55, 40 * 4096 + 2048, 41 * 4096);
	writeFileSync(file, bytes);
	const { stderr, exitCode } = await runVerso(["backup", join(folder, "damaged"), join(folder, "copy")]);
	t.true(isOneSentence(stderr), stderr);
	t.is(exitCode, 1);
	t.is((await runVerso(["check", join(folder, "damaged")])).exitCode, 1);
});
