/**
 * Names of months and weekdays, in English as `lc_time_names` has them by default.
 *
 * In: nothing. Out: names. It refuses to know other languages.
 */
export const monthNames = [
	"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
] as const;

/** From Monday, as `weekdayOf` counts. */
export const weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** `1st`, `22nd`, `13th`. */
export function ordinal(day: number): string {
	const teen = day >= 10 && day <= 19;
	const ending = teen ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
	return `${day}${ending}`;
}
