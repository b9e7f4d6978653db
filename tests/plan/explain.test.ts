/**
 * EXPLAIN scripts under `explain/`, over tables with rows, so that statistics decide.
 *
 * After an intended change `npm test -- --update` rewrites the answers; review the difference.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { playQueries } from "../exec/query-script.ts";
import { parseScript } from "../golden/script.ts";
import { openMemoryKernel } from "../memory-kernel.ts";
import { isUpdate, root } from "../root.ts";

const folder = join(root, "tests", "plan", "explain");

for (const file of readdirSync(folder)
	.filter((name) => name.endsWith(".txt"))
	.sort()) {
	test(file, async (t) => {
		const text = readFileSync(join(folder, file), "utf8");
		const printed = await playQueries(parseScript(text), await openMemoryKernel({ release: "2.1.7" }));
		if (isUpdate) {
			writeFileSync(join(folder, file), printed);
		}
		t.is(printed, isUpdate ? printed : text);
	});
}
