/**
 * Dates, times and datetimes: packing, parsing, printing, arithmetic and time zones.
 */
import test from "ava";
import fc from "fast-check";
import {
	dateOfDayNumber,
	dayNumberOf,
	lenientDates,
	packDate,
	printDate,
	unpackDate,
	weekdayOf,
	weekOf,
	weekRule,
	yearOf,
} from "../../core/types/temporal/date.ts";
import { parseDatetimeNumber, parseDatetimeText } from "../../core/types/temporal/datetime-text.ts";
import {
	linearSeconds,
	numberOfDatetime,
	packDatetime,
	packedSeconds,
	printDatetime,
	rescaleDatetime,
	secondsOf,
	unpackDatetime,
} from "../../core/types/temporal/datetime.ts";
import {
	addToDate,
	addToDatetime,
	addToTime,
	intervalOf,
	parseInterval,
	unitsBetween,
	type IntervalUnit,
} from "../../core/types/temporal/interval.ts";
import { parseTimeNumber, parseTimeText } from "../../core/types/temporal/time-text.ts";
import { numberOfTime, printTime, rescaleTime, timeOfMicroseconds } from "../../core/types/temporal/time.ts";
import { epochSecondsOf, localSeconds, timeZoneNamed } from "../../core/types/temporal/timezone.ts";
import type { Integer } from "../../core/types/value/value.ts";

const mode = { noZeroDate: false, noZeroInDate: false, allowInvalidDates: false };

function datetime(text: string, scale = 0): Integer {
	return packDatetime(parseDatetimeText(text, mode).fields!, scale)!;
}

function date(text: string): number {
	const { year, month, day } = parseDatetimeText(text, mode).fields!;
	return packDate(year, month, day);
}

test("day numbers are MySQL's", (t) => {
	t.is(dayNumberOf(date("2010-12-31")), 734502);
	t.is(dayNumberOf(date("0001-01-01")), 366);
	t.is(printDate(dateOfDayNumber(734502)), "2010-12-31");
	t.is(weekdayOf(date("2019-03-28")), 3);
	fc.assert(fc.property(fc.integer({ min: 366, max: 3652424 }), (days) => dayNumberOf(dateOfDayNumber(days)) === days));
	fc.assert(
		fc.property(fc.integer({ min: 366, max: 3652424 }), (days) => {
			const { year, month, day } = unpackDate(dateOfDayNumber(days));
			const utc = new Date(0);
			utc.setUTCFullYear(year, month - 1, day);
			return utc.getTime() / 86400000 === days - 719528;
		}),
	);
});

test("week numbers", (t) => {
	t.is(weekOf(date("2008-02-20"), weekRule(0)).week, 7);
	t.is(weekOf(date("2008-02-20"), weekRule(1)).week, 8);
	t.is(weekOf(date("2008-12-31"), weekRule(1)).week, 53);
	t.deepEqual(weekOf(date("2000-01-01"), weekRule(2)), { year: 1999, week: 52 });
	t.deepEqual(weekOf(date("1987-01-01"), weekRule(2)), { year: 1986, week: 52 });
	t.is(weekOf(date("2000-01-01"), weekRule(0)).week, 0);
});

test("datetimes pack and print", (t) => {
	fc.assert(
		fc.property(
			fc.integer({ min: 366, max: 3652424 }),
			fc.nat(86399),
			fc.nat(999999),
			fc.nat(6),
			(days, second, micro, scale) => {
				const unit = 10 ** (6 - scale);
				const microsecond = Math.trunc(micro / unit) * unit;
				const fields = {
					...unpackDate(dateOfDayNumber(days)),
					hour: Math.trunc(second / 3600),
					minute: Math.trunc(second / 60) % 60,
					second: second % 60,
					microsecond,
				};
				const packed = packDatetime(fields, scale)!;
				t.deepEqual(unpackDatetime(packed, scale), fields);
				t.deepEqual(parseDatetimeText(printDatetime(packed, scale), mode).fields, fields);
				t.is(packedSeconds(linearSeconds(secondsOf(packed, scale))), secondsOf(packed, scale));
			},
		),
	);
	t.is(printDatetime(rescaleDatetime(datetime("2010-12-31 23:59:59.999999", 6), 6, 0)!, 0), "2011-01-01 00:00:00");
	t.is(rescaleDatetime(datetime("9999-12-31 23:59:59.9", 1), 1, 0), null);
	t.is(numberOfDatetime(datetime("2010-12-31 23:59:59.5", 1), 1), 201012312359595);
});

