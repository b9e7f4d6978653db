/**
 * Plays the scripts beside this file: several accounts on one database, in memory; and again on a store that answers with promises.
 *
 * In: `scripts/*.txt`. Out: two tests a script. `npm test -- --update rights` rewrites their answers.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { openMemoryStore } from "../../core/store/memory.ts";
import type { Store } from "../../core/store/store.ts";
import { openTestKernel, runScript } from "../client.ts";
import { slowStore } from "../exec/slow-store.ts";
import { isUpdate, root } from "../root.ts";

const folder = join(root, "tests", "rights", "scripts");

async function play(script: string, store: Store): Promise<string> {
	const kernel = await openTestKernel(undefined, store);
	const played = await runScript(kernel, script);
	await kernel.close();
	return played;
}

for (const file of readdirSync(folder).sort()) {
	const path = join(folder, file);
	test(file, async (t) => {
		const script = readFileSync(path, "utf8");
		const played = await play(script, openMemoryStore());
		if (isUpdate) {
			writeFileSync(path, played);
		}
		t.is(played, isUpdate ? played : script);
	});

	test(`${file}, slowly`, async (t) => {
		const script = readFileSync(path, "utf8");
		t.is(await play(script, slowStore(openMemoryStore())), isUpdate ? await play(script, openMemoryStore()) : script);
	});
}
