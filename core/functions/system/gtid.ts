/**
 * Sets of global transaction ids (GTID): subset test and difference; error 1772 for a malformed set.
 *
 * A set is text such as `3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5:7`; results are in normal form.
 *
 * | name                      | result            | source (MySQL 5.7 manual)               |
 * |---------------------------|-------------------|-----------------------------------------|
 * | gtid_subset (set, set)    | bigint(1)         | 12.18 Functions Used with Global Transaction Identifiers |
 * | gtid_subtract (set, set)  | text              | 12.18                                   |
 * | master_pos_wait (file, position [, seconds [, channel]]) | bigint(21), NULL: no replica | 12.20 Miscellaneous |
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { ByteString } from "../../types/value/value.ts";
import { define, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { anyText, integerResult, textResult, textWidth, truthType } from "../definition/result.ts";
import { asciiIn, connectionEncoding } from "../operand/text-operand.ts";

/** Numbers from the first up to the second, inclusive. */
type Interval = readonly [from: bigint, to: bigint];

/** By server UUID: disjoint intervals in order. */
type GtidSet = ReadonlyMap<string, readonly Interval[]>;

const plain = anyText({ charset: "utf8", collation: "utf8_general_ci" });
const server = /^\{?([0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12})\}?$/i;
const greatest = 2n ** 63n - 1n;

function parseSet(text: ByteString): GtidSet {
	const set = new Map<string, Interval[]>();
	for (const part of text
		.split(",")
		.map((each) => each.trim())
		.filter((each) => each !== "")) {
		const [name = "", ...intervals] = part.split(":").map((each) => each.trim());
		const digits = server.exec(name)?.[1]?.replaceAll("-", "").toLowerCase();
		const read = intervals.map(parseInterval);
		if (digits === undefined || intervals.length === 0 || !read.every((each) => each !== undefined)) {
			throw sqlError("malformedGtidSet", text);
		}
		const uuid = digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
		set.set(uuid, united([...(set.get(uuid) ?? []), ...(read as Interval[])]));
	}
	return set;
}

function parseInterval(text: string): Interval | undefined {
	const [, from, to] = /^(\d{1,19})(?:\s*-\s*(\d{1,19}))?$/.exec(text) ?? [];
	const interval: Interval | undefined = from === undefined ? undefined : [BigInt(from), BigInt(to ?? from)];
	return interval === undefined || interval[0] === 0n || interval[1] > greatest ? undefined : interval;
}

function united(intervals: Interval[]): Interval[] {
	const result: Interval[] = [];
	for (const [from, to] of intervals
		.filter(([from, to]) => from <= to)
		.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
		const last = result.at(-1);
		if (last !== undefined && from <= last[1] + 1n) {
			result[result.length - 1] = [last[0], to > last[1] ? to : last[1]];
		} else {
			result.push([from, to]);
		}
	}
	return result;
}

function subtract(set: GtidSet, other: GtidSet): GtidSet {
	const rest = [...set].map(([uuid, intervals]): [string, readonly Interval[]] => [
		uuid,
		(other.get(uuid) ?? []).reduce(without, intervals),
	]);
	return new Map(rest.filter(([, intervals]) => intervals.length > 0));
}

function without(intervals: readonly Interval[], [low, high]: Interval): readonly Interval[] {
	return intervals.flatMap(([from, to]): Interval[] =>
		high < from || low > to
			? [[from, to]]
			: [...(from < low ? [[from, low - 1n] as const] : []), ...(to > high ? [[high + 1n, to] as const] : [])],
	);
}

function printSet(set: GtidSet): string {
	const printed = ([from, to]: Interval): string => (from === to ? `${from}` : `${from}-${to}`);
	return [...set]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([uuid, intervals]) => [uuid, ...intervals.map(printed)].join(":"))
		.join(",\n");
}

const gtidSubtract: Resolve = (operands, context) => {
	const encoding = connectionEncoding(context);
	return {
		type: textResult(Math.max(...operands.map(({ type }) => textWidth(type))) * 2, encoding),
		nullable: true,
		operands: [plain, plain],
		evaluate: (_evaluation, set, other) =>
			asciiIn(printSet(subtract(parseSet(set as ByteString), parseSet(other as ByteString))), encoding.charset),
	};
};

export const gtid: readonly FunctionDefinition[] = [
	define("gtid_subset", 2, 2, () => ({
		type: truthType,
		nullable: true,
		operands: [plain, plain],
		evaluate: (_evaluation, set, other) =>
			subtract(parseSet(set as ByteString), parseSet(other as ByteString)).size === 0 ? 1 : 0,
	})),
	define("gtid_subtract", 2, 2, gtidSubtract),
	define("master_pos_wait", 2, 4, () => ({
		type: integerResult(21),
		nullable: true,
		nullPropagates: false,
		evaluate: () => null,
	})),
];
