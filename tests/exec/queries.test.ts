/**
 * Query scripts under `queries/`, played on a kernel in memory and compared as text.
 *
 * After an intended change `npm test -- --update` rewrites the answers; the difference is reviewed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import type { Kernel } from "../../core/kernel.ts";
import { parseScript } from "../golden/script.ts";
import { openMemoryKernel } from "../memory-kernel.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import type { FastStore } from "../../core/store/fast-store.ts";
import { isUpdate } from "../root.ts";
import { playQueries, queryFolder, queryScripts } from "./query-script.ts";
import { slowStore } from "./slow-store.ts";

const kernelOn = (store: FastStore): Promise<Kernel> => openMemoryKernel({ release: "2.1.7" }, store);

for (const file of queryScripts) {
	const text = readFileSync(join(queryFolder, file), "utf8");
	const lines = parseScript(text);

	test(file, async (t) => {
		const printed = await playQueries(lines, await kernelOn(openMemoryStore()));
		if (isUpdate) {
			writeFileSync(join(queryFolder, file), printed);
		}
		t.is(printed, isUpdate ? printed : text);
	});

	test(`${file} on a store that answers with promises`, async (t) => {
		const printed = await playQueries(lines, await kernelOn(slowStore(openMemoryStore())));
		t.is(printed, isUpdate ? printed : text);
	});
}
