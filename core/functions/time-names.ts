/**
 * Names of months and weekdays in the languages of `lc_time_names`.
 *
 * In: a locale's name or number. Out: its names, undefined where there is no such locale. It refuses to know
 * the names: they are in `time-names-list.ts`.
 */
import { localeNames, writtenNames } from "./time-names-list.ts";

export interface TimeNames {
	readonly months: readonly string[];
	readonly shortMonths: readonly string[];
	/** From Monday. */
	readonly weekdays: readonly string[];
	readonly shortWeekdays: readonly string[];
}

function namesOf(months: string, shortMonths: string, weekdays: string, shortWeekdays: string): TimeNames {
	return { months: months.split("|"), shortMonths: shortMonths.split("|"), weekdays: weekdays.split("|"), shortWeekdays: shortWeekdays.split("|") };
}

const [[, ...english]] = writtenNames as readonly [(typeof writtenNames)[number]];

export const englishNames = namesOf(...english);

export interface TimeLocale {
	readonly name: string;
	readonly names: TimeNames;
}

const known = new Map<string, TimeLocale>();

/** A locale as it is spelled, in any letter case. */
export function localeNamed(written: string): TimeLocale | undefined {
	const name = localeNames.find((each) => each.toLowerCase() === written.toLowerCase());
	if (name === undefined) {
		return undefined;
	}
	let locale = known.get(name);
	if (locale === undefined) {
		const [, ...names] = writtenNames.find(([locales]) => locales.split(" ").includes(name))!;
		locale = { name, names: namesOf(...names) };
		known.set(name, locale);
	}
	return locale;
}

/** The locale of a number. */
export function localeNumbered(number: number): TimeLocale | undefined {
	const name = localeNames[number];
	return name === undefined ? undefined : localeNamed(name);
}
