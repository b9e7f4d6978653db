/**
 * Attacks by files: mutated configuration files, plugins and dumps, each given to a program of its own.
 *
 * It ends with an exit code and sentences, never by a signal or with a stack trace.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../root.ts";
import { programBundle } from "../cli/program-file.ts";
import type { Attack, Field } from "./attack.ts";
import { everyRound } from "./every-round.ts";
import type { Mutator } from "./mutator.ts";
import { sampleStatements } from "./sample-statements.ts";

const longestMs = 60_000;

interface Ended {
	readonly exitCode: number | null;
	readonly stderr: string;
}

function play(words: readonly string[]): Promise<Ended> {
	return new Promise((resolve) => {
		const child = spawn(process.execPath, [programBundle, "run", ...words], {
			stdio: ["ignore", "ignore", "pipe"],
			timeout: longestMs,
			killSignal: "SIGKILL",
		});
		let stderr = "";
		child.stderr.on("data", (bytes: Buffer) => {
			stderr = (stderr + bytes.toString()).slice(-20_000);
		});
		child.on("close", (exitCode) => resolve({ exitCode, stderr }));
	});
}

function faultOf({ exitCode, stderr }: Ended, what: string): string | undefined {
	if (exitCode === null) {
		return `${what}: the program was ended or took more than ${longestMs / 1000} s: ${stderr.slice(-200)}`;
	}
	const own = /Internal error.*|\n\s+at .*/.exec(stderr)?.[0];
	return own === undefined ? undefined : `${what}: ${own.trim()}`;
}

/** Plays mutations of one file; `words`: how the program is given it. */
async function eachMutation(
	field: Field,
	make: (mutator: Mutator) => Buffer,
	name: string,
	words: (file: string, folder: string) => readonly string[],
): Promise<readonly string[]> {
	const folder = mkdtempSync(join(tmpdir(), "verso-trust-files-"));
	try {
		const round = async (mutator: Mutator): Promise<string | undefined> => {
			const file = join(folder, name);
			const bytes = make(mutator);
			writeFileSync(file, bytes);
			return faultOf(await play(words(file, folder)), JSON.stringify(bytes.toString("latin1").slice(0, 300)));
		};
		return await everyRound(field, 1, round, 1);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const config = Buffer.from(
	'version = "2.1.3"\nlog-level = "error"\nmemory = true\nmix = ["insert-check=2.0"]\n[security]\nx = 1\ncheck_mb4_value_in_utf8 = false\n',
);

const programsBeside = { boundMs: 100, why: "programs start beside the server, on the same cores" } as const;

export const fileAttacks: readonly Attack[] = [
	{
		name: "mutated configuration files",
		rounds: { usual: 6, long: 5000 },
		slowOften: programsBeside,
		run: (field) =>
			eachMutation(
				field,
				(mutator) => mutator.bytes(config, [config]),
				"config.toml",
				(file, folder) => {
					writeFileSync(join(folder, "one.sql"), "select 1;");
					return [join(folder, "one.sql"), "--config", file];
				},
			),
	},
	{
		name: "mutated plugins",
		rounds: { usual: 6, long: 5000 },
		slowOften: programsBeside,
		run(field) {
			const plugin = readFileSync(join(root, "plugins", "examples", "limit-text.mjs"));
			return eachMutation(
				field,
				(mutator) => mutator.bytes(plugin, [plugin]),
				"plugin.mjs",
				(file, folder) => {
					writeFileSync(join(folder, "one.sql"), "create table t (a int); insert into t values (1);");
					return [join(folder, "one.sql"), "--plugin", file];
				},
			);
		},
	},
	{
		name: "mutated dumps of 200 statements",
		rounds: { usual: 2, long: 2000 },
		slowOften: programsBeside,
		run(field) {
			const samples = sampleStatements();
			const dump = (mutator: Mutator): Buffer =>
				Buffer.from(Array.from({ length: 200 }, () => mutator.statement(mutator.one(samples), samples)).join(";\n"));
			return eachMutation(field, dump, "dump.sql", (file) => [file, "--force"]);
		},
	},
];
