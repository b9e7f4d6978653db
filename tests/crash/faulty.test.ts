/**
 * Damaged files, and a disk that is full: a sentence or the right rows, never wrong ones.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { openLmdbStore } from "../../core/store/lmdb.ts";
import { isOneSentence, runVerso, temporaryFolder } from "../cli/program.ts";
import { damageRound, damages } from "./faulty/round.ts";
import { writeRows } from "./faulty/rows.ts";

for (const kind of damages) {
	test.serial(`no damage gives wrong rows that nobody is told of: ${kind}`, async (t) => {
		const { wrong } = await damageRound(temporaryFolder(t), 4, 12, kind);
		t.deepEqual(wrong, []);
	});
}

test.serial("a directory that was cut off, emptied or is of another format is refused in one sentence", async (t) => {
	const folder = temporaryFolder(t);
	const whole = join(folder, "whole");
	await runVerso(["run", "-", "--data-dir", whole], { input: "create table t (a int, key (a)); insert into t values (1), (2), (3)" });
	const size = readFileSync(join(whole, "verso.mdb")).length;
	for (const [name, bytes] of [["cut", size - 8192], ["short", 5000], ["empty", 0]] as const) {
		mkdirSync(join(folder, name));
		copyFileSync(join(whole, "verso.mdb"), join(folder, name, "verso.mdb"));
		truncateSync(join(folder, name, "verso.mdb"), bytes);
		const { stderr, exitCode } = await runVerso(["run", "-", "--data-dir", join(folder, name)], { input: "select * from t" });
		t.true(isOneSentence(stderr), stderr);
		t.is(exitCode, 1);
	}
	const other = openLmdbStore({ path: join(folder, "other", "verso.mdb") });
	await other.commit({ writes: [{ key: "\x01", value: Buffer.from("verso\x00999") }], conditions: [] });
	await other.close();
	const { stderr } = await runVerso(["info", join(folder, "other")]);
	t.regex(stderr, /format 999/);
});

test.serial("on a full disk a commit is refused, the store says why, and what was acknowledged is there", async (t) => {
	const folder = temporaryFolder(t);
	const disk = join(folder, "disk");
	mkdirSync(disk);
	if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]).status !== 0) {
		t.log("!!! SKIPPED: no small disk can be mounted here");
		t.pass();
		return;
	}
	t.teardown(() => spawnSync("umount", [disk]));
	const path = join(disk, "store.mdb");
	const store = openLmdbStore({ path });
	let acknowledged = 0;
	const failure = await t.throwsAsync(async () => {
		for (;;) {
			await store.commit({ writes: [{ key: `k${acknowledged}`, value: Buffer.alloc(3000, "x") }], conditions: [] });
			acknowledged++;
		}
	});
	t.regex(failure?.message ?? "", /No space left|ENOSPC/i);
	t.throws(() => store.check());
	await store.close();
	copyFileSync(path, join(folder, "store.mdb"));
	const again = openLmdbStore({ path: join(folder, "store.mdb") });
	const snapshot = again.snapshot();
	t.true(acknowledged > 20);
	for (let at = 0; at < acknowledged; at++) {
		t.is(((await snapshot.get(`k${at}`)) as Uint8Array).length, 3000);
	}
	snapshot.release();
	await again.close();
});

test.serial("a backup is made of a sound directory only, and a check tells where it is not", async (t) => {
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
