/**
 * Plays the scripts beside this file: each on a database of its own, as the newest release.
 *
 * In: `scripts/*.txt`. Out: a test a script. `npm test -- --update session` rewrites their answers.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { openTestKernel, runScript } from "../client.ts";
import { root } from "../root.ts";

const folder = join(root, "tests", "session", "scripts");

for (const file of readdirSync(folder).sort()) {
	test(file, async (t) => {
		const path = join(folder, file);
		const script = readFileSync(path, "utf8");
		const [, release] = /^# release (\S+)/.exec(script) ?? [];
		const kernel = await openTestKernel(release);
		const played = await runScript(kernel, script);
		await kernel.close();
		if (process.env.VERSO_UPDATE === "1") {
			writeFileSync(path, played);
		}
		t.is(played, process.env.VERSO_UPDATE === "1" ? played : script);
	});
}
