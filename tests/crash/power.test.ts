/**
 * A slice of the power-loss images; `npm run crash` has the rest.
 */
import test from "ava";
import { temporaryFolder } from "../cli/program.ts";
import { featureFaults } from "./features/plant.ts";
import { powerRound } from "./power/round.ts";
import { hasStrace } from "./strace.ts";

// Skipped with a message where writes of a process cannot be recorded.
const recorded = hasStrace() ? test.serial : test.skip;

recorded("a planted fault is found: without syncs images lose commits", async (t) => {
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

recorded("every acknowledged commit is in the image, whichever unsynced writes are lost or torn", async (t) => {
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

recorded("rows of foreign keys, partitions, generated columns and views survive with their commits", async (t) => {
	const wish = { seed: 4, processes: 1, commits: 25, durability: "full", subject: "features" } as const;
	const orphaned = await powerRound({ folder: temporaryFolder(t), ...wish, images: 3, fault: "orphan" });
	t.regex(orphaned.wrong[0] ?? "", featureFaults["orphan"]!);
	const careless = await powerRound({ folder: temporaryFolder(t), ...wish, images: 8, withoutLog: true });
	t.true(careless.wrong.length > 0);
	const { wrong, acknowledged } = await powerRound({ folder: temporaryFolder(t), ...wish, images: 20 });
	t.deepEqual(wrong, []);
	t.true(acknowledged >= wish.commits);
});

recorded(
	"with one process and its log, images hold every acknowledged commit, and lose some without recovery of the log",
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
