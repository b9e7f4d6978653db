/**
 * Every rule that can be explained: those of the releases, of the quirks, and of the plugins that are named.
 */
import {
	compareReleases,
	holdsRelease,
	type Origin,
	type Page,
	type Quirk,
	RuleBook,
	type RuleGuide,
} from "../../core/index.ts";
import { bookOf, newestRelease, releaseNames, releases } from "../../plugins/index.ts";
import { bookAsMeasured, describeQuirk, quirks } from "../../plugins/measured/index.ts";
import type { ExamplePlaces } from "./example-play.ts";

export interface ExplainedRule {
	/** The class's name: `RefuseWideCharacters`. */
	readonly rule: string;
	readonly page: Page;
	/** `release 2.1.2`, `quirk one-change-an-alter`, `plugin limit-text`. */
	readonly origin: string;
	/** `release 2.1.2 (2018-12-22)`, `quirk one-change-an-alter, as measured from 2.1.3`. */
	readonly since: string;
	/** Of a quirk: the first release of its range, if it has one. */
	readonly from?: string;
	readonly hook: string;
	readonly questions: readonly string[];
	readonly note: string;
	/** Absent of a plugin that brings none. */
	readonly guide?: RuleGuide;
	/** Of a quirk: the recordings that show it. */
	readonly recordings?: readonly string[];
	/** Where the guide's example is played. */
	readonly places: ExamplePlaces;
	/** Names of the two plays: `2.1.1` and `2.1.2`, `without it` and `2.1.7 as measured`. */
	readonly names: readonly [before: string, after: string];
}

/** In the order of the releases, then of the quirks, then of the plugins. */
export function explainedRules(plugins: readonly Page[] = []): readonly ExplainedRule[] {
	const root = RuleBook.root();
	return [
		...releases.flatMap((page) => rulesOf(page, bookOf(page.name), () => placesOfRelease(page.name))),
		...quirks.flatMap((page) => rulesOf(page, root.lay(page), () => placesOfQuirk(page))),
		...plugins.flatMap((page) => rulesOf(page, bookOf(newestRelease).lay(page), () => placesOfPlugin(page))),
	];
}

/** `placesOf` lays many pages, and most callers play the example of one rule or none: it is asked when it is needed. */
function rulesOf(page: Page, book: RuleBook, placesOf: () => NamedPlaces): readonly ExplainedRule[] {
	let laid: NamedPlaces | undefined;
	const placed = (): NamedPlaces => (laid ??= placesOf());
	const hooks = [...new Set(page.changes.map(({ hook }) => hook.hook))];
	const own = hooks.flatMap((hook) =>
		book
			.origins(hook)
			.filter(({ from, name }) => from === page.kind && name === page.name)
			.map((origin) => ({ hook, origin })),
	);
	return own.map(({ hook, origin }) => ({
		rule: origin.rule,
		page,
		origin: `${page.kind} ${page.name}`,
		since: sinceText(page),
		hook,
		questions: origin.questions,
		note: noteOf(page, origin),
		...(origin.guide === undefined ? {} : { guide: origin.guide }),
		...(isQuirk(page) ? { recordings: page.recordings, ...firstSeen(page) } : {}),
		get places() {
			return placed().places;
		},
		get names() {
			return placed().names;
		},
	}));
}

/** The quirk's own sentence says more than that of its one change. */
function noteOf(page: Page, origin: Origin): string {
	return isQuirk(page) && page.changes.length === 1 ? page.note : origin.note;
}

function isQuirk(page: Page): page is Quirk {
	return page.kind === "quirk";
}

function firstSeen({ range: { from } }: Quirk): { readonly from?: string } {
	return from === undefined ? {} : { from };
}

function sinceText(page: Page): string {
	const name = `${page.kind} ${page.name}`;
	if (isQuirk(page)) {
		const { range } = describeQuirk(page);
		return `${name}, as measured ${range === "all" ? "at all releases" : /^\d/.test(range) ? `at ${range}` : range}`;
	}
	return page.date === undefined ? name : `${name} (${page.date})`;
}

type NamedPlaces = Pick<ExplainedRule, "places" | "names">;

/** The release before a release's page is the last that runs on the page before. */
function placesOfRelease(name: string): NamedPlaces {
	const former = releaseBefore(name);
	if (former === undefined) {
		const kernel = { release: name, book: RuleBook.root() };
		const after = { release: name, book: bookOf(name) };
		return { places: { past: () => kernel, before: kernel, after }, names: ["the kernel's oldest answers", name] };
	}
	const past = (release = former) => ({ release, book: bookOf(release) });
	return { places: { past, before: past(), after: { release: name, book: bookOf(name) } }, names: [former, name] };
}

/** The release as measured, without the quirk and with it. */
function placesOfQuirk(quirk: Quirk): NamedPlaces {
	const { from, to } = quirk.range;
	const release = from ?? (to === undefined ? newestRelease : firstOf(quirk));
	const after = bookAsMeasured(release);
	const others = after.pages.filter((page) => page !== quirk);
	const before = others.reduce((book, page) => book.lay(page), RuleBook.root());
	return {
		places: {
			past: (former = releaseBefore(release) ?? release) => ({ release: former, book: bookAsMeasured(former) }),
			before: { release, book: before },
			after: { release, book: after },
		},
		names: ["without it", `${release} as measured`],
	};
}

/** Of a quirk that ends: 2.1.0 where it holds there, since what it differs from may end later. */
function firstOf({ range }: Quirk): string {
	return releaseNames.find((name) => name === "2.1.0" && holdsRelease(range, name)) ?? (releaseNames[0] as string);
}

function placesOfPlugin(page: Page): NamedPlaces {
	const release = page.kind === "release" ? page.name : newestRelease;
	const before = { release: newestRelease, book: bookOf(newestRelease) };
	const after = { release, book: before.book.lay(page) };
	const past = (former = newestRelease) => ({ release: former, book: bookOf(former) });
	return { places: { past, before, after }, names: ["without it", "with it"] };
}

function releaseBefore(name: string): string | undefined {
	return releaseNames.filter((each) => !each.endsWith("x") && compareReleases(each, name) < 0).at(-1);
}
