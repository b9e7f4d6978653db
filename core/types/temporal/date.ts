/**
 * DATE: a packed number that can represent 0000-00-00 and 2010-00-10; fields, day numbers, text and numeric form.
 *
 *     packed = (year * 13 + month) * 32 + day      0 is 0000-00-00
 */
import type { SqlMode } from "../evaluation/evaluation.ts";
import { writeDigits } from "../numeric/digit-bytes.ts";

interface DateFields {
	readonly year: number;
	readonly month: number;
	readonly day: number;
}

/** The fault of a date: zeros where the mode forbids them, or a day that does not exist. */
export type DateFault = "zeroDate" | "zeroInDate" | "outOfRange";

export type DateMode = Pick<SqlMode, "noZeroDate" | "noZeroInDate" | "allowInvalidDates">;

/** Accepts zeros, but no day that does not exist: the mode of expressions. */
export const lenientDates: DateMode = Object.freeze({
	noZeroDate: false,
	noZeroInDate: false,
	allowInvalidDates: false,
});

/** Accepts any day up to the 31st: the mode of comparisons. */
export const anyDates: DateMode = Object.freeze({ ...lenientDates, allowInvalidDates: true });

const monthDays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function packDate(year: number, month: number, day: number): number {
	return (year * 13 + month) * 32 + day;
}

export function yearOf(date: number): number {
	return Math.trunc(date / 416);
}

export function monthOf(date: number): number {
	return (date >> 5) % 13;
}

export function dayOf(date: number): number {
	return date & 31;
}

export function unpackDate(date: number): DateFields {
	return { year: yearOf(date), month: monthOf(date), day: dayOf(date) };
}

