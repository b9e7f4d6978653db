/**
 * Memory of forks and restores: what is closed is gone.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import test from "ava";
import { longestRun } from "../longest-run.ts";

const rounds = 4;
const forksOfRound = 2500;

test("ten thousand forks with a write in each, closed, leave the heap as it was; so do restores", async (t) => {
	const library = new URL("../../apps/embed/index.js", import.meta.url).href;
	const code = `import { open } from ${JSON.stringify(library)};
		const db = await open();
		await db.run("create table t (id int primary key, a varchar(20)); insert into t values (1, 'a')");
		const start = await db.snapshot();
		const used = () => (gc(), gc(), process.memoryUsage().heapUsed / 2 ** 20);
		const heaps = [];
		for (let round = 0; round <= ${rounds}; round++) {
			for (let at = 0; at < ${forksOfRound}; at++) {
				const fork = await db.fork();
				await fork.query("insert into t values (2, 'b')");
				await fork.close();
				await db.query("insert into t values (3, 'c')");
				await db.restore(start);
			}
			heaps.push(used());
		}
		console.log(JSON.stringify(heaps));`;
	const words = ["--expose-gc", "--input-type=module", "-e", code];
	const { stdout } = await promisify(execFile)(process.execPath, words, { ...longestRun });
	const heaps = JSON.parse(stdout) as number[];
	// The first round fills caches.
	const growth = heaps.at(-1)! - heaps[0]!;
	t.true(growth < 3, `the heap grew by ${growth} MiB: ${heaps.join(", ")}`);
});

test("a connection of mysql2 to a fork takes little memory", async (t) => {
	const library = new URL("../../apps/embed/index.js", import.meta.url).href;
	const code = `import { open } from ${JSON.stringify(library)};
		const db = await open();
		const used = () => (gc(), gc(), process.memoryUsage().heapUsed / 2 ** 10);
		const kept = [];
		const add = async () => {
			const fork = await db.fork();
			kept.push(fork, await fork.connect());
		};
		await add();
		const before = used();
		for (let at = 0; at < 50; at++) await add();
		console.log((used() - before) / 50);
		process.exit();`;
	const words = ["--expose-gc", "--input-type=module", "-e", code];
	const { stdout } = await promisify(execFile)(process.execPath, words, { ...longestRun });
	// With the room for 16,000 prepared statements that mysql2 makes by itself it is 620 KiB.
	t.true(Number(stdout) < 250, `${stdout.trim()} KiB a fork with a connection`);
});
