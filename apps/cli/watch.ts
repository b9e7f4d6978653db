/**
 * `--watch`: runs the command in a process of its own, and again whenever a plugin's file or the script changes.
 *
 * Watched are the script, and of every plugin the modules in its folder, since a plugin may import them.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { findPlugin, withoutOptions } from "../compose/plugin-file.ts";
import { UsageError } from "../compose/usage-error.ts";
import type { Options } from "./options.ts";

/** An editor writes a file in several steps. */
const settleMs = 100;

/**
 * Runs the command of this process until a signal ends it, and returns the exit code of its last run.
 * @param script of `verso run`
 * @throws UsageError where there is no file to watch
 */
export async function runWatched(options: Options, script?: string): Promise<number> {
	const plugins = pluginFiles(options);
	const files = [...plugins, ...(script === undefined ? [] : [resolve(script)])];
	if (files.length === 0 || script === "-") {
		throw new UsageError("--watch wants a file to watch: a plugin's, or a script's", 2);
	}
	const change = new Change(files, () => stampsOf(plugins, script));
	let child: Started | undefined;
	for (const signal of ["SIGTERM", "SIGINT"] as const) {
		process.on(signal, () => {
			change.end();
			// A terminal sends Ctrl-C to the child as well, and a second signal would break it off.
			if (signal === "SIGTERM" || process.stdin.isTTY !== true) {
				child?.process.kill(signal);
			}
		});
	}
	for (;;) {
		const running = start();
		child = running;
		const exitCode = await Promise.race([running.ended, change.next()]);
		if (exitCode !== undefined && !change.isEnding) {
			say("waiting for a change");
			await change.next();
		}
		if (change.isEnding) {
			return running.ended;
		}
		running.process.kill("SIGTERM");
		await running.ended;
		say("a file has changed: starting again");
	}
}

/** Waits for changes of files, until the program ends. */
class Change {
	isEnding = false;
	readonly #watchers: readonly FSWatcher[];
	readonly #stamps: () => string;
	#known: string;
	#wake: (() => void) | undefined;

	constructor(files: readonly string[], stamps: () => string) {
		this.#stamps = stamps;
		this.#known = stamps();
		const folders = new Set(files.map((file) => dirname(file)));
		this.#watchers = [...folders].map((folder) => watch(folder, () => setTimeout(() => this.#look(), settleMs)));
	}

	/** Resolves at once where something changed since the last call. */
	next(): Promise<undefined> {
		return new Promise((resolveNext) => {
			this.#wake = () => resolveNext(undefined);
			this.#look();
			if (this.isEnding) {
				this.#wake();
			}
		});
	}

	end(): void {
		this.isEnding = true;
		for (const each of this.#watchers) {
			each.close();
		}
		this.#wake?.();
	}

	#look(): void {
		const stamps = this.#stamps();
		if (stamps !== this.#known && this.#wake !== undefined) {
			this.#known = stamps;
			this.#wake();
			this.#wake = undefined;
		}
	}
}

interface Started {
	readonly process: ChildProcess;
	readonly ended: Promise<number>;
}

function start(): Started {
	const words = process.argv.slice(1).filter((word) => word !== "--watch");
	const child = spawn(process.execPath, [...process.execArgv, ...words], {
		stdio: "inherit",
		// It may come from the environment or a configuration file, too.
		env: { ...process.env, VERSO_WATCH: "off" },
	});
	return { process: child, ended: new Promise((resolveEnd) => child.on("close", (code) => resolveEnd(code ?? 1))) };
}

/** Those of `--plugin`, and of mixes. */
function pluginFiles(options: Options): readonly string[] {
	const mixed = options.list("mix").map((mix) => mix.slice(mix.indexOf("=") + 1));
	return [...options.list("plugin"), ...mixed].flatMap((word) => findPlugin(withoutOptions(word).address) ?? []);
}

/** Changes when one of the files does. */
function stampsOf(plugins: readonly string[], script: string | undefined): string {
	const modules = [...new Set(plugins.map((file) => dirname(file)))].flatMap((folder) =>
		readdirSync(folder)
			.filter((name) => /\.([cm]?[jt]s|json)$/.test(name))
			.map((name) => join(folder, name)),
	);
	return [...modules, ...(script === undefined ? [] : [script])]
		.map((file) => (existsSync(file) ? `${file} ${statSync(file).mtimeMs} ${statSync(file).size}` : file))
		.join("\n");
}

function say(sentence: string): void {
	process.stderr.write(`verso: ${sentence}\n`);
}
