/**
 * Loads a plugin: a module whose default export takes the kit and returns a page.
 *
 * Options follow the name as in an address: `./mine.mjs?max=10&mode=strict`. What is wrong is one sentence, which names
 * the file and the cause.
 */
import { pathToFileURL } from "node:url";
import { kitWith, OptionReader, type Page, rules } from "../../core/index.ts";
import { importSentence, refused, sentence, typeScriptRefusal } from "./plugin-failure.ts";
import { findPlugin, pluginFolders, withoutOptions } from "./plugin-file.ts";

export async function loadPlugin(name: string): Promise<Page> {
	const { address, given } = withoutOptions(name);
	const reader = new OptionReader(given);
	const make = await importDefault(name, address);
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

async function importDefault(name: string, address: string): Promise<unknown> {
	const folders = pluginFolders();
	const file = findPlugin(address, folders);
	if (file === undefined) {
		throw refused(name, `there is no such file or package in ${folders.join(" or ")}`);
	}
	const cause = typeScriptRefusal(file);
	if (cause !== undefined) {
		throw refused(name, cause);
	}
	// Where `verso-db/rules` looks: a plugin that imports it gets this program's classes and no second set of them.
	Object.defineProperty(globalThis, Symbol.for("verso-db/rules"), { value: rules, configurable: true });
	try {
		const module = (await import(pathToFileURL(file).href)) as { default?: unknown };
		// CommonJS that was compiled from a module has its default export one level deeper.
		const { default: exported } = module;
		return typeof exported === "object" && exported !== null && "default" in exported ? exported.default : exported;
	} catch (failure) {
		throw refused(name, await importSentence(failure, file));
	}
}

function isPage(value: unknown): value is Page {
	const page = value as Partial<Page> | null | undefined;
	return typeof page === "object" && page !== null && typeof page.name === "string" && Array.isArray(page.changes);
}
