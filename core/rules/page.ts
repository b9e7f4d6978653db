/**
 * Pages: named lists of changed rules. A release, a quirk and a user's plugin are pages.
 */
import type { Hook, HookClass, Rule } from "./hook.ts";
import type { PageOption } from "./setting/option.ts";
import type { ReleaseRange } from "./release.ts";
import type { RuleGuide } from "./guide/way-out.ts";

/**
 * A rule that a page changes, and the sentence that says what is new and where that is documented or was measured.
 */
export interface Change {
	readonly hook: HookClass;
	readonly rule: Rule<Hook>;
	readonly note: string;
	/** Why it is there, an example, and the ways out of what it breaks. */
	readonly guide?: RuleGuide;
}

/** A named list of changed rules. */
export interface Page {
	readonly kind: "release" | "quirk" | "plugin";
	readonly name: string;
	/** The day of the release: `2018-12-22`. */
	readonly date?: string;
	readonly changes: readonly Change[];
	/** A plugin's, whatever its kind: its rules are checked, and stay away from the tables of accounts. */
	readonly ofPlugin?: true;
	/** Of a plugin: its options, as they were given. */
	readonly options?: readonly PageOption[];
}

/** The page of a release. */
export interface ReleasePage extends Page {
	readonly kind: "release";
	readonly date: string;
	/** One sentence a change. */
}

/** A page of measured behaviour, in force within a range of releases. */
export interface Quirk extends Page {
	readonly kind: "quirk";
	/** The releases it was measured in. */
	readonly range: ReleaseRange;
	readonly note: string;
	/** The methods it overrides, by hook: two quirks of overlapping ranges never override the same one. */
	readonly recordings: readonly string[];
}

/**
 * A page's change of one hook.
 * @param hook the hook whose rule changes
 * @param rule makes the class, which must extend the class it receives
 * @param note what is new, and its source
 * @param guide why, an example, and ways out of what it breaks
 */
export function changed<H extends Hook>(hook: HookClass<H>, rule: Rule<H>, note: string, guide?: RuleGuide): Change {
	return { hook, rule: rule as unknown as Rule<Hook>, note, ...(guide === undefined ? {} : { guide }) };
}

/**
 * @param name the release's name
 * @param date the day it came out: `2018-12-22`
 * @param changes laid in their order
 * @returns a release's page
 */
export function release(name: string, date: string, changes: readonly Change[]): ReleasePage {
	return Object.freeze({ kind: "release", name, date, changes: Object.freeze(changes) });
}

/**
 * @param name the plugin's name in errors and traces
 * @param changes laid in their order
 * @returns a plugin's page
 */
export function page(name: string, changes: readonly Change[]): Page {
	return Object.freeze({ kind: "plugin", name, ofPlugin: true, changes: Object.freeze(changes) });
}

/**
 * A plugin that is a release: `--version` takes its name, new objects are marked with it.
 * @param name newer than every release of the line: `2.2.0`
 * @param date the day it came out: `2019-06-30`
 * @param changes laid in their order
 * @returns the release's page
 */
export function pluginRelease(name: string, date: string, changes: readonly Change[]): ReleasePage {
	if (!/^\d+\.\d+(\.\d+)?$/.test(name)) {
		throw new Error(`a release is named such as 2.2.0, not ${String(name)}`);
	}
	if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date))) {
		throw new Error(`the release ${name} came out on a day such as 2019-06-30, not ${String(date)}`);
	}
	return Object.freeze({ ...release(name, date, changes), ofPlugin: true });
}

/** @returns a quirk's page: behaviour that was measured beside the documentation */
export function quirk(
	name: string,
	range: ReleaseRange,
	note: string,
	recordings: readonly string[],
	changes: readonly Change[],
): Quirk {
	return Object.freeze({ kind: "quirk", name, range, note, recordings, changes: Object.freeze(changes) });
}
