/**
 * Stops of a path: releases that a rehearsal plays at, each with its rule book, and the releases between two stops.
 */
import { compareReleases, type RuleBook, type SwitchValue } from "../../core/index.ts";
import { type BookWish, composeBook } from "../compose/book.ts";
import { ReleaseLine } from "../compose/release-line.ts";

/** A release with the rules in force and the switches' values of its configuration file. */
export interface StopRules {
	/** As asked for. */
	readonly release: string;
	readonly book: RuleBook;
	readonly switches: ReadonlyMap<string, SwitchValue>;
}

export interface Stop {
	/** The release, and `(back)` where the path has returned to it. */
	readonly label: string;
	readonly rules: StopRules;
}

/** The rules that a rehearsal may ask for: those of every release, with the same mode, mixes and plugins. */
export class RuleShelf {
	readonly #wish: Omit<BookWish, "release">;
	readonly #switches: ReadonlyMap<string, SwitchValue>;
	readonly #line: ReleaseLine;
	readonly #known = new Map<string, Promise<StopRules>>();
	readonly #variants = new Map<string, StopRules>();

	constructor(wish: Omit<BookWish, "release">, switches: ReadonlyMap<string, SwitchValue> = new Map()) {
		this.#wish = wish;
		this.#switches = switches;
		this.#line = new ReleaseLine(wish.pages ?? []);
	}

	/** Throws UsageError for an unknown release. */
	of(release: string): Promise<StopRules> {
		let rules = this.#known.get(release);
		if (rules === undefined) {
			rules = composeBook({ ...this.#wish, release }).then(({ book }) => ({
				release,
				book,
				switches: new Map([...this.#switches].filter(([name]) => isDeclared(book, name))),
			}));
			this.#known.set(release, rules);
		}
		return rules;
	}

	/** Rules made of others, once for each name: trials under the same rules share what these made of the tables. */
	variant(name: string, make: () => StopRules): StopRules {
		let rules = this.#variants.get(name);
		if (rules === undefined) {
			rules = make();
			this.#variants.set(name, rules);
		}
		return rules;
	}

	/** Releases after the one up to the other, in the direction of the way. */
	between(from: string, to: string): readonly string[] {
		const isBack = compareReleases(from, to) > 0;
		const [older, newer] = isBack ? [to, from] : [from, to];
		const inside = this.#line.names
			.filter((name) => !name.endsWith("x"))
			.filter((name) => compareReleases(older, name) < 0 && compareReleases(name, newer) < 0);
		return [...(isBack ? inside.toReversed() : inside), to];
	}

	/** Releases of the line after one, oldest first. */
	after(release: string): readonly string[] {
		return this.#line.names.filter((name) => !name.endsWith("x") && compareReleases(release, name) < 0);
	}
}

/** A configuration file may name switches that the release does not know: it ignores them. */
function isDeclared(book: RuleBook, setting: string): boolean {
	return book.switches().some((each) => each.setting === setting);
}
