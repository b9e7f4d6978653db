/**
 * Differential test: random statements on verso and MariaDB have equal answers, except for the listed differences of
 * MySQL 5.7.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { openDuel } from "./differential/arena.ts";
import { hasMariadb } from "../bench/peer/mariadb.ts";

const statements = 2000;
const seed = 20201;

const beside = hasMariadb() ? test : test.skip;

beside("2,000 random statements", async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "verso-differential-"));
	const arena = await openDuel(folder);
	t.truthy(arena);
	try {
		const { findings, refused } = await arena!.duel.play(seed, statements, () => {});
		t.deepEqual(findings, []);
		t.true(refused < statements / 10, "nearly all statements mean something");
	} finally {
		await arena!.close();
		rmSync(folder, { recursive: true, force: true });
	}
});
