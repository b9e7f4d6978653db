/**
 * Files of a server: other accounts of the machine read neither data nor logs, unless the group is meant to.
 */
import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { runVerso, serveVerso, temporaryFolder } from "./program.ts";

/** The permissions of a folder and of everything in it. */
function modesIn(path: string): Map<string, number> {
	const modes = new Map([[path, statSync(path).mode & 0o777]]);
	for (const entry of readdirSync(path, { withFileTypes: true })) {
		const inner = join(path, entry.name);
		if (entry.isDirectory()) {
			modesIn(inner).forEach((mode, name) => modes.set(name, mode));
		} else {
			modes.set(inner, statSync(inner).mode & 0o777);
		}
	}
	return modes;
}

const statements =
	"create database d; create table d.t (a int); insert into d.t values (1); set global general_log = 1; select 1;";

for (const [mode, forbidden] of [
	["0700", 0o077],
	["0750", 0o027],
] as const) {
	test(`--data-dir-mode ${mode}`, async (t) => {
		const folder = join(temporaryFolder(t), "data");
		// A directory of an older release, open to all.
		mkdirSync(folder);
		chmodSync(folder, 0o755);
		const flags = ["--data-dir", folder, "--data-dir-mode", mode];
		const { exitCode, stderr } = await runVerso(["run", "-", ...flags], { input: statements });
		t.is(exitCode, 0, stderr);
		const socket = join(folder, "..", "s");
		await serveVerso(t, ["serve", ...flags, "--port", "0", "--http-port", "0", "--socket", socket]);
		const open = [...modesIn(folder)].filter(([, found]) => (found & forbidden) !== 0);
		t.deepEqual(open, []);
		t.is(statSync(folder).mode & 0o777, Number.parseInt(mode, 8) & 0o755);
		t.is(statSync(socket).mode & 0o777, 0o777, "clients of other accounts may connect");
		const copy = join(folder, "..", "copy");
		const made = await runVerso(["backup", folder, copy]);
		t.is(made.exitCode, 0, made.stderr);
		t.deepEqual(
			[...modesIn(copy)].filter(([, found]) => (found & forbidden) !== 0),
			[],
		);
	});
}
