/**
 * Rule books of a library's databases, composed once for each wish.
 */
import type { Page, RuleBook } from "../../core/index.ts";
import { type BookWish, type ComposedBook, composeBook } from "../compose/book.ts";
import { loadPlugin } from "../compose/plugin.ts";
import { pageOf } from "../testing/tested-plugin.ts";
import type { RuleOptions } from "./open-options.ts";

export interface ComposedRules {
	readonly composed: ComposedBook;
	/** As it was asked for. */
	readonly options: RuleOptions;
}

const byWish = new Map<string, Promise<ComposedRules>>();

/** Throws UsageError for an unknown release, mix, quirk or plugin. */
export function composedRules(options: RuleOptions): Promise<ComposedRules> {
	const { plugins = [] } = options;
	// A file may be another by the next time, and a function has no name to go by.
	if (plugins.length > 0) {
		return compose(options);
	}
	const { version, as, mixes, quirks } = options;
	const key = JSON.stringify([version, as, mixes, quirks]);
	let rules = byWish.get(key);
	if (rules === undefined) {
		rules = compose(options);
		byWish.set(key, rules);
		rules.catch(() => byWish.delete(key));
	}
	return rules;
}

async function compose(options: RuleOptions): Promise<ComposedRules> {
	const { version, as, mixes, quirks, plugins = [] } = options;
	const pages: readonly Page[] = await Promise.all(
		plugins.map((plugin) => (typeof plugin === "string" ? loadPlugin(plugin) : pageOf(plugin))),
	);
	const wish: BookWish = {
		...(version === undefined ? {} : { release: version }),
		...(as === undefined ? {} : { mode: as }),
		...(mixes === undefined ? {} : { mixes }),
		...(quirks === undefined ? {} : { quirks }),
		pages,
	};
	return { composed: await composeBook(wish), options };
}

/** Whether a fork's own options are other rules than those it would have. */
export function hasRules({ version, as, mixes, quirks, plugins }: RuleOptions): boolean {
	return [version, as, mixes, quirks, plugins].some((each) => each !== undefined);
}

export type { RuleBook };
