/**
 * Runs each script of a folder as two tests: on the memory store, and on a store whose reads return promises.
 *
 * A script `*.txt` has its own database; one that begins with `# release X` runs as that release, others as the
 * newest. `npm test -- --update` rewrites the answers.
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

		test(`${file}, with promises`, async (t) => {
			const script = readFileSync(path, "utf8");
			t.is(await play(script, slowStore(openMemoryStore())), isUpdate ? await play(script, openMemoryStore()) : script);
		});
	}
}
