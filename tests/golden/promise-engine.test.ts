/**
 * Every golden script once more, on an engine that has the contract alone and answers everything with a promise.
 *
 * The answers are those of the scripts: nothing above the store may depend on what an engine offers besides.
 */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import type { OpenStore } from "../../apps/cli/open-database.ts";
import type { Store } from "../../core/store/contract.ts";
import { generalStore } from "../../core/store/general/general-store.ts";
import { root } from "../root.ts";
import { promiseStore } from "../store/promise-store.ts";
import { foldModes } from "./fold.ts";
import { playScript } from "./player.ts";
import { parseScript, printScript } from "./script.ts";

const folder = join(root, "tests", "golden", "scripts");
const scripts = (readdirSync(folder, { recursive: true }) as string[]).filter((file) => file.endsWith(".txt")).sort();

for (const file of scripts) {
	test(`on promises: ${file}`, async (t) => {
		const text = readFileSync(join(folder, file), "utf8");
		const lines = parseScript(text);
		const engines = new Map<string, Store>();
		const openStore: OpenStore = async (directory) => {
			mkdirSync(directory, { recursive: true });
			const engine = engines.get(directory) ?? promiseStore();
			engines.set(directory, engine);
			return generalStore(engine);
		};
		const played = await playScript(lines, openStore);
		t.is(printScript(lines, new Map([...played].map(([line, modes]) => [line, foldModes(modes)]))), text);
	});
}
