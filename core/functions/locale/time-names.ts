/**
 * Names of months and weekdays in the languages of `lc_time_names`.
 *
 * Names in other languages than English are built on first use.
 */
import { latinTimeNames } from "./latin-time-names.ts";
import { localeNames, type WrittenNames } from "./locale-names.ts";
import { otherTimeNames } from "./other-time-names.ts";

export interface TimeNames {
	readonly months: readonly string[];
	readonly shortMonths: readonly string[];
	/** From Monday. */
	readonly weekdays: readonly string[];
	readonly shortWeekdays: readonly string[];
}

const english: WrittenNames = [
	"en_US en_GB en_AU en_CA en_IN en_NZ en_PH en_ZA en_ZW",
	"January|February|March|April|May|June|July|August|September|October|November|December",
	"Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec",
	"Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday",
	"Mon|Tue|Wed|Thu|Fri|Sat|Sun",
];

export const englishNames = namesOf(english);

function namesOf([, months, shortMonths, weekdays, shortWeekdays]: WrittenNames): TimeNames {
	return {
		months: months.split("|"),
		shortMonths: shortMonths.split("|"),
		weekdays: weekdays.split("|"),
		shortWeekdays: shortWeekdays.split("|"),
	};
}

interface TimeLocale {
	readonly name: string;
	readonly names: TimeNames;
}

/** Includes the default locale of sessions. */
const known = new Map<string, TimeLocale>([["en_US", { name: "en_US", names: englishNames }]]);

/** Returns a locale by name, in any letter case. */
export function localeNamed(written: string): TimeLocale | undefined {
	return known.get(written) ?? find(written);
}

function find(written: string): TimeLocale | undefined {
	const name = localeNames().find((each) => each.toLowerCase() === written.toLowerCase());
	if (name === undefined) {
		return undefined;
	}
	const names = [english, ...latinTimeNames(), ...otherTimeNames()].find(([locales]) =>
		locales.split(" ").includes(name),
	)!;
	const locale = known.get(name) ?? { name, names: names === english ? englishNames : namesOf(names) };
	known.set(name, locale);
	return locale;
}

/** Returns a locale by number. */
export function localeNumbered(number: number): TimeLocale | undefined {
	const name = localeNames()[number];
	return name === undefined ? undefined : localeNamed(name);
}
