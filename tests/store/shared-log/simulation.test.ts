/**
 * Seeds of the simulation, all of them sound; and a planted fault of each kind, found within a hundred seeds.
 *
 * `SEEDS=200000` plays more; `FIRST_SEED=7 SEEDS=1` plays one again.
 */
import test from "ava";
import { faults } from "./fault.ts";
import { simulate } from "./simulation.ts";

const seeds = Number(process.env["SEEDS"] ?? 2000);
const firstSeed = Number(process.env["FIRST_SEED"] ?? 1);
const mostSeeds = 100;

test.serial("nothing is lost, applied twice or decided differently", async (t) => {
	const sum = { done: 0, refused: 0, unknown: 0, lives: 0 };
	for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
		const outcome = await simulate(seed);
		t.deepEqual(outcome.wrong, [], `seed ${seed}`);
		sum.done += outcome.done;
		sum.refused += outcome.refused;
		sum.unknown += outcome.unknown;
		sum.lives += outcome.lives;
	}
	t.log(`${seeds} seeds: ${JSON.stringify(sum)}`);
	t.true(sum.done > 10 * seeds && sum.refused > seeds && sum.lives > 4 * seeds);
});

for (const fault of faults) {
	test.serial(`found: ${fault}`, async (t) => {
		for (let seed = 1; seed <= mostSeeds; seed++) {
			const { wrong } = await simulate(seed, fault);
			if (wrong.length > 0) {
				t.log(`seed ${seed}: ${wrong[0]!.slice(0, 300)}`);
				t.pass();
				return;
			}
		}
		t.fail(`${mostSeeds} seeds have not found it`);
	});
}
