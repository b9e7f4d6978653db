/**
 * Finds the file of a plugin: a file, a folder or a package, in the current folder and beside verso itself.
 *
 * Words of a configuration file are looked for beside it first (`pluginBeside`). A folder or package is entered as Node
 * does: `exports` and `main` of its package.json, else its index file.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** A plugin's word, split: `./mine.mjs?max=10`. */
interface PluginWord {
	readonly address: string;
	/** Options by name. */
	readonly given: ReadonlyMap<string, string>;
}

/** The name without its options; a file may have a question mark in its own. */
export function withoutOptions(name: string): PluginWord {
	const at = name.lastIndexOf("?");
	return at < 0 || existsSync(resolve(name))
		? { address: name, given: new Map() }
		: { address: name.slice(0, at), given: new Map(new URLSearchParams(name.slice(at + 1))) };
}

/** The folders in which a plugin is looked for, the first counts. */
export function pluginFolders(): readonly string[] {
	return [resolve("."), programFolder()];
}

/** Returns the file that an address names in one of the folders. */
export function findPlugin(address: string, folders: readonly string[] = pluginFolders()): string | undefined {
	for (const folder of folders) {
		const found = entryOf(resolve(folder, address)) ?? packageEntry(address, folder);
		if (found !== undefined) {
			return found;
		}
	}
	// By its bare name, one of those that verso brings along.
	const example = join(programFolder(), "plugins", "examples", `${address}.mjs`);
	return /^[\w-]+$/.test(address) && existsSync(example) ? example : undefined;
}

/** Returns a configuration file's word with its address absolute, where the plugin is beside that file. */
export function pluginBeside(word: string, folder: string): string {
	const { address } = withoutOptions(word);
	const found = findPlugin(address, [folder]);
	return found === undefined ? word : found + word.slice(address.length);
}

/** The folder of the nearest package.json, or the outermost one where there is none. */
export function packageFolder(inside: string): string {
	const around = dirname(inside);
	return existsSync(join(inside, "package.json")) || around === inside ? inside : packageFolder(around);
}

/** Where verso is installed: the folder of its package.json. */
function programFolder(): string {
	const folder = packageFolder(dirname(fileURLToPath(import.meta.url)));
	// Of a bundle's own package.json, which says no more than its kind of modules, the parent is meant.
	return folder.endsWith(join("bundle", "library")) ? resolve(folder, "..", "..", "..") : folder;
}

const indexNames = ["index.mjs", "index.js", "index.cjs", "index.ts"];

/** A file, or the file by which a folder is entered. */
function entryOf(path: string): string | undefined {
	if (!existsSync(path)) {
		return undefined;
	}
	if (!statSync(path).isDirectory()) {
		return path;
	}
	const description = join(path, "package.json");
	if (existsSync(description)) {
		const { exports, main } = JSON.parse(readFileSync(description, "utf8")) as { exports?: unknown; main?: unknown };
		const target = exported(exports) ?? (typeof main === "string" ? main : undefined);
		const found = target === undefined ? undefined : entryOf(join(path, target));
		if (found !== undefined) {
			return found;
		}
	}
	return indexNames.map((name) => join(path, name)).find((file) => existsSync(file));
}

/** The target of a package's own name in `exports`. */
function exported(exports: unknown): string | undefined {
	if (typeof exports === "string") {
		return exports;
	}
	if (typeof exports !== "object" || exports === null) {
		return undefined;
	}
	const targets = exports as Readonly<Record<string, unknown>>;
	if ("." in targets) {
		return exported(targets["."]);
	}
	return ["import", "node", "default", "require"]
		.map((condition) => exported(targets[condition]))
		.find((target) => target !== undefined);
}

function packageEntry(name: string, folder: string): string | undefined {
	if (/^[./]|^[a-z]:/i.test(name)) {
		return undefined;
	}
	const loader = createRequire(join(folder, "plugin.js"));
	for (const modules of loader.resolve.paths(name) ?? []) {
		const found = /^(@[^/]+\/)?[^/]+$/.test(name) ? entryOf(join(modules, name)) : undefined;
		if (found !== undefined) {
			return found;
		}
	}
	try {
		const found = loader.resolve(name);
		// Node's own modules have no file.
		return existsSync(found) ? found : undefined;
	} catch {
		return undefined;
	}
}
