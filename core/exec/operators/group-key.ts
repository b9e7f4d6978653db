/**
 * Several values as one key of a Map or Set.
 *
 * In: keys as `groupKey` of types makes them, or NULLs. Out: a string that is the same only for the same keys.
 */
import type { Row } from "../../types/value.ts";

export function joinedKey(values: Row): string {
	let joined = "";
	for (const value of values) {
		joined += typeof value === "string" ? `${value.length}:${value}` : `${value},`;
	}
	return joined;
}
