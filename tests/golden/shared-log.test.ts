/**
 * Every golden script once more, on a store whose commits go through a shared log: the answers are the same.
 */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import type { OpenStore } from "../../apps/cli/open-database.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import type { LocalFile } from "../../core/store/shared-log/fold.ts";
import { MemoryLog } from "../../core/store/shared-log/memory-log.ts";
import { root } from "../root.ts";
import { joined } from "../store/shared-log/joined.ts";
import { foldModes } from "./fold.ts";
import { playScript } from "./player.ts";
import { parseScript, printScript } from "./script.ts";

const folder = join(root, "tests", "golden", "scripts");
const scripts = (readdirSync(folder, { recursive: true }) as string[]).filter((file) => file.endsWith(".txt")).sort();

/** A data directory between two servers: its file, which stays open, and the log. */
interface Left {
	readonly file: LocalFile;
	readonly log: MemoryLog;
}

function newLeft(): Left {
	const memory = openMemoryStore();
	const file: LocalFile = {
		snapshot: () => memory.snapshot(),
		commit: (batch) => memory.commit(batch),
		check: () => memory.check(),
		close: async () => {},
	};
	return { file, log: new MemoryLog() };
}

for (const name of scripts) {
	test.serial(`over a log: ${name}`, async (t) => {
		const text = readFileSync(join(folder, name), "utf8");
		const lines = parseScript(text);
		const directories = new Map<string, Left>();
		const openStore: OpenStore = async (directory) => {
			mkdirSync(directory, { recursive: true });
			const left = directories.get(directory) ?? newLeft();
			directories.set(directory, left);
			return joined(left.file, { log: left.log.connect(), foldBytes: 1 << 16 });
		};
		const played = await playScript(lines, openStore);
		t.is(printScript(lines, new Map([...played].map(([line, modes]) => [line, foldModes(modes)]))), text);
	});
}
