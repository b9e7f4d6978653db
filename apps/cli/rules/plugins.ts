/**
 * `verso plugins`: the plugins in force, with their files, hashes, options, switches and hooks.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page, PageOption, RuleBook, Switch } from "../../../core/index.ts";
import { loadPlugin } from "../../compose/plugin.ts";
import { findPlugin, pluginFolders, withoutOptions } from "../../compose/plugin-file.ts";
import { composeFrom } from "../open-database.ts";
import type { Options } from "../options.ts";
import { printTable } from "../table.ts";

interface ListedPlugin {
	/** As it was asked for, with its options. */
	readonly word: string;
	readonly name: string;
	readonly kind: Page["kind"];
	readonly file: string;
	/** `name@version` of the package that the file is of; null outside of packages. */
	readonly package: string | null;
	/** SHA-256 of the file, in hexadecimal. */
	readonly hash: string;
	readonly options: readonly PageOption[];
	readonly switches: readonly Switch[];
	readonly hooks: readonly { readonly hook: string; readonly rule: string; readonly questions: readonly string[] }[];
	readonly notes: readonly string[];
}

/** Prints the plugins that the options ask for. Throws UsageError where one cannot be laid over the release. */
export async function printPlugins(options: Options, json: boolean): Promise<string> {
	const { inForce, book } = await composeFrom(options);
	const listed: ListedPlugin[] = [];
	for (const word of options.list("plugin")) {
		listed.push(await listedPlugin(word, book));
	}
	if (json) {
		return `${JSON.stringify({ format: 1, inForce, lookedIn: pluginFolders(), plugins: listed }, undefined, 2)}\n`;
	}
	if (listed.length === 0) {
		return (
			`verso ${inForce}: no plugins\n` +
			`--plugin FILE, or plugin = ["FILE"] in a configuration file, adds one; names are looked for in ` +
			`${pluginFolders().join(" and ")}.\n`
		);
	}
	return `verso ${inForce}\n${listed.map(printed).join("")}`;
}

async function listedPlugin(word: string, book: RuleBook): Promise<ListedPlugin> {
	const page = await loadPlugin(word);
	const file = findPlugin(withoutOptions(word).address) ?? word;
	const { name, kind } = page;
	const own = page.changes.map(({ hook: { hook } }) => ({
		hook,
		origin: book.origins(hook).findLast((origin) => origin.name === name && origin.from === kind),
	}));
	const before = new Set(book.withoutPlugins().switches().map(switchName));
	return {
		word,
		name,
		kind,
		file,
		package: packageOf(file),
		hash: createHash("sha256").update(readFileSync(file)).digest("hex"),
		options: page.options ?? [],
		switches: book.switches().filter((each) => !before.has(switchName(each))),
		hooks: own.map(({ hook, origin }) => ({ hook, rule: origin?.rule ?? "", questions: origin?.questions ?? [] })),
		notes: page.changes.map(({ note }) => note),
	};
}

function switchName({ surface, name }: Switch): string {
	return `${surface} ${name}`;
}

/** Of the nearest package.json above the file. */
function packageOf(file: string): string | null {
	for (let folder = dirname(file); ; folder = dirname(folder)) {
		const description = join(folder, "package.json");
		if (existsSync(description)) {
			const { name, version } = JSON.parse(readFileSync(description, "utf8")) as { name?: string; version?: string };
			return name === undefined ? null : `${name}@${version ?? "?"}`;
		}
		if (dirname(folder) === folder) {
			return null;
		}
	}
}

const shownHashLength = 12;

function printed(plugin: ListedPlugin): string {
	const facts = [
		["plugin", plugin.kind === "release" ? `${plugin.name} (a release)` : plugin.name],
		["file", plugin.file],
		...(plugin.package === null ? [] : [["package", plugin.package]]),
		["sha-256", plugin.hash.slice(0, shownHashLength)],
		...plugin.options.map(({ name, value, takes, about }) => [`option ${name}`, `${value} (${takes}): ${about}`]),
		...plugin.switches.map(({ surface, name, about }) => [`${surface} ${name}`, about]),
		...plugin.hooks.map(({ hook, rule, questions }, at) => [
			hook,
			`${rule}: ${questions.join(", ")}\n${plugin.notes[at] ?? ""}`,
		]),
	];
	return printTable(["fact", "value"], facts);
}
