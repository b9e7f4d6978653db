/**
 * Rule books of all releases, with the mode, mixes, quirks and plugins of the one in force, made when asked for.
 */
import type { RuleBook } from "./book.ts";

export interface ReleaseBooks {
	/** Oldest first. */
	readonly releases: readonly string[];
	/** Returns undefined for an unknown release. */
	book(release: string): Promise<RuleBook | undefined>;
}
