/**
 * The report as JSON: a line an element of each list, so that two reports can be compared by lines.
 */
import type { RehearsalReport } from "./format.ts";

/** In parts, since a report of a million statements may be longer than a string can be. */
export function* printJson(report: RehearsalReport): Generator<string> {
	yield "{";
	let comma = "";
	for (const [name, value] of Object.entries(report)) {
		if (value === undefined) {
			continue;
		}
		yield `${comma}\n\t${JSON.stringify(name)}: `;
		yield* isList(value) ? printList(value) : [JSON.stringify(value)];
		comma = ",";
	}
	yield "\n}\n";
}

function isList(value: unknown): value is readonly object[] {
	return Array.isArray(value) && value.some((each) => typeof each === "object");
}

function* printList(list: readonly object[]): Generator<string> {
	yield "[";
	let comma = "";
	for (const each of list) {
		yield `${comma}\n\t\t${JSON.stringify(each)}`;
		comma = ",";
	}
	yield "\n\t]";
}
