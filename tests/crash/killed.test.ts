/**
 * A slice of the killed-process runs; `npm run crash` has the rest. Planted faults come first: they must be caught.
 */
import { join } from "node:path";
import test from "ava";
import { temporaryFolder } from "../cli/program.ts";
import { killBirths } from "./killed/birth.ts";
import { killRound } from "./killed/round.ts";

for (const fault of ["early", "torn"]) {
	test.serial(`a planted fault is caught: ${fault}`, async (t) => {
		const { wrong } = await killRound({ directory: join(temporaryFolder(t), "data"), seed: 11, cycles: 15, fault });
		t.true(wrong.length > 0);
	});
}

test.serial("ten kills under load lose nothing, repeat no id and leave nothing half-done", async (t) => {
	const { wrong, acknowledged } = await killRound({ directory: join(temporaryFolder(t), "data"), seed: 5, cycles: 10 });
	t.deepEqual(wrong, []);
	t.true(acknowledged > 20);
});

test.serial("a first start that was killed is finished by the next", async (t) => {
	t.deepEqual(await killBirths({ folder: temporaryFolder(t), seed: 3, cycles: 3 }), []);
});
