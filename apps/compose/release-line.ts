/**
 * The releases one may ask for: those of the line, and newer ones that plugins are.
 *
 * Over the newest release of the line the plugins' releases are laid in their order, up to the one asked for.
 */
import { compareReleases, didYouMean, type Page, type ReleasePage, type RuleBook } from "../../core/index.ts";
import { bookOf, isRelease, newestRelease, releaseNames, releases } from "../../plugins/index.ts";
import { measuredBook } from "./quirked-book.ts";
import { UsageError } from "./usage-error.ts";

/** How a release behaves: as its documentation says, or as its servers were seen to. */
export type Mode = "documented" | "measured";

export class ReleaseLine {
	/** The plugins' releases, oldest first. */
	readonly #own: readonly ReleasePage[];

	/** @param plugins pages of any kind */
	constructor(plugins: readonly Page[]) {
		this.#own = plugins.filter(isReleasePage).sort((a, b) => compareReleases(a.name, b.name));
		this.#own.forEach((page, at) => {
			const before = this.#own[at - 1]?.name ?? newestRelease;
			if (compareReleases(page.name, before) <= 0) {
				throw new UsageError(`a plugin is the release ${page.name}, which is not newer than ${before}`, 2);
			}
		});
	}

	/** Pages, oldest first. */
	get pages(): readonly ReleasePage[] {
		return [...releases, ...this.#own];
	}

	get names(): readonly string[] {
		return [...releaseNames, ...this.#own.map(({ name }) => name)];
	}

	get newest(): string {
		return this.#own.at(-1)?.name ?? newestRelease;
	}

	isKnown(release: string): boolean {
		return isRelease(release) || this.names.includes(release);
	}

	/** Returns the release. Throws for an unknown one. */
	check(release: string): string {
		if (!this.isKnown(release)) {
			throw new UsageError(
				`unknown release ${release}${this.#meant(release)}; known releases are ${this.names.join(", ")}`,
				2,
			);
		}
		return release;
	}

	/** `latest` and the like mean the newest release, a line's name its first. */
	#meant(release: string): string {
		if (/^(latest|newest|current)$/i.test(release)) {
			return `; did you mean ${this.newest}?`;
		}
		if (/^v?2\.0\.\d+$/i.test(release)) {
			return "; the patch releases of 2.0 are 2.0.0 to 2.0.11";
		}
		const plain = release.replace(/^v/i, "");
		const names = this.names.filter((name) => !name.endsWith("x"));
		const first = names.find((name) => name === plain) ?? names.find((name) => name.startsWith(`${plain}.`));
		return first === undefined ? didYouMean(release, names) : `; did you mean ${first}?`;
	}

	/** The book of a release that is known. */
	bookOf(release: string, mode: Mode): RuleBook {
		const base = isRelease(release) ? release : newestRelease;
		const book = mode === "measured" ? measuredBook(base) : bookOf(base);
		return this.#own.filter(({ name }) => compareReleases(name, release) <= 0).reduce(laidOver, book);
	}
}

function laidOver(book: RuleBook, page: ReleasePage): RuleBook {
	try {
		const over = book.lay(page);
		over.switches();
		return over;
	} catch (failure) {
		throw new UsageError(`the release ${page.name} of a plugin cannot be loaded: ${(failure as Error).message}`, 2);
	}
}

function isReleasePage(page: Page): page is ReleasePage {
	return page.kind === "release";
}
