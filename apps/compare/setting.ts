/**
 * A setting to play a script under: a release, a mode, mixes, quirks, plugins.
 *
 * In: the words of the command line. Out: a rule book with a name to print.
 */
import type { ReleaseBooks, RuleBook } from "../../core/index.ts";
import { type BookWish, composeBook } from "../compose/book.ts";

export interface Setting {
	/** As one would type it, without what all settings have in common. */
	readonly name: string;
	/** As asked for. */
	readonly release: string;
	readonly mode: string;
	readonly book: RuleBook;
	/** In words. */
	readonly inForce: string;
	readonly others: ReleaseBooks;
}

/** Throws UsageError. */
export async function composeSettings(common: BookWish, wishes: readonly BookWish[]): Promise<readonly Setting[]> {
	const settings: Setting[] = [];
	for (const wish of wishes) {
		const { release, mode, book, inForce, others } = await composeBook(together(common, wish));
		settings.push({ name: nameOf(release, wish), release, mode, book, inForce, others });
	}
	return settings;
}

function together(common: BookWish, wish: BookWish): BookWish {
	const mode = wish.mode ?? common.mode;
	return {
		...(wish.release === undefined ? {} : { release: wish.release }),
		...(mode === undefined ? {} : { mode }),
		mixes: [...(common.mixes ?? []), ...(wish.mixes ?? [])],
		quirks: [...(common.quirks ?? []), ...(wish.quirks ?? [])],
		plugins: [...(common.plugins ?? []), ...(wish.plugins ?? [])],
	};
}

function nameOf(release: string, { mode, mixes = [], quirks = [], plugins = [] }: BookWish): string {
	const words = [
		...(mode === undefined ? [] : [`--as ${mode}`]),
		...mixes.map((mix) => `--mix ${mix}`),
		...quirks.map((quirk) => `--quirk ${quirk}`),
		...plugins.map((plugin) => `--plugin ${plugin}`),
	];
	return [release, ...words].join(" ");
}
