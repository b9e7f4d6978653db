/**
 * The report as JSON: a line an element of each list, so that two reports can be compared by lines.
 */
import type { Series } from "../../workload/series.ts";
import type { LongReport } from "./format.ts";

/** In parts, since a report of a million statements may be longer than a string can be. */
export function* printJson(report: LongReport): Generator<string> {
	yield "{";
	let comma = "";
	for (const [name, member] of Object.entries(report)) {
		const value: unknown = isSeries(member) && member.length === 0 ? [] : member;
		if (value === undefined) {
			continue;
		}
		yield `${comma}\n\t${JSON.stringify(name)}: `;
		yield* isList(value) ? printList(value) : [JSON.stringify(value)];
		comma = ",";
	}
	yield "\n}\n";
}

/** Of objects: a series that is no array is one. */
function isList(value: unknown): value is Iterable<object> {
	return Array.isArray(value) ? value.some((each) => typeof each === "object") : isSeries(value);
}

function isSeries(value: unknown): value is Series<object> {
	return typeof value === "object" && value !== null && Symbol.iterator in value;
}

function* printList(list: Iterable<object>): Generator<string> {
	yield "[";
	let comma = "";
	for (const each of list) {
		yield `${comma}\n\t\t`;
		yield* Object.values(each).some(isMadeSeries) ? printMembers(each) : [JSON.stringify(each)];
		comma = ",";
	}
	yield "\n\t]";
}

function isMadeSeries(value: unknown): value is Series<unknown> {
	return !Array.isArray(value) && isSeries(value);
}

/** As JSON.stringify prints it, a series item by item. */
function* printMembers(of: object): Generator<string> {
	let comma = "{";
	for (const [name, member] of Object.entries(of).filter(([, each]) => each !== undefined)) {
		yield `${comma}${JSON.stringify(name)}:`;
		comma = ",";
		if (!isMadeSeries(member)) {
			yield JSON.stringify(member);
			continue;
		}
		let before = "[";
		for (const item of member) {
			yield `${before}${JSON.stringify(item)}`;
			before = ",";
		}
		yield before === "[" ? "[]" : "]";
	}
	yield comma === "{" ? "{}" : "}";
}
