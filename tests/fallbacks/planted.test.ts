/**
 * A process with every fallback forced gives the usual answers and uses no internal; a fault planted in a fallback, or
 * an internal that is used nevertheless, is found.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { fastPaths } from "../../core/async/fast-path.ts";
import { longestRun } from "../longest-run.ts";
import { programModules } from "../cli/program-file.ts";
import { root } from "../root.ts";
import { readSources } from "../tidy/source.ts";
import type { Fault } from "./plant.ts";

const folder = join(root, "dist", "tests", "fallbacks");
const probe = join(folder, "probe.js");
const forced = { VERSO_FALLBACKS: "all" };
const trapped = ["--import", join(folder, "trapped.js")];

/** One in the fallback of each internal that has code of its own there. */
const faults: readonly Fault[] = [
	{ module: "core/types/text/native-latin1.js", text: 'toString("latin1"', planted: 'toString("ascii"' },
	{ module: "core/types/text/native-latin1.js", text: 'length, "latin1"', planted: 'length, "utf8"' },
	{ module: "core/store/lmdb/range-cursor.js", text: "this.#reverse = true;", planted: "this.#reverse = false;" },
	{ module: "core/store/lmdb/lmdb-environment.js", text: "database.getStats()", planted: "({ lastTxnId: 0 })" },
	{ module: "core/store/lmdb/sliced-write.js", text: "return runToEnd(steps);", planted: "return undefined;" },
	{ module: "core/store/wal/log-file.js", text: "Buffer.alloc(bytes)", planted: "Buffer.alloc(0)" },
	{ module: "core/exec/operators/group-table.js", text: "at = 0; at < operands", planted: "at = 1; at < operands" },
	{
		module: "apps/server/socket-writer.js",
		text: '"left") {\n            this',
		planted: '"taken") {\n            this',
	},
	{ module: "apps/server/socket-reader.js", text: 'stream.on("data", receive)', planted: "stream.resume()" },
];

test("the answers are the usual ones, and no internal is used", async (t) => {
	const usual = await run([probe], {});
	t.is(usual.exitCode, 0, usual.stderr);
	const without = await run([...trapped, probe], forced);
	t.is(without.exitCode, 0, without.stderr);
	t.deepEqual(JSON.parse(without.stdout), JSON.parse(usual.stdout));
	const unforced = await run([...trapped, probe], {});
	t.true(unforced.stdout !== usual.stdout, "the traps find a process that uses internals");
	for (const fault of faults) {
		const broken = await run(["--import", join(folder, "plant.js"), probe], {
			...forced,
			VERSO_TEST_FAULT: JSON.stringify(fault),
		});
		t.notRegex(broken.stderr, /does not hold/, "the fault is planted");
		t.true(broken.stdout !== usual.stdout, `${fault.module}: ${fault.planted}`);
	}
});

test("a server sets no flags of V8, and hooks into no collection", async (t) => {
	const serve = [programModules, "--port", "0", "--http-port", "0", "--data-dir"];
	const directory = mkdtempSync(join(tmpdir(), "verso-flags-"));
	t.teardown(() => rmSync(directory, { recursive: true, force: true }));
	t.is((await run([...trapped, ...serve, join(directory, "one")], forced, true)).exitCode, 0);
	t.not((await run([...trapped, ...serve, join(directory, "other")], {}, true)).exitCode, 0);
});

test("docs/decisions/platform-internals.md lists every fast path that has a switch, and each is used", (t) => {
	const page = readFileSync(join(root, "docs", "decisions", "platform-internals.md"), "utf8");
	t.deepEqual([...page.matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map(([, name]) => name).sort(), [...fastPaths].sort());
	const text = readSources()
		.filter(({ path }) => /^(core|apps)\//.test(path))
		.map((source) => source.text)
		.join("\n");
	t.deepEqual(
		fastPaths.filter((name) => !text.includes(`usesFastPath("${name}")`)),
		[],
	);
});

/** A probe that waits for an answer has lost it. */
const lostMs = 60_000;
/** A server sets its flags within so long after its ready line. */
const flagsMs = 4000;

async function run(
	words: readonly string[],
	environment: Readonly<Record<string, string>>,
	isServer = false,
): Promise<{ readonly stdout: string; readonly stderr: string; readonly exitCode: number | null }> {
	const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VERSO_")));
	const child = spawn(process.execPath, words, { env: { ...inherited, ...environment }, stdio: "pipe", ...longestRun });
	let stdout = "";
	let stderr = "";
	child.stdout.on("data", (bytes: Buffer) => {
		stdout += bytes.toString();
		if (isServer && stdout.includes("\n")) {
			setTimeout(() => child.kill("SIGTERM"), flagsMs).unref();
		}
	});
	child.stderr.on("data", (bytes: Buffer) => (stderr += bytes.toString()));
	const timer = setTimeout(() => child.kill("SIGKILL"), lostMs);
	const exitCode = await new Promise<number | null>((resolve) => child.on("close", resolve));
	clearTimeout(timer);
	return { stdout, stderr, exitCode };
}
