/**
 * Data directories: those that cannot be opened, the releases they record, and opening by any release.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { currentFormat } from "../../core/store/format.ts";
import { isOneSentence, runVerso, temporaryFolder } from "./program.ts";

test("a directory that cannot be opened gives one sentence, and stays unchanged", async (t) => {
	const folder = temporaryFolder(t);
	writeFileSync(join(folder, "file"), "mine");
	mkdirSync(join(folder, "others"));
	writeFileSync(join(folder, "others", "letter.txt"), "dear");
	mkdirSync(join(folder, "damaged"));
	writeFileSync(join(folder, "damaged", "verso.mdb"), "this is no store".repeat(1000));
	mkdirSync(join(folder, "locked"));
	chmodSync(join(folder, "locked"), 0o500);
	// Root may write anywhere except where the system itself forbids it.
	const locked = process.getuid?.() === 0 ? "/proc/self/data" : join(folder, "locked", "data");
	for (const path of [
		join(folder, "file"),
		join(folder, "file", "deeper"),
		join(folder, "others"),
		join(folder, "damaged"),
		locked,
	]) {
		const { stdout, stderr, exitCode } = await runVerso(["--port", "0", "--http-port", "0", "--data-dir", path]);
		t.deepEqual([stdout, exitCode], ["", 1], path);
		t.true(isOneSentence(stderr) && stderr.includes(path), stderr);
	}
	t.is(readFileSync(join(folder, "file"), "utf8"), "mine");
	mkdirSync(join(folder, "empty"));
	const target = join(folder, "copy");
	for (const [name, reason] of [
		["others", "it holds other files, and no verso.mdb"],
		["nowhere", "there is no such directory"],
		["empty", "it is empty"],
	] as const) {
		const path = join(folder, name);
		const sentence = `verso: ${path} is no data directory of verso: ${reason}\n`;
		for (const words of [
			["info", path],
			["check", path],
			["backup", path, target],
		]) {
			const { stderr, exitCode } = await runVerso(words);
			t.deepEqual([stderr, exitCode], [sentence, 1], words.join(" "));
		}
	}
});

test("a copy into a place that holds no folders ends with one sentence", async (t) => {
	const data = join(temporaryFolder(t), "data");
	await runVerso(["run", "-", "--data-dir", data]);
	const { stderr, exitCode } = await runVerso(["backup", data, "/proc/x"]);
	t.is(exitCode, 1);
	t.true(isOneSentence(stderr), stderr);
});

test("folders that settings name are looked at when the program starts", async (t) => {
	const folder = temporaryFolder(t);
	for (const setting of ["tmpdir", "secure-file-priv"]) {
		const path = join(folder, "nowhere");
		const words = ["--port", "0", "--http-port", "0", "--data-dir", join(folder, "data"), `--${setting}`, path];
		t.deepEqual(await runVerso(words), {
			stdout: "",
			stderr: `verso: --${setting} ${path}: there is no such folder\n`,
			exitCode: 1,
		});
	}
});

test("info shows the release and mixes that opened the directory last", async (t) => {
	const data = join(temporaryFolder(t), "data");
	await runVerso(["run", "-", "--version", "2.0", "--data-dir", data], {
		input: "create table t (a int); create database d charset utf8",
	});
	await runVerso(["run", "-", "--version", "2.1.4", "--mix", "insert-check=2.0", "--data-dir", data]);
	const facts = JSON.parse((await runVerso(["info", data, "--json"])).stdout) as Record<string, unknown>;
	t.like(facts, {
		directory: data,
		format: currentFormat,
		lastOpened: { release: "2.1.4", mode: "documented", mixes: ["insert-check=2.0"], plugins: [] },
	});
	const databases = (facts["databases"] as { database: string; createdUnder: string; tables: number }[]).filter(
		({ database }) => database !== "mysql",
	);
	t.deepEqual(databases, [
		{ database: "test", createdUnder: "2.0", tables: 1 },
		{ database: "d", createdUnder: "2.0", tables: 0 },
	]);
	const { stdout, exitCode } = await runVerso(["info", data]);
	t.is(exitCode, 0);
	t.true(
		["2.1.4 (as documented)", "insert-check=2.0", "created under"].every((text) => stdout.includes(text)),
		stdout,
	);
});

test("an older release opens a newer one's data, and keeps members unknown to it", async (t) => {
	const data = join(temporaryFolder(t), "data");
	const play = async (release: string, input: string) =>
		(await runVerso(["run", "-", "--version", release, "--data-dir", data], { input })).stdout;
	await play(
		"2.1.7",
		"create table t (a varchar(9) charset utf8, b varchar(9)) charset utf8; insert into t values ('x', 'y');",
	);
	t.is(await play("2.0", "insert into t values ('🌀', '🌀'); select * from t"), "a\tb\nx\ty\n🌀\t🌀\n");
	t.is(await play("2.0", "create table old (a varchar(9) charset utf8)"), "");
	// The table of 2.1.7 keeps its charset; that of 2.0 is read as utf8mb4.
	const shown = await play("2.1.7", "show create table t; show create table old");
	t.regex(shown, /CREATE TABLE `t`.*DEFAULT CHARSET=utf8 COLLATE=utf8_bin/);
	t.regex(
		shown,
		/CREATE TABLE `old` \(\\n {2}`a` varchar\(9\) DEFAULT NULL\\n\) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4/,
	);
});
