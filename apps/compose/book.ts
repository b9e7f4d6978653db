/**
 * Makes the rule book a server runs on from what its user asked for.
 *
 * In: a release, a mode, mixes, quirks and plugins by name. Out: the book, or a sentence that says what is wrong with
 * the wish.
 */
import { type RuleBook, PageRefused } from "../../core/index.ts";
import { bookOf, isRelease, newestRelease, releaseNames } from "../../plugins/index.ts";
import { loadPlugin } from "./plugin.ts";
import { measuredBook, quirked } from "./quirked-book.ts";
import { UsageError } from "./usage-error.ts";

/** How a release behaves: as its documentation says, or as its servers were seen to. */
export type Mode = "documented" | "measured";

export interface BookWish {
	/** As asked for: `2.1.4` stays `2.1.4`, whatever page it runs on. Default: the newest. */
	readonly release?: string;
	readonly mode?: Mode;
	/** `insert-check=2.0`, `insert-check.text=2.0`, `insert-check=./mine.mjs` ... */
	readonly mixes?: readonly string[];
	/** Single quirks by name, whatever the release. */
	readonly quirks?: readonly string[];
	/** Files or packages. */
	readonly plugins?: readonly string[];
}

export interface ComposedBook {
	readonly release: string;
	readonly mode: Mode;
	readonly book: RuleBook;
}

/** Throws UsageError (exit code 2 for an unknown release, 1 for all else). */
export async function composeBook(wish: BookWish): Promise<ComposedBook> {
	const release = wish.release ?? newestRelease;
	checkRelease(release);
	const mode = wish.mode ?? "documented";
	let book = bookIn(mode, release);
	for (const mix of wish.mixes ?? []) {
		book = await mixed(book, mix, mode, release);
	}
	for (const quirk of wish.quirks ?? []) {
		book = quirked(book, quirk);
	}
	for (const plugin of wish.plugins ?? []) {
		const page = await loadPlugin(plugin);
		try {
			book = book.lay(page);
			// Declared switches are read here, while it is known which file they came from.
			book.switches();
		} catch (failure) {
			throw new UsageError(`plugin ${plugin} cannot be loaded: ${(failure as Error).message}`, 1);
		}
	}
	return { release, mode, book };
}

export function checkRelease(release: string): void {
	if (!isRelease(release)) {
		throw new UsageError(`unknown release ${release}; known releases are ${releaseNames.join(", ")}`, 2);
	}
}

function bookIn(mode: Mode, release: string): RuleBook {
	return mode === "measured" ? measuredBook(release) : bookOf(release);
}

/**
 * The book with a hook's rule, or with one question's answer, from another release in the same mode (whose quirks come
 * with it), or from a plugin over the release.
 */
async function mixed(book: RuleBook, mix: string, mode: Mode, release: string): Promise<RuleBook> {
	const [, part, source] = /^([^=]+)=(.*)$/.exec(mix) ?? [];
	if (part === undefined || source === undefined || (source.includes("=") && !isFile(source))) {
		throw new UsageError(
			`--mix wants HOOK=RELEASE or HOOK.QUESTION=RELEASE, such as insert-check=2.0, with a plugin's file for the release if you like, not ${mix}`,
			1,
		);
	}
	try {
		return isFile(source)
			? await mixedWithPlugin(book, part, source, bookIn(mode, release))
			: book.mix(part, bookOfKnown(mode, source));
	} catch (failure) {
		if (failure instanceof PageRefused) {
			throw new UsageError(`--mix ${mix}: ${failure.message}`, 1);
		}
		throw failure;
	}
}

/** A release is a number; a file has a folder or an ending. */
function isFile(source: string): boolean {
	return /[/\\]|\.[cm]?[jt]s(\?|$)/.test(source);
}

async function mixedWithPlugin(book: RuleBook, part: string, file: string, below: RuleBook): Promise<RuleBook> {
	const page = await loadPlugin(file);
	return book.mix(part, below.lay(page), page.name);
}

function bookOfKnown(mode: Mode, release: string): RuleBook {
	checkRelease(release);
	return bookIn(mode, release);
}
