/**
 * Definition scripts: data definition, SHOW and information_schema, played on the memory store and compared as text.
 */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import { isUpdate, root } from "../root.ts";
import { playText } from "./script.ts";
import { slowStore } from "./slow-store.ts";

const folder = join(root, "tests", "exec");

for (const file of readdirSync(folder)
	.filter((name) => name.endsWith(".txt"))
	.sort()) {
	test(file, async (t) => {
		const text = readFileSync(join(folder, file), "utf8");
		const played = await playText(text);
		if (isUpdate) {
			writeFileSync(join(folder, file), played);
		}
		t.is(played, isUpdate ? played : text);
	});

	test(`${file} on a store that answers with promises`, async (t) => {
		const text = readFileSync(join(folder, file), "utf8");
		t.is(await playText(text, slowStore(openMemoryStore())), text);
	});
}
