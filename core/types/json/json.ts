/**
 * JSON document tree: its normal form as text, its order and its keys.
 *
 * The normal form is the text that MySQL prints (`{"a": 1, "bb": [true, null]}`, keys by length and then bytes). A
 * value of an expression is the tagged form: the normal form with a mark and a letter before each scalar of a kind
 * that its text does not show, so that a date is still a date when another function reads it. Columns store the
 * tagged form; clients and text get the normal form. Rows of older files hold the normal form, which is a tagged form
 * without marks.
 *
 *     ["a", \x01t"2020-01-01 00:00:00.000000", \x01n1.50, \x01f2]      tagged: a datetime, a decimal, a double
 *     ["a", "2020-01-01 00:00:00.000000", 1.50, 2]                   normal
 */
import { sqlError } from "../../errors/catalogue.ts";
import { compareDecimals, parseDecimal, printDecimal } from "../numeric/decimal.ts";
import { printDouble } from "../numeric/float.ts";
import type { ByteString, Integer } from "../value/value.ts";

export type JsonTree =
	| { readonly kind: "null" }
	| { readonly kind: "boolean"; readonly value: boolean }
	| { readonly kind: "integer"; readonly value: Integer }
	| { readonly kind: "double"; readonly value: number }
	| { readonly kind: "decimal"; readonly unscaled: Integer; readonly scale: number }
	/** UTF-8 bytes. */
	| { readonly kind: "string"; readonly value: ByteString }
	/** A scalar of an SQL type that JSON lacks: a string in normal JSON. */
	| { readonly kind: ForeignKind; readonly text: ByteString }
	| { readonly kind: "array"; readonly items: readonly JsonTree[] }
	/** In normal order; made by `jsonObject`. */
	| { readonly kind: "object"; readonly members: ReadonlyMap<ByteString, JsonTree> };

/** Kinds of scalars that JSON lacks. */
type ForeignKind = "date" | "time" | "datetime" | "blob" | "bit";

/** Never occurs in the normal form, which escapes control characters. */
export const kindMark = "\x01";
/** The letter after the mark. */
export const kindLetters: Readonly<Record<ForeignKind | "decimal" | "double", string>> = {
	decimal: "n",
	double: "f",
	date: "d",
	time: "c",
	datetime: "t",
	blob: "b",
	bit: "i",
};

export const jsonNull: JsonTree = Object.freeze({ kind: "null" });
export const jsonTrue: JsonTree = Object.freeze({ kind: "boolean", value: true });
export const jsonFalse: JsonTree = Object.freeze({ kind: "boolean", value: false });

export function jsonString(value: ByteString): JsonTree {
	return { kind: "string", value };
}

/** Returns an object with its keys in normal order; the first of equal keys wins. */
export function jsonObject(members: Iterable<readonly [ByteString, JsonTree]>): JsonTree {
	const first = new Map<ByteString, JsonTree>();
	for (const [key, value] of members) {
		if (!first.has(key)) {
			first.set(key, value);
		}
	}
	return { kind: "object", members: inNormalOrder(first) };
}

export function inNormalOrder(members: ReadonlyMap<ByteString, JsonTree>): Map<ByteString, JsonTree> {
	return new Map([...members].sort(([a], [b]) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)));
}

const escapes: Readonly<Record<string, string>> = {
	'"': '\\"',
	"\\": "\\\\",
	"\b": "\\b",
	"\f": "\\f",
	"\n": "\\n",
	"\r": "\\r",
	"\t": "\\t",
};

