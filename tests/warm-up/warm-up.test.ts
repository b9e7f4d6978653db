/**
 * The rehearsal comes to its end, can be ended before, lets nobody else in and leaves nothing behind.
 */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { playPracticeStatements } from "../../apps/warm-up/practice-statements.ts";
import { WarmUp } from "../../apps/warm-up/warm-up.ts";
import { openPracticeDatabase } from "../../apps/warm-up/practice-database.ts";
import { bookOf, newestRelease, releaseNames } from "../../plugins/index.ts";

const folder = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const left = (): string[] => readdirSync(folder).filter((name) => name.startsWith(`verso-rehearsal-${process.pid}-`));

function listeningLog(): {
	lines: unknown[];
	info(facts: object, sentence: string): void;
	error(facts: object, sentence: string): void;
} {
	const lines: unknown[] = [];
	const note = (facts: object, sentence: string): void => void lines.push([sentence, facts]);
	return { lines, info: note, error: note };
}

// A rehearsal holds no process up that has nothing else to do; a server has its ports.
const port = setInterval(() => {}, 1000);
test.after.always(() => clearInterval(port));

test.serial("it is played to its end and leaves nothing behind", async (t) => {
	const log = listeningLog();
	const rehearsal = new WarmUp(bookOf(newestRelease), newestRelease, log, { beginsAfterMs: 0, acts: [1, 8] });
	await rehearsal.played;
	t.deepEqual(log.lines, []);
	t.deepEqual(left(), []);
});

test.serial("every release can be rehearsed", async (t) => {
	for (const release of releaseNames) {
		const stage = await openPracticeDatabase(bookOf(release), release);
		let statements = 0;
		for await (const _statement of playPracticeStatements(stage, 1)) {
			statements++;
		}
		await stage.close();
		t.true(statements > 50, release);
	}
});

test.serial("who closes it does not wait for its end", async (t) => {
	const log = listeningLog();
	const rehearsal = new WarmUp(bookOf(newestRelease), newestRelease, log, { beginsAfterMs: 0, acts: [1_000_000] });
	while (left().length === 0) {
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
	await rehearsal.close();
	t.deepEqual(log.lines, []);
	t.deepEqual(left(), []);
});

test.serial("what a killed process left is removed by the next", async (t) => {
	const { pid } = spawnSync(process.execPath, ["--version"]);
	const stale = mkdtempSync(join(folder, `verso-rehearsal-${pid}-`));
	const stage = await openPracticeDatabase(bookOf(newestRelease), newestRelease);
	await stage.close();
	t.false(existsSync(stale));
});

test.serial("nobody else is let in", async (t) => {
	const stage = await openPracticeDatabase(bookOf(newestRelease), newestRelease);
	const own = stage.connect();
	const [greeting] = (await once(own, "data")) as [Buffer];
	t.true(greeting.length > 0);
	const stranger = connect({ host: "127.0.0.1", port: own.remotePort! });
	stranger.on("data", () => t.fail("a stranger was greeted"));
	stranger.on("error", () => {});
	await once(stranger, "close");
	own.destroy();
	await stage.close();
	t.deepEqual(left(), []);
});
