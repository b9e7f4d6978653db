/**
 * Comparison types of a temporal value with text or a number, and of a long exact number with text.
 *
 * In a comparison invalid text is the zero date with a warning, not NULL, and 2020-02-31 sorts between February and
 * March.
 */
import { sqlType, type SqlType } from "../value/type.ts";

export interface TemporalComparisonTypes {
	/** The kind named in messages: "date" for DATE only. */
	readonly kind?: "date" | "datetime";
	/** The compared column. */
	readonly column?: string;
}

const meetings = new WeakMap<SqlType, TemporalComparisonTypes>();

export function comparedMoment(type: SqlType, words: TemporalComparisonTypes): SqlType {
	const own = sqlType(type.name, type);
	meetings.set(own, words);
	return own;
}

export function temporalComparisonTypes(type: SqlType): TemporalComparisonTypes | undefined {
	return meetings.get(type);
}

const exactMeetings = new Map<string, SqlType>();

/**
 * Type for comparing a column with more digits than a double with constant text. It has one digit more than the
 * column, so that text between two of the column's values stays between them.
 */
export function exactTemporalComparison({ name, length, scale }: SqlType): SqlType {
	const digits = name === "decimal" ? length : longestBigint;
	const key = `${digits} ${scale}`;
	let meeting = exactMeetings.get(key);
	if (meeting === undefined) {
		meeting = sqlType("decimal", { length: digits + 1, scale: scale + 1 });
		exactMeetings.set(key, meeting);
		exact.add(meeting);
	}
	return meeting;
}

export function isExactTemporalComparison(type: SqlType): boolean {
	return exact.has(type);
}

const longestBigint = 20;
const exact = new WeakSet<SqlType>();
