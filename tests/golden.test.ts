/**
 * Golden scripts under `golden/scripts/`, played on every release over the real protocol and HTTP, compared as text.
 *
 * Under `--update` the scripts are rewritten.
 */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { foldModes } from "./golden/fold.ts";
import { playScript } from "./golden/player.ts";
import { parseScript, printScript } from "./golden/script.ts";
import { isUpdate, root } from "./root.ts";

const folder = join(root, "tests", "golden", "scripts");
const scripts = (readdirSync(folder, { recursive: true }) as string[]).filter((file) => file.endsWith(".txt")).sort();

for (const file of scripts) {
	test.serial(file, async (t) => {
		const text = readFileSync(join(folder, file), "utf8");
		const lines = parseScript(text);
		const played = await playScript(lines);
		const answers = new Map([...played].map(([line, modes]) => [line, foldModes(modes)]));
		const printed = printScript(lines, answers);
		if (isUpdate && process.env["VERSO_FALLBACKS"] === undefined) {
			writeFileSync(join(folder, file), printed);
		}
		t.is(printed, isUpdate ? printed : text);
	});
}
