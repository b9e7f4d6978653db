/**
 * Joins several key values into one string, usable as a key of a Map or Set; equal only for equal keys.
 */
import type { Row } from "../../types/value/value.ts";

export function joinedKey(values: Row): string {
	let joined = "";
	for (const value of values) {
		joined += typeof value === "string" ? `${value.length}:${value}` : `${value},`;
	}
	return joined;
}
