/**
 * JIT warm-up: ends by itself, can be stopped, refuses other processes and removes its database.
 */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { runPracticeStatements } from "../../apps/warm-up/practice-statements.ts";
import { WarmUp } from "../../apps/warm-up/warm-up.ts";
import { openPracticeDatabase } from "../../apps/warm-up/practice-database.ts";
import { bookOf, newestRelease, releaseNames } from "../../plugins/index.ts";

const folder = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const left = (): string[] => readdirSync(folder).filter((name) => name.startsWith(`verso-warm-up-${process.pid}-`));

function listeningLog(): {
	lines: unknown[];
	info(facts: object, sentence: string): void;
	error(facts: object, sentence: string): void;
} {
	const lines: unknown[] = [];
	const note = (facts: object, sentence: string): void => void lines.push([sentence, facts]);
	return { lines, info: note, error: note };
}

// A warm-up does not keep a process alive; a server has its ports.
const port = setInterval(() => {}, 1000);
test.after.always(() => clearInterval(port));

test.serial("a warm-up runs to its end and removes its database", async (t) => {
	const log = listeningLog();
	const warmUp = new WarmUp(bookOf(newestRelease), newestRelease, log, { beginsAfterMs: 0, passes: [1, 8] });
	await warmUp.ended;
	t.deepEqual(log.lines, []);
	t.deepEqual(left(), []);
});

test.serial("every release can be warmed up", async (t) => {
	for (const release of releaseNames) {
		const practice = await openPracticeDatabase(bookOf(release), release);
		let statements = 0;
		for await (const _statement of runPracticeStatements(practice, 1)) {
			statements++;
		}
		await practice.close();
		t.true(statements > 50, release);
	}
});

test.serial("closing it does not wait for its last statement", async (t) => {
	const log = listeningLog();
	const warmUp = new WarmUp(bookOf(newestRelease), newestRelease, log, { beginsAfterMs: 0, passes: [1_000_000] });
	while (left().length === 0) {
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
	await warmUp.close();
	t.deepEqual(log.lines, []);
	t.deepEqual(left(), []);
});

test.serial("the folder of a killed process is removed by the next warm-up", async (t) => {
	const { pid } = spawnSync(process.execPath, ["--version"]);
	const stale = mkdtempSync(join(folder, `verso-warm-up-${pid}-`));
	const practice = await openPracticeDatabase(bookOf(newestRelease), newestRelease);
	await practice.close();
	t.false(existsSync(stale));
});

test.serial("connections of other processes are closed", async (t) => {
	const practice = await openPracticeDatabase(bookOf(newestRelease), newestRelease);
	const own = practice.connect();
	const [greeting] = (await once(own, "data")) as [Buffer];
	t.true(greeting.length > 0);
	const stranger = connect({ host: "127.0.0.1", port: own.remotePort! });
	stranger.on("data", () => t.fail("a stranger was greeted"));
	stranger.on("error", () => {});
	await once(stranger, "close");
	own.destroy();
	await practice.close();
	t.deepEqual(left(), []);
});
