/**
 * The types in which a moment meets text or a number in a comparison, and what messages call them there.
 *
 * In: a temporal type. Out: the same, remembered as one of a comparison: what is no date is then the zero date with a warning,
 * not NULL, and 2020-02-31 lies between February and March. It refuses to know operators.
 */
import { sqlType, type SqlType } from "./type.ts";

export interface MeetingWords {
	/** What the moment is: only a DATE is called date. */
	readonly kind?: "date" | "datetime";
	/** The column that is compared. */
	readonly column?: string;
}

const meetings = new WeakMap<SqlType, MeetingWords>();

export function meetingMoment(type: SqlType, words: MeetingWords): SqlType {
	const own = sqlType(type.name, type);
	meetings.set(own, words);
	return own;
}

export function meetingWords(type: SqlType): MeetingWords | undefined {
	return meetings.get(type);
}
