/**
 * States of new databases that were made when the library was built: one a page of the line and mode, as saved bytes.
 *
 * Without them, as when modules run one by one, and under mixes, quirks and plugins, a new database is made by its
 * statements.
 */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RuleBook } from "../../core/index.ts";
import type { Mode } from "../compose/book.ts";
import type { ComposedRules } from "./composed-rules.ts";

export function builtState({ composed, options }: ComposedRules): Uint8Array | undefined {
	const { mixes = [], quirks = [], plugins = [] } = options;
	return mixes.length + quirks.length + plugins.length > 0 ? undefined : builtStateOf(composed.book, composed.mode);
}

/** `book`: of a release as it is. */
export function builtStateOf(book: RuleBook, mode: Mode): Uint8Array | undefined {
	const page = book.pages.findLast(({ kind }) => kind === "release");
	return folders
		.map((folder) => fileURLToPath(new URL(`${folder}/${page?.name}-${mode}.bytes`, import.meta.url)))
		.filter((file) => existsSync(file))
		.map((file) => readFileSync(file))
		.at(0);
}

/** Beside the library's engine, and as the program sees it. */
const folders = ["./new", "./library/new"];
