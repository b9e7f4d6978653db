/**
 * A slice of the power-loss images; `npm run crash` has the rest.
 */
import test from "ava";
import { temporaryFolder } from "../cli/program.ts";
import { powerRound } from "./power/round.ts";
import { hasStrace } from "./strace.ts";

// Skipped with a message where writes of a process cannot be recorded.
const recorded = hasStrace() ? test.serial : test.skip;

recorded("without syncs images lose commits: the judge sees it", async (t) => {
	const { wrong } = await powerRound({
		folder: temporaryFolder(t),
		seed: 1,
		images: 15,
		processes: 1,
		commits: 20,
		durability: "off",
	});
	t.true(wrong.length > 0);
});

recorded("whatever of the unsynced writes is lost or torn, every acknowledged commit is there", async (t) => {
	const { wrong, syncs } = await powerRound({
		folder: temporaryFolder(t),
		seed: 2,
		images: 40,
		processes: 2,
		commits: 20,
		durability: "full",
	});
	t.deepEqual(wrong, []);
	t.true(syncs > 0);
});

recorded(
	"where one process commits to its log, images hold every acknowledged commit, and lose some if the log is not read",
	async (t) => {
		const wish = { seed: 3, images: 40, processes: 1, commits: 40, durability: "full" } as const;
		const { wrong, syncs } = await powerRound({ folder: temporaryFolder(t), ...wish });
		t.deepEqual(wrong, []);
		t.true(syncs > 0);
		const aside = await powerRound({ folder: temporaryFolder(t), ...wish, way: "crowded" });
		t.deepEqual(aside.wrong, []);
		const alone = await powerRound({ folder: temporaryFolder(t), ...wish, way: "alone" });
		t.deepEqual(alone.wrong, []);
		const careless = await powerRound({ folder: temporaryFolder(t), ...wish, images: 15, withoutLog: true });
		t.true(careless.wrong.length > 0);
	},
);