test("datetimes from text", (t) => {
	const cases: [string, string | null, string | null][] = [
		["2010-12-31", "2010-12-31 00:00:00", null],
		["2010-12-31 23:59:59", "2010-12-31 23:59:59", null],
		["2010-12-31T23:59:59", "2010-12-31 23:59:59", null],
		["10.1.2 3*4", "2010-01-02 03:04:00", null],
		["20101231", "2010-12-31 00:00:00", null],
		["101231", "2010-12-31 00:00:00", null],
		["20101231235959", "2010-12-31 23:59:59", null],
		["700101", "1970-01-01 00:00:00", null],
		["690101", "2069-01-01 00:00:00", null],
		["101231235959.5", "2010-12-31 23:59:59", null],
		["2010-12-31abc", "2010-12-31 00:00:00", "truncated"],
		["abc", null, "truncated"],
		["2010-02-30", null, "outOfRange"],
		["2010-13-01", null, "truncated"],
		["2010-00-10", "2010-00-10 00:00:00", null],
		["0000-00-00", "0000-00-00 00:00:00", null],
		["2010-1", null, "truncated"],
		["", null, "truncated"],
		["2010-12-31 24:00:00", null, "truncated"],
		["1-1-1", "0001-01-01 00:00:00", null],
	];
	for (const [text, printed, fault] of cases) {
		const parsed = parseDatetimeText(text, mode);
		t.is(parsed.fault, fault as typeof parsed.fault, text);
		t.is(parsed.fields && printDatetime(packDatetime({ ...parsed.fields, microsecond: 0 }, 0)!, 0), printed, text);
	}
	t.is(parseDatetimeText("2010-12-31 23:59:59.1234567", mode).fields?.microsecond, 123457);
	t.is(parseDatetimeText("0000-00-00", { ...mode, noZeroDate: true }).fault, "zeroDate");
	t.is(parseDatetimeText("2010-00-10", { ...mode, noZeroInDate: true }).fault, "zeroInDate");
	t.truthy(parseDatetimeText("2010-02-30", { ...mode, allowInvalidDates: true }).fields);
});

test("datetimes from numbers", (t) => {
	t.is(parseDatetimeNumber(101, 0, lenientDates).fields?.year, 2000);
	t.is(parseDatetimeNumber(20101231, 0, lenientDates).fields?.day, 31);
	t.is(parseDatetimeNumber(20101231235958, 0, lenientDates).fields?.second, 58);
	t.is(parseDatetimeNumber(991231, 0, lenientDates).fields?.year, 1999);
	t.is(parseDatetimeNumber(55, 0, lenientDates).fields, null);
	t.is(parseDatetimeNumber(0, 0, lenientDates).fields?.year, 0);
});