function isLeapYear(year: number): boolean {
	return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/**
 * Returns the days of a month, 1 to 12. MySQL gives year 0 a February of 29 days here only, not in its day numbers.
 */
export function daysInMonth(year: number, month: number): number {
	return month === 2 && isLeapYear(year) && year !== 0 ? 29 : monthDays[month]!;
}

function daysInYear(year: number): number {
	return isLeapYear(year) && year !== 0 ? 366 : 365;
}

/**
 * Returns the first fault of a date under a mode, or null. Fields are within their ranges (month to 12, day to 31).
 */
export function dateFault(year: number, month: number, day: number, mode: DateMode): DateFault | null {
	if (year === 0 && month === 0 && day === 0) {
		return mode.noZeroDate ? "zeroDate" : null;
	}
	if (month === 0 || day === 0) {
		return mode.noZeroInDate ? "zeroInDate" : null;
	}
	return !mode.allowInvalidDates && day > daysInMonth(year, month) ? "outOfRange" : null;
}

/** True if neither month nor day is zero, so that the date has a day number. */
export function isWholeDate(date: number): boolean {
	return dayOf(date) !== 0 && monthOf(date) !== 0;
}

/** TO_DAYS: days since the year 0; a day that does not exist counts into the next month. */
export function dayNumber(year: number, month: number, day: number): number {
	if (year === 0 && month === 0) {
		return 0;
	}
	let days = 365 * year + 31 * (month - 1) + day;
	let leapYears = year;
	if (month <= 2) {
		leapYears--;
	} else {
		days -= Math.trunc((month * 4 + 23) / 10);
	}
	const centuries = Math.trunc(((Math.trunc(leapYears / 100) + 1) * 3) / 4);
	return days + Math.trunc(leapYears / 4) - centuries;
}

export function dayNumberOf(date: number): number {
	return dayNumber(yearOf(date), monthOf(date), dayOf(date));
}

/** FROM_DAYS: returns the packed date of a day number; 0 outside of year 1 to 9999. */
export function dateOfDayNumber(days: number): number {
	if (days <= 365 || days > 3652424) {
		return 0;
	}
	let year = Math.trunc((days * 100) / 36525);
	const leap = Math.trunc(((Math.trunc((year - 1) / 100) + 1) * 3) / 4);
	let dayOfYear = days - year * 365 - Math.trunc((year - 1) / 4) + leap;
	while (dayOfYear > (isLeapYear(year) ? 366 : 365)) {
		dayOfYear -= isLeapYear(year) ? 366 : 365;
		year++;
	}
	let month = 1;
	while (dayOfYear > daysInMonth(year, month)) {
		dayOfYear -= daysInMonth(year, month);
		month++;
	}
	return packDate(year, month, dayOfYear);
}

/** 0 is Monday. */
export function weekdayOf(date: number): number {
	return (dayNumberOf(date) + 5) % 7;
}

/** 1 is the first of January. */
export function dayOfYear(date: number): number {
	return dayNumberOf(date) - dayNumber(yearOf(date), 1, 1) + 1;
}

interface WeekRule {
	/** Weeks start on Monday, not on Sunday. */
	readonly mondayFirst: boolean;
	/** The first days of January may be in the last week of the previous year (YEARWEEK), instead of in week 0. */
	readonly weekYear: boolean;
	/** Week 1 is the first that contains its first weekday, not the first with four days. */
	readonly firstWeekday: boolean;
}

/** Returns the rule of WEEK(date, mode), one of eight. */
export function weekRule(mode: number): WeekRule {
	const mondayFirst = (mode & 1) !== 0;
	const fourDays = (mode & 4) !== 0;
	return { mondayFirst, weekYear: (mode & 2) !== 0, firstWeekday: mondayFirst ? fourDays : !fourDays };
}

/** MySQL's week of the zero date: day -1 as an unsigned 32-bit number. */
const weekOfZero = 613566757;

/** Returns the week of a date that may be the zero date; null for other dates with zeros. */
export function weekOfAny(date: number, rule: WeekRule): { readonly year: number; readonly week: number } | null {
	if (date === 0) {
		return rule.weekYear && rule.mondayFirst ? { year: 1, week: 1 } : { year: 0, week: weekOfZero };
	}
	return isWholeDate(date) ? weekOf(date, rule) : null;
}

/** Returns the week of a date, and the year of that week. */
export function weekOf(date: number, rule: WeekRule): { readonly year: number; readonly week: number } {
	const today = dayNumberOf(date);
	let year = yearOf(date);
	let newYear = dayNumber(year, 1, 1);
	let { weekYear } = rule;
	const weekdayOfNewYear = () => (newYear + (rule.mondayFirst ? 5 : 6)) % 7;
	const beginsLate = () => (rule.firstWeekday ? weekdayOfNewYear() !== 0 : weekdayOfNewYear() >= 4);
	if (monthOf(date) === 1 && dayOf(date) <= 7 - weekdayOfNewYear()) {
		if (!weekYear && beginsLate()) {
			return { year, week: 0 };
		}
		weekYear = true;
		year--;
		newYear -= daysInYear(year);
	}
	const days = today - newYear + weekdayOfNewYear() - (beginsLate() ? 7 : 0);
	if (weekYear && days >= 52 * 7) {
		const next = (weekdayOfNewYear() + daysInYear(year)) % 7;
		if (rule.firstWeekday ? next === 0 : next < 4) {
			return { year: year + 1, week: 1 };
		}
	}
	return { year, week: Math.trunc(days / 7) + 1 };
}

const two = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, "0"));

/** `07`; for numbers up to 99. */
export function twoDigits(value: number): string {
	return two[value]!;
}

export function printDate(date: number): string {
	return `${String(yearOf(date)).padStart(4, "0")}-${twoDigits(monthOf(date))}-${twoDigits(dayOf(date))}`;
}

/** Writes what `printDate` prints into memory that has room; returns the end. */
export function writeDate(target: Uint8Array, at: number, date: number): number {
	writeDigits(target, at, yearOf(date), 4);
	target[at + 4] = dash;
	writeDigits(target, at + 5, monthOf(date), 2);
	target[at + 7] = dash;
	return writeDigits(target, at + 8, dayOf(date), 2);
}

const dash = 45;

/** 20101231. */
export function numberOfDate(date: number): number {
	return yearOf(date) * 10000 + monthOf(date) * 100 + dayOf(date);
}
