/**
 * Every release, oldest first: the only list.
 *
 * In: the release pages beside this file. Out: the pages, and the names that people may ask for. A release without a
 * page of its own runs on the newest page that is not newer.
 */
import { compareReleases, type ReleasePage, RuleBook } from "../core/rules/index.ts";
import release20 from "./2.0/index.ts";
import release211 from "./2.1.1/index.ts";
import release212 from "./2.1.2/index.ts";
import release213 from "./2.1.3/index.ts";
import release215 from "./2.1.5/index.ts";
import release217 from "./2.1.7/index.ts";

export const releases: readonly ReleasePage[] = [release20, release211, release212, release213, release215, release217];

/** The names `--version` takes; `2.0.x` stands for any third number. */
export const releaseNames: readonly string[] = [
	"2.0",
	"2.0.x",
	"2.1.0",
	"2.1.1",
	"2.1.2",
	"2.1.3",
	"2.1.4",
	"2.1.5",
	"2.1.6",
	"2.1.7",
];

export const newestRelease = "2.1.7";

/** The last patch release of 2.0. */
const lastPatchOf20 = 11;

/** Is this a release of the line? */
export function isRelease(name: string): boolean {
	const patch = /^2\.0\.(0|[1-9]\d*)$/.exec(name)?.[1];
	return releaseNames.includes(name) || (patch !== undefined && Number(patch) <= lastPatchOf20);
}

/** The page a release runs on: the newest one that is not newer. The release must be one of the line. */
function pageOf(name: string): ReleasePage {
	return releases.findLast((page) => compareReleases(page.name, name) <= 0) as ReleasePage;
}

/** The rule book of a release as documented: its page over all pages before it. */
export function bookOf(name: string): RuleBook {
	const page = pageOf(name);
	return releases.slice(0, releases.indexOf(page) + 1).reduce((book, each) => book.lay(each), RuleBook.root());
}
