/**
 * Golden scripts on forks: what a fork of a new data directory answers is what its server does, on every release.
 *
 * Every eighth script that starts once in its directory; `VERSO_ALL=1` plays all of them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { foldModes } from "../golden/fold.ts";
import { playScript } from "../golden/player.ts";
import { parseScript, printScript } from "../golden/script.ts";
import { root } from "../root.ts";

const folder = join(root, "tests", "golden", "scripts");
const all = (readdirSync(folder, { recursive: true }) as string[])
	.filter((file) => file.endsWith(".txt"))
	.sort()
	.map((file) => ({ file, lines: parseScript(readFileSync(join(folder, file), "utf8")) }))
	.filter(({ lines }) => !lines.some(({ kind }) => kind === "upgrade"));
const chosen = process.env["VERSO_ALL"] === "1" ? all : all.filter((_each, at) => at % 8 === 0);

for (const { file, lines } of chosen) {
	test.serial(file, async (t) => {
		const played = await playScript(lines, undefined, true);
		const answers = new Map([...played].map(([line, modes]) => [line, foldModes(modes)]));
		t.is(printScript(lines, answers), readFileSync(join(folder, file), "utf8"));
	});
}