/** Quotes a string, as JSON_QUOTE does. */
export function quoteJson(text: ByteString): ByteString {
	const escaped = text.replace(
		/["\\\x00-\x1f]/g,
		(character) => escapes[character] ?? `\\u00${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
	);
	return `"${escaped}"`;
}

/** As MySQL 5.7, a whole double without a point: the tagged form marks it, so that it stays no integer. */
function markedDouble(value: number, keeps: boolean): ByteString {
	const text = printDouble(value);
	return /^-?\d+$/.test(text) ? marked(text, "double", keeps) : text;
}

/** Maximum nesting of arrays and objects; a scalar in the innermost counts as a level. */
export const greatestDepth = 99;

/** Prints the normal form. Throws 3157 for a tree that is too deep. */
export function printJson(tree: JsonTree): ByteString {
	return print(tree, 0, false);
}

/** Prints the tagged form. */
export function keepJson(tree: JsonTree): ByteString {
	return print(tree, 0, true);
}

/** Converts the tagged form to the normal form. */
export function normalJson(kept: ByteString): ByteString {
	return kept.includes(kindMark) ? kept.replace(marks, "") : kept;
}

const marks = new RegExp(`${kindMark}.`, "g");

function marked(text: ByteString, kind: ForeignKind | "decimal" | "double", keeps: boolean): ByteString {
	return keeps ? kindMark + kindLetters[kind] + text : text;
}

function print(tree: JsonTree, depth: number, keeps: boolean): ByteString {
	if (depth > greatestDepth) {
		throw sqlError("jsonTooDeep");
	}
	switch (tree.kind) {
		case "null":
			return "null";
		case "boolean":
			return tree.value ? "true" : "false";
		case "integer":
			return String(tree.value);
		case "double":
			return markedDouble(tree.value, keeps);
		case "decimal":
			return marked(printDecimal(tree.unscaled, tree.scale), "decimal", keeps);
		case "string":
			return quoteJson(tree.value);
		case "array":
			return `[${tree.items.map((item) => print(item, depth + 1, keeps)).join(", ")}]`;
		case "object":
			return `{${[...tree.members]
				.map(([key, value]) => `${quoteJson(key)}: ${print(value, depth + 1, keeps)}`)
				.join(", ")}}`;
		default:
			return marked(`"${tree.text}"`, tree.kind, keeps);
	}
}

/** Precedence of kinds: any value of a higher rank is greater. */
export const jsonRanks: Record<JsonTree["kind"], number> = {
	null: 0,
	integer: 1,
	double: 1,
	decimal: 1,
	string: 2,
	object: 3,
	array: 4,
	boolean: 5,
	date: 6,
	time: 7,
	datetime: 8,
	bit: 9,
	blob: 10,
};

function compareBytes(a: ByteString, b: ByteString): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares two values: negative, 0 or positive. Numbers of all kinds compare by value. */
export function compareJson(a: JsonTree, b: JsonTree): number {
	if (jsonRanks[a.kind] !== jsonRanks[b.kind]) {
		return jsonRanks[a.kind] - jsonRanks[b.kind];
	}
	if (a.kind === "boolean" && b.kind === "boolean") {
		return Number(a.value) - Number(b.value);
	}
	if (a.kind === "string" && b.kind === "string") {
		return compareBytes(a.value, b.value);
	}
	if (a.kind === "array" && b.kind === "array") {
		return compareItems(a.items, b.items);
	}
	if (a.kind === "object" && b.kind === "object") {
		return compareMembers([...a.members], [...b.members]);
	}
	if ("text" in a && "text" in b) {
		return compareBytes(a.text, b.text);
	}
	return compareNumbers(a, b);
}

function compareItems(a: readonly JsonTree[], b: readonly JsonTree[]): number {
	for (let at = 0; at < a.length && at < b.length; at++) {
		const order = compareJson(a[at]!, b[at]!);
		if (order !== 0) {
			return order;
		}
	}
	return a.length - b.length;
}

/** Objects are equal or not; unequal ones have an arbitrary fixed order, as in MySQL. */
function compareMembers(a: (readonly [ByteString, JsonTree])[], b: (readonly [ByteString, JsonTree])[]): number {
	if (a.length !== b.length) {
		return a.length - b.length;
	}
	for (let at = 0; at < a.length; at++) {
		const order = compareBytes(a[at]![0], b[at]![0]) || compareJson(a[at]![1], b[at]![1]);
		if (order !== 0) {
			return order;
		}
	}
	return 0;
}

function compareNumbers(a: JsonTree, b: JsonTree): number {
	if (a.kind === "decimal" || b.kind === "decimal") {
		const x = decimalOf(a);
		const y = decimalOf(b);
		return compareDecimals(x.unscaled, x.scale, y.unscaled, y.scale);
	}
	const x = "value" in a ? a.value : 0;
	const y = "value" in b ? b.value : 0;
	return x < y ? -1 : x > y ? 1 : 0;
}

function decimalOf(tree: JsonTree): { readonly unscaled: Integer; readonly scale: number } {
	if (tree.kind === "decimal") {
		return tree;
	}
	return tree.kind === "integer"
		? { unscaled: tree.value, scale: 0 }
		: parseDecimal(tree.kind === "double" ? String(tree.value) : "0");
}

/** Returns a text that is equal for equal documents: the normal form with numbers by value. */
export function jsonKey(tree: JsonTree): ByteString {
	switch (tree.kind) {
		case "double":
			return printDouble(tree.value);
		case "decimal":
			return tree.scale === 0 ? String(tree.unscaled) : printDecimal(tree.unscaled, tree.scale).replace(/\.?0+$/, "");
		case "array":
			return `[${tree.items.map(jsonKey).join()}]`;
		case "object":
			return `{${[...tree.members].map(([key, value]) => `${quoteJson(key)}:${jsonKey(value)}`).join()}}`;
		default:
			return keepJson(tree);
	}
}
