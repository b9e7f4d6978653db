/**
 * Text order: comparison and sort keys by bytes or by weights.
 */
import { latin1Slice } from "../text/native-latin1.ts";
import { comparePadded, paddedKey, paddedPrefix, withoutTrailingSpaces } from "../text/pad.ts";
import type { ByteString } from "../value/value.ts";
import { capitals, type Weights } from "./weights/weights.ts";

export interface Order {
	/** Compares two texts of the collation's charset: negative, 0 or positive. */
	compare(a: ByteString, b: ByteString): number;
	/** Returns the sort key, whose byte order is the collation's order: index keys. */
	sortKey(bytes: ByteString): ByteString;
	/** Returns a prefix of the sort keys of all texts with this prefix: LIKE 'abc%' as a key range. */
	prefixKey(bytes: ByteString): ByteString;
	/** Returns a key equal for equal texts, cheaper than `sortKey`: GROUP BY, DISTINCT, hash joins. */
	groupKey(bytes: ByteString): ByteString;
	/** Returns the weights, trailing spaces included: LIKE, LOCATE, FIND_IN_SET. */
	weights(bytes: ByteString): ByteString;
	/** Returns the weights as WEIGHT_STRING prints them. */
	printWeights(bytes: ByteString): ByteString;
}

const unchanged = (bytes: ByteString): ByteString => bytes;

/** `binary`: no padding. */
export const binaryOrder: Order = {
	compare: (a, b) => (a === b ? 0 : a < b ? -1 : 1),
	sortKey: unchanged,
	prefixKey: unchanged,
	groupKey: unchanged,
	weights: unchanged,
	printWeights: unchanged,
};

const controls = /[\x00-\x1f]/g;

const withoutControls = (bytes: ByteString): ByteString =>
	bytes.replace(controls, (byte) => `\x1f${String.fromCharCode(byte.charCodeAt(0) + 1)}`);

/**
 * Every byte counts, and the end of a text comes before any of them. Keys are those of `paddedOrder` for text without
 * control characters and spaces at its end, so that an index serves both: 1F ends a key, and control characters, which
 * are behind the end here, are written as 1F and the byte plus 1.
 */
export const bytewiseOrder: Omit<Order, "printWeights"> = {
	compare: binaryOrder.compare,
	sortKey: (bytes) => `${withoutControls(bytes)}\x1f`,
	prefixKey: withoutControls,
	groupKey: unchanged,
	weights: unchanged,
};

/** `_bin` of charsets whose byte order is that of their characters. */
export const paddedOrder: Order = {
	compare: comparePadded,
	sortKey: paddedKey,
	prefixKey: paddedPrefix,
	groupKey: withoutTrailingSpaces,
	weights: unchanged,
	printWeights: unchanged,
};

/** Order by weights. */
export function foldedOrder({ fold, print, ascii, letters = fold, unsettled }: Weights): Order {
	let table: Int16Array | undefined;
	const read = () => (table ??= ascii?.() ?? noWeights);
	const compare = (a: ByteString, b: ByteString) => (a === b ? 0 : comparePadded(fold(a), fold(b)));
	return {
		compare: ascii === undefined ? compare : (a, b) => compareAscii(a, b, table ?? read()) ?? compare(a, b),
		sortKey: (bytes) => asciiKey(bytes, table ?? read(), "\x1f") ?? paddedKey(fold(bytes)),
		prefixKey: (bytes) =>
			paddedPrefix(fold(unsettled === undefined ? bytes : bytes.slice(0, bytes.length - unsettled(bytes)))),
		groupKey: (bytes) =>
			((table ?? read()) === capitals ? undefined : asciiKey(bytes, table!, "")) ?? withoutTrailingSpaces(fold(bytes)),
		weights: letters,
		printWeights: print,
	};
}

const noWeights = new Int16Array(256).fill(-1);

const collected = Buffer.alloc(1024);

/**
 * Fast path: the key of a text whose bytes all have one weight, none of them below a space; else undefined.
 * Collecting weights in a buffer costs a third of concatenating strings.
 */
function asciiKey(bytes: ByteString, table: Int16Array, end: "\x1f" | ""): ByteString | undefined {
	let count = bytes.length;
	if (count >= collected.length) {
		return undefined;
	}
	while (count > 0 && bytes.charCodeAt(count - 1) === 0x20) {
		count--;
	}
	for (let at = 0; at < count; at++) {
		const weight = table[bytes.charCodeAt(at)]!;
		if (weight < 0x20) {
			return undefined;
		}
		collected[at] = weight;
	}
	if (end !== "") {
		collected[count++] = 0x1f;
	}
	return latin1Slice.call(collected, 0, count);
}

/** Fast path: compares two texts whose bytes all have one weight; undefined where another byte occurs. */
function compareAscii(a: ByteString, b: ByteString, table: Int16Array): number | undefined {
	const shorter = Math.min(a.length, b.length);
	for (let at = 0; at < shorter; at++) {
		const x = table[a.charCodeAt(at)]!;
		const y = table[b.charCodeAt(at)]!;
		if (x < 0 || y < 0) {
			return undefined;
		}
		if (x !== y) {
			return x - y;
		}
	}
	if (a.length === b.length) {
		return 0;
	}
	return a.length > b.length ? compareRest(a, shorter, table) : negated(compareRest(b, shorter, table));
}

/** Compares the remaining bytes with spaces. */
function compareRest(bytes: ByteString, from: number, table: Int16Array): number | undefined {
	for (let at = from; at < bytes.length; at++) {
		const weight = table[bytes.charCodeAt(at)]!;
		if (weight < 0) {
			return undefined;
		}
		if (weight !== 0x20) {
			return weight < 0x20 ? -1 : 1;
		}
	}
	return 0;
}

function negated(order: number | undefined): number | undefined {
	return order === undefined ? undefined : 0 - order;
}
