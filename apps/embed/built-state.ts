/**
 * States of new databases that were made when the library was built: one a page of the line and mode, as saved bytes.
 *
 * Without them, as when modules run one by one, and under mixes, quirks and plugins, a new database is made by its
 * statements.
 */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ComposedRules } from "./composed-rules.ts";

export function builtState({ composed, options }: ComposedRules): Uint8Array | undefined {
	const { mixes = [], quirks = [], plugins = [] } = options;
	if (mixes.length + quirks.length + plugins.length > 0) {
		return undefined;
	}
	const page = composed.book.pages.findLast(({ kind }) => kind === "release");
	const file = fileURLToPath(new URL(`./new/${page?.name}-${composed.mode}.bytes`, import.meta.url));
	return existsSync(file) ? readFileSync(file) : undefined;
}
