/**
 * Plugin under test: a function or a page, and its options.
 */
import { kitWith, OptionReader, type Page, type Plugin } from "../../core/index.ts";

/** A plugin as its module exports it by default, or the page that it returns. */
export type TestedPlugin = Plugin | Page;

/** Options of a plugin by name, as after `--plugin mine.mjs?`. */
export type OptionWords = Readonly<Record<string, string | number | boolean>>;

/** The page of a plugin with its options. */
export function pageOf(plugin: TestedPlugin, options: OptionWords = {}): Page {
	if (typeof plugin !== "function") {
		return plugin;
	}
	const reader = new OptionReader(new Map(Object.entries(options).map(([name, value]) => [name, String(value)])));
	const page = plugin(kitWith(reader));
	if (typeof (page as unknown) !== "object" || page === null) {
		throw new TypeError(`a plugin returns a page, not ${String(page)}`);
	}
	reader.refuseUnknown();
	return page;
}
