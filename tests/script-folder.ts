/**
 * A folder of scripts as tests: each on a database of its own, in memory; and again on a store that answers with
 * promises.
 *
 * In: a folder of `*.txt`; one that begins `# release X` runs as that release, others as the newest. Out: two tests a
 * script. `npm test -- --update` rewrites their answers.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { openMemoryStore } from "../core/store/memory/memory.ts";
import type { FastStore } from "../core/store/fast-store.ts";
import { openTestKernel, runScript } from "./client.ts";
import { slowStore } from "./exec/slow-store.ts";
import { isUpdate } from "./root.ts";

async function play(script: string, store: FastStore): Promise<string> {
	const [, release] = /^# release (\S+)/.exec(script) ?? [];
	const kernel = await openTestKernel(release, store);
	const played = await runScript(kernel, script);
	await kernel.close();
	return played;
}

export function playFolder(folder: string): void {
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
}
