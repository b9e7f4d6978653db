/**
 * CPU time of `verso compare` on a long script, beside that of playing the script once.
 *
 * Measured, 2-core VM shared by eight, 2026-11: 300 statements under six releases take 3.1 s of CPU time as documented
 * and 4.1 s as measured, instead of 8.7 and 20.3 s when every cause was looked for in the whole script. On a machine
 * that has other work it was 5.0 to 6.3 s where `verso run` of the script took 0.9 to 1.1 (2026-11-28).
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { temporaryFolder } from "../cli/program.ts";
import { longestRun } from "../longest-run.ts";
import { root } from "../root.ts";
import { upgradeScript } from "./upgrade-script.ts";

/** Times the CPU time of playing the script once, a start of the program included. Six releases are six plays. */
const mostPlays = 10;
const releases = ["2.1.0", "2.1.1", "2.1.2", "2.1.3", "2.1.5", "2.1.7"];

test("300 statements under six releases cost no more than ten plays of them", (t) => {
	const file = join(temporaryFolder(t), "upgrade.sql");
	writeFileSync(file, upgradeScript());
	const compared = cpuSeconds(["compare", file, ...releases.flatMap((release) => ["--version", release])]);
	t.is(compared.status, 1);
	t.regex(compared.stdout, /of 300 statements differ/);
	const played = cpuSeconds(["run", "--force", file]);
	t.log(`${compared.seconds.toFixed(1)} s of CPU time, ${(compared.seconds / played.seconds).toFixed(1)} plays`);
	t.true(played.seconds > 0 && compared.seconds < mostPlays * played.seconds);
});

/** `times` of the shell counts children that have ended. */
function cpuSeconds(words: readonly string[]): { stdout: string; status: number | null; seconds: number } {
	const program = join(root, "dist", "bundle", "verso.cjs");
	const { stdout, status } = spawnSync(
		"bash",
		["-c", '"$@"; code=$?; times; exit $code', "bash", process.execPath, program, ...words],
		{ encoding: "utf8", ...longestRun },
	);
	const [, ...times] = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\n$/.exec(stdout) ?? [];
	const [userMinutes = 0, user = 0, systemMinutes = 0, system = 0] = times.map(Number);
	return { stdout, status, seconds: (userMinutes + systemMinutes) * 60 + user + system };
}
