/**
 * Pages: named lists of changed rules, laid over a rule book one after the other.
 *
 * In: rules with notes. Out: plain data. A release is a page, a quirk is a page with a range, a user's plugin is a
 * page.
 */
import type { Hook, HookClass, Rule } from "./hook.ts";
import type { ReleaseRange } from "./release.ts";

/** One hook's rule that a page changes, and the sentence that says what is new. */
export interface Change {
	readonly hook: HookClass;
	readonly rule: Rule<Hook>;
	readonly note: string;
}

export interface Page {
	readonly kind: "release" | "quirk" | "plugin";
	readonly name: string;
	/** When the release came out: `2018-12-22`. */
	readonly date?: string;
	readonly changes: readonly Change[];
}

export interface ReleasePage extends Page {
	readonly kind: "release";
	readonly date: string;
	/** The sentences of what it brought, one a change. */
}

export interface Quirk extends Page {
	readonly kind: "quirk";
	/** The releases it was seen in. */
	readonly range: ReleaseRange;
	readonly note: string;
	/** The methods it overrides, by hook: two quirks of overlapping ranges never override the same one. */
	readonly recordings: readonly string[];
}

/** A rule for a hook. The rule's class must extend the class it is handed. */
export function changed<H extends Hook>(hook: HookClass<H>, rule: Rule<H>, note: string): Change {
	return { hook, rule: rule as unknown as Rule<Hook>, note };
}

export function release(name: string, date: string, changes: readonly Change[]): ReleasePage {
	return Object.freeze({ kind: "release", name, date, changes: Object.freeze(changes) });
}

/** A plugin's page. */
export function page(name: string, changes: readonly Change[]): Page {
	return Object.freeze({ kind: "plugin", name, changes: Object.freeze(changes) });
}

export function quirk(
	name: string,
	range: ReleaseRange,
	note: string,
	recordings: readonly string[],
	changes: readonly Change[],
): Quirk {
	return Object.freeze({ kind: "quirk", name, range, note, recordings, changes: Object.freeze(changes) });
}