test("times", (t) => {
	const cases: [string, string | null, string | null][] = [
		["10:11:12", "10:11:12", null],
		["10:11", "10:11:00", null],
		["10", "00:00:10", null],
		["101112", "10:11:12", null],
		["1 10:11", "34:11:00", null],
		["1 10", "34:00:00", null],
		["-1:2:3", "-01:02:03", null],
		["900:00:00", "838:59:59", "outOfRange"],
		["10:60:00", null, "outOfRange"],
		["abc", "00:00:00", "truncated"],
		["10:11:12x", "10:11:12", "truncated"],
		["2010-12-31 10:11:12", "10:11:12", null],
		["", null, "truncated"],
	];
	for (const [text, printed, fault] of cases) {
		const { microseconds, fault: found } = parseTimeText(text);
		t.is(found, fault as typeof found, text);
		t.is(microseconds === null ? null : printTime(timeOfMicroseconds(microseconds, 0), 0), printed, text);
	}
	t.is(parseTimeText("10:11:12.9999999").microseconds, 36673000000);
	t.is(parseTimeNumber(101112, 500000, true).microseconds, -36672500000);
	t.is(rescaleTime(-36672500000, 6, 0), -36673);
	t.is(printTime(-5, 1), "-00:00:00.5");
	t.is(numberOfTime(-366725, 1), -1011125);
});

test("intervals", (t) => {
	t.is(printDate(addToDate(date("2010-01-31"), intervalOf(1, "month"))!), "2010-02-28");
	t.is(printDate(addToDate(date("2012-02-29"), intervalOf(1, "year"))!), "2013-02-28");
	t.is(printDate(addToDate(date("2010-01-31"), intervalOf(-1, "quarter"))!), "2009-10-31");
	t.is(addToDate(date("9999-12-31"), intervalOf(1, "day")), null);
	t.is(
		printDatetime(
			addToDatetime(datetime("2010-12-31 23:59:59"), 0, parseInterval("1.5", "second_microsecond")!, 6)!,
			6,
		),
		"2011-01-01 00:00:00.500000",
	);
	t.is(
		printDatetime(addToDatetime(datetime("2010-01-01"), 0, parseInterval("-1 10", "day_hour")!, 0)!, 0),
		"2009-12-30 14:00:00",
	);
	t.is(addToTime(3600, 0, intervalOf(1, "minute"), 0), 3660);
	t.is(parseInterval("1 2 3", "day_hour"), null);
	const between = (unit: IntervalUnit, a: string, b: string) => unitsBetween(unit, datetime(a), 0, datetime(b), 0);
	t.is(between("month", "2003-02-01", "2003-05-01"), 3);
	t.is(between("month", "2003-02-02", "2003-05-01"), 2);
	t.is(between("year", "2002-05-01", "2001-01-01"), -1);
	t.is(between("minute", "2003-02-01", "2003-05-01 12:05:55"), 128885);
	t.is(between("week", "2010-01-01", "2009-12-01"), -4);
});

test("time zones", (t) => {
	const vienna = timeZoneNamed("Europe/Vienna")!;
	const offsetOf = (epoch: number) => vienna.offsetSeconds(epoch);
	t.is(offsetOf(1546300800), 3600);
	t.is(timeZoneNamed("+05:30")?.offsetSeconds(0), 19800);
	t.is(timeZoneNamed("-13:00"), undefined);
	t.is(timeZoneNamed("No/Such"), undefined);
	t.is(timeZoneNamed("SYSTEM")?.name, "SYSTEM");
	t.is(printDatetime(localSeconds(1553990400, offsetOf)!, 0), "2019-03-31 01:00:00");
	const instant = (text: string) => epochSecondsOf(Number(datetime(text)), offsetOf);
	t.is(instant("2019-07-01 12:00:00"), Date.UTC(2019, 6, 1, 10) / 1000);
	t.is(instant("2019-03-31 02:30:00"), Date.UTC(2019, 2, 31, 1) / 1000);
	t.is(instant("2019-10-27 02:30:00"), Date.UTC(2019, 9, 27, 0, 30) / 1000);
	fc.assert(
		fc.property(fc.integer({ min: 86400, max: 2147483647 }), (epoch) => {
			const back = epochSecondsOf(localSeconds(epoch, offsetOf)!, offsetOf);
			return back === epoch || back === epoch - 3600;
		}),
	);
	t.is(yearOf(date("1969-12-31")), 1969);
});
