/**
 * Loads a plugin: a module whose default export takes the kit and returns a page.
 *
 * Options follow the name as in an address: `./mine.mjs?max=10&mode=strict`. What is wrong is one sentence, which names
 * the file and the cause.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { kitWith, OptionReader, type Page, rules } from "../../core/index.ts";
import { UsageError } from "./usage-error.ts";

export async function loadPlugin(name: string): Promise<Page> {
	const { address, given } = withoutOptions(name);
	const reader = new OptionReader(given);
	const make = await importDefault(address);
	if (typeof make !== "function") {
		throw refused(name, "its default export is not a function that takes the kit and returns a page");
	}
	let page: unknown;
	try {
		page = await make(kitWith(reader));
		reader.refuseUnknown();
	} catch (failure) {
		throw refused(name, sentence(failure));
	}
	if (!isPage(page)) {
		throw refused(name, "its function did not return a page; make one with kit.page(name, changes)");
	}
	return reader.declared.length === 0 ? page : Object.freeze({ ...page, options: reader.declared });
}

/** The name without its options; a file may have a question mark in its own. */
function withoutOptions(name: string): { readonly address: string; readonly given: ReadonlyMap<string, string> } {
	const at = name.lastIndexOf("?");
	return at < 0 || existsSync(resolve(name))
		? { address: name, given: new Map() }
		: { address: name.slice(0, at), given: new Map(new URLSearchParams(name.slice(at + 1))) };
}

async function importDefault(name: string): Promise<unknown> {
	const file = resolve(name);
	let address: string;
	try {
		address = existsSync(file) ? file : createRequire(resolve("plugin.js")).resolve(name);
	} catch {
		throw refused(name, "there is no such file or package");
	}
	// Where `verso-db/rules` looks: a plugin that imports it gets this program's classes and no second set of them.
	Object.defineProperty(globalThis, Symbol.for("verso-db/rules"), { value: rules, configurable: true });
	try {
		const module = (await import(pathToFileURL(address).href)) as { default?: unknown };
		return module.default;
	} catch (failure) {
		throw refused(name, sentence(failure));
	}
}

function isPage(value: unknown): value is Page {
	const page = value as Partial<Page> | null | undefined;
	return typeof page === "object" && page !== null && typeof page.name === "string" && Array.isArray(page.changes);
}

function refused(name: string, cause: string): UsageError {
	return new UsageError(`plugin ${name} cannot be loaded: ${cause}`, 1);
}

function sentence(failure: unknown): string {
	return (failure instanceof Error ? failure.message : String(failure)).split("\n", 1)[0] ?? "";
}
