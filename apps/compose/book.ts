/**
 * Makes the rule book a server runs on from what its user asked for.
 *
 * In: a release, a mode, mixes, quirks and plugins by name. Out: the book, or a sentence that says what is wrong with
 * the wish.
 */
import { type Page, PageRefused, type ReleaseBooks, type RuleBook } from "../../core/index.ts";
import { inForce } from "./in-force.ts";
import { loadPlugin } from "./plugin.ts";
import { quirked } from "./quirked-book.ts";
import { type Mode, ReleaseLine } from "./release-line.ts";
import { UsageError } from "./usage-error.ts";

export type { Mode } from "./release-line.ts";

export interface BookWish {
	/** As asked for: `2.1.4` stays `2.1.4`, whatever page it runs on. Default: the newest. */
	readonly release?: string;
	readonly mode?: Mode;
	/** `insert-check=2.0`, `insert-check.text=2.0`, `insert-check=./mine.mjs`; with + in front above the plugins. */
	readonly mixes?: readonly string[];
	/** Single quirks by name, whatever the release. */
	readonly quirks?: readonly string[];
	/** Files or packages, with their options. */
	readonly plugins?: readonly string[];
	/** Plugins that are loaded already, laid over the others. */
	readonly pages?: readonly Page[];
}

export interface ComposedBook {
	readonly release: string;
	readonly mode: Mode;
	readonly book: RuleBook;
	/** Release, mode, mixes, quirks and plugins in words. */
	readonly inForce: string;
	/** The other releases, with all else alike. */
	readonly others: ReleaseBooks;
}

/** Throws UsageError (exit code 2). */
export async function composeBook(wish: BookWish): Promise<ComposedBook> {
	const pages = [...(await Promise.all((wish.plugins ?? []).map(loadPlugin))), ...(wish.pages ?? [])];
	const line = new ReleaseLine(pages);
	const release = wish.release ?? line.newest;
	line.check(release);
	const mode = wish.mode ?? "documented";
	const base: Base = { line, mode, release };
	const mixes = wish.mixes ?? [];
	let book = line.bookOf(release, mode);
	for (const mix of mixes.filter((each) => !isAbove(each))) {
		book = await mixed(book, mix, mix, base);
	}
	for (const quirk of wish.quirks ?? []) {
		book = quirked(book, quirk);
	}
	pages.forEach((page, at) => {
		if (page.kind !== "release") {
			book = laid(book, page, wish.plugins?.[at] ?? page.name);
		}
	});
	for (const mix of mixes.filter(isAbove)) {
		book = await mixed(book, mix.slice(1), mix, base);
	}
	// A plugin that is a newer release has no part.
	const plugins = pages.flatMap((page, at) => (book.pages.includes(page) ? [wish.plugins?.[at] ?? page.name] : []));
	const others: ReleaseBooks = {
		releases: line.names.filter((name) => !name.endsWith("x")),
		book: async (other) => (line.isKnown(other) ? (await composeBook({ ...wish, release: other })).book : undefined),
	};
	return { release, mode, book, inForce: inForce({ ...wish, release, mode, plugins }), others };
}

/** Throws for an unknown release of the line itself. */
export function checkRelease(release: string): void {
	new ReleaseLine([]).check(release);
}

/** Mixes come before plugins, those with + in front above them. */
function isAbove(mix: string): boolean {
	return mix.startsWith("+");
}

function laid(book: RuleBook, page: Page, plugin: string): RuleBook {
	try {
		const over = book.lay(page);
		// Declared switches are read here, while it is known which file they came from.
		over.switches();
		return over;
	} catch (failure) {
		throw new UsageError(`plugin ${plugin} cannot be loaded: ${(failure as Error).message}`, 2);
	}
}

/** The release that mixes are made over. */
interface Base {
	readonly line: ReleaseLine;
	readonly mode: Mode;
	readonly release: string;
}

/**
 * The book with a hook's rule, or with one question's answer, from another release in the same mode (whose quirks come
 * with it), or from a plugin over the release. `written`: the mix as the user wrote it.
 */
async function mixed(book: RuleBook, mix: string, written: string, { line, mode, release }: Base): Promise<RuleBook> {
	const [, part, source] = /^([^=]+)=(.+)$/.exec(mix) ?? [];
	if (part === undefined || source === undefined || (source.includes("=") && !isFile(source))) {
		throw new UsageError(
			"--mix takes HOOK=RELEASE or HOOK.QUESTION=RELEASE, such as insert-check=2.0, with a plugin's file for the " +
				`release if you like, not ${written}`,
			2,
		);
	}
	try {
		return isFile(source)
			? await mixedWithPlugin(book, part, source, line.bookOf(release, mode))
			: book.mix(part, line.bookOf(line.check(source), mode));
	} catch (failure) {
		if (failure instanceof PageRefused) {
			throw new UsageError(`--mix ${written}: ${failure.message}`, 2);
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
	return book.mix(part, laid(below, page, file), page.name);
}
