/**
 * Golden scripts on what `open()` gives, and on a fork of a new data directory: both answer what a server does, on
 * every release.
 *
 * Every eighth script that starts once in its directory; `VERSO_ALL=1` plays all of them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { foldModes } from "../golden/fold.ts";
import { playScript } from "../golden/player.ts";
import { type Line, parseScript, printScript } from "../golden/script.ts";
import type { Served } from "../golden/server.ts";
import { root } from "../root.ts";

const folder = join(root, "tests", "golden", "scripts");
const all = (readdirSync(folder, { recursive: true }) as string[])
	.filter((file) => file.endsWith(".txt"))
	.sort()
	.map((file) => ({ file, lines: parseScript(readFileSync(join(folder, file), "utf8")) }))
	.filter(({ lines }) => !lines.some(({ kind }) => kind === "upgrade"));
const everyEighth = (_each: unknown, at: number): boolean => process.env["VERSO_ALL"] === "1" || at % 8 === 0;

/** Flags that `open()` has as options. */
const known = ["--mix", "--quirk", "--plugin"];
const isForOpen = (line: Line): boolean =>
	line.kind === "options"
		? line.options.every((word) => !word.startsWith("--") || known.includes(word))
		: line.kind !== "start" || line.config.length === 0;

for (const { file, lines } of all.filter(everyEighth)) {
	test.serial(`fork, ${file}`, (t) => playAndCompare(t, file, lines, "fork"));
}

for (const { file, lines } of all.filter(({ lines: each }) => each.every(isForOpen)).filter(everyEighth)) {
	test.serial(`open(), ${file}`, (t) => playAndCompare(t, file, lines, "library"));
}

async function playAndCompare(
	t: ExecutionContext,
	file: string,
	lines: readonly Line[],
	served: Served,
): Promise<void> {
	const played = await playScript(lines, undefined, served);
	const answers = new Map([...played].map(([line, modes]) => [line, foldModes(modes)]));
	t.is(printScript(lines, answers), readFileSync(join(folder, file), "utf8"));
}
