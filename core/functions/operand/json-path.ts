/**
 * JSON paths (`$.a[0]`, `$**.b`, `$.*`): parsed to legs (error 3143), and matched in a tree.
 *
 * | leg         | matches                                                               |
 * |-------------|-----------------------------------------------------------------------|
 * | .key ."key" | the member of that name                                               |
 * | [n]         | the item with that index; [0] of a non-array is the value itself      |
 * | .* and [*]  | all members, all items                                                |
 * | **          | the value and everything in it, at any depth                          |
 */
import { ParsedTexts } from "./parsed-texts.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { JsonTree } from "../../types/json/json.ts";
import { work } from "../../async/work-meter.ts";
import { parseJson } from "../../types/json/json-text.ts";
import type { ByteString } from "../../types/value/value.ts";

export type PathLeg =
	| { readonly kind: "member"; readonly key: ByteString }
	| { readonly kind: "cell"; readonly place: number }
	| { readonly kind: "members" }
	| { readonly kind: "cells" }
	| { readonly kind: "anywhere" };

export interface JsonPath {
	readonly legs: readonly PathLeg[];
	/** It may match more than one value. */
	readonly isWild: boolean;
}

const known = new ParsedTexts<JsonPath>((text) => readPath(text));

export function parsePath(text: ByteString): JsonPath {
	return known.of(text);
}

const space = /\s*/y;
const cell = /\[\s*(\d+|\*)\s*\]/y;
const member = /\.\s*(\*|"(?:[^"\\]|\\.)*"|[A-Za-z_$\x80-\xff][A-Za-z0-9_$\x80-\xff]*)/y;

/** Returns the expression's match at this place. */
function matchAt(expression: RegExp, text: ByteString, at: number): RegExpExecArray | null {
	expression.lastIndex = at;
	return expression.exec(text);
}

function readPath(text: ByteString): JsonPath {
	const legs: PathLeg[] = [];
	let at = matchAt(space, text, 0)![0].length;
	if (text[at] !== "$") {
		throw sqlError("invalidJsonPath", at + 1);
	}
	at++;
	for (at += matchAt(space, text, at)![0].length; at < text.length; at += matchAt(space, text, at)![0].length) {
		const leg = readLeg(text, at);
		if (leg === null) {
			throw sqlError("invalidJsonPath", at + 1);
		}
		legs.push(leg.leg);
		at += leg.length;
	}
	if (legs[legs.length - 1]?.kind === "anywhere") {
		throw sqlError("invalidJsonPath", text.length);
	}
	return { legs, isWild: legs.some(({ kind }) => kind !== "member" && kind !== "cell") };
}

function readLeg(text: ByteString, at: number): { readonly leg: PathLeg; readonly length: number } | null {
	if (text.startsWith("**", at)) {
		return { leg: { kind: "anywhere" }, length: 2 };
	}
	const found = matchAt(cell, text, at) ?? matchAt(member, text, at);
	if (found === null) {
		return null;
	}
	const [whole, name] = [found[0], found[1]!];
	if (whole.startsWith("[")) {
		return { leg: name === "*" ? { kind: "cells" } : { kind: "cell", place: Number(name) }, length: whole.length };
	}
	const key = name.startsWith('"') ? keyInQuotes(name) : name;
	return key === null
		? null
		: { leg: name === "*" ? { kind: "members" } : { kind: "member", key }, length: whole.length };
}

function keyInQuotes(text: ByteString): ByteString | null {
	const { tree } = parseJson(text);
	return tree?.kind === "string" ? tree.value : null;
}

/** Returns the values that a path matches, each once, in document order. */
export function seek(tree: JsonTree, { legs }: JsonPath): readonly JsonTree[] {
	if (mayMeetTwice(legs)) {
		return seekPlaces(tree, legs);
	}
	let found: readonly JsonTree[] = [tree];
	for (const leg of legs) {
		const next: JsonTree[] = [];
		for (const value of found) {
			step(value, leg, next);
		}
		work.units += 8 * next.length;
		found = next;
	}
	return found;
}

function step(tree: JsonTree, leg: PathLeg, into: JsonTree[]): void {
	switch (leg.kind) {
		case "member": {
			const value = tree.kind === "object" ? tree.members.get(leg.key) : undefined;
			if (value !== undefined) {
				into.push(value);
			}
			return;
		}
		case "cell": {
			const value = tree.kind === "array" ? tree.items[leg.place] : leg.place === 0 ? tree : undefined;
			if (value !== undefined) {
				into.push(value);
			}
			return;
		}
		case "members":
		case "cells":
			if (tree.kind === (leg.kind === "cells" ? "array" : "object")) {
				for (const child of childrenOf(tree)) {
					into.push(child);
				}
			}
			return;
		case "anywhere":
			addDescendants(tree, into);
	}
}

function addDescendants(tree: JsonTree, into: JsonTree[]): void {
	into.push(tree);
	for (const child of childrenOf(tree)) {
		addDescendants(child, into);
	}
}

/** Behind `**`: another one, and [0], by which an array's first item is met from the array and from itself. */
function mayMeetTwice(legs: readonly PathLeg[]): boolean {
	const first = legs.findIndex(({ kind }) => kind === "anywhere");
	return first >= 0 && legs.slice(first + 1).some(isMeeting);
}

function isMeeting(leg: PathLeg): boolean {
	return leg.kind === "anywhere" || (leg.kind === "cell" && leg.place === 0);
}

/** Values where they stand, in parallel arrays: equal values may be one object. */
class Places {
	readonly values: JsonTree[] = [];
	/** Undefined: the document. */
	readonly within: (JsonTree | undefined)[] = [];
	readonly at: (ByteString | number)[] = [];

	add(value: JsonTree, within: JsonTree | undefined, at: ByteString | number): void {
		this.values.push(value);
		this.within.push(within);
		this.at.push(at);
	}

	addOf(other: Places, index: number): void {
		this.add(other.values[index]!, other.within[index], other.at[index]!);
	}
}

/** Remembers places, which costs a quarter more: other paths are walked without. */
function seekPlaces(tree: JsonTree, legs: readonly PathLeg[]): readonly JsonTree[] {
	let found = new Places();
	found.add(tree, undefined, 0);
	const first = legs.findIndex(({ kind }) => kind === "anywhere");
	for (const [number, leg] of legs.entries()) {
		const next = new Places();
		for (let index = 0; index < found.values.length; index++) {
			stepPlace(found, index, leg, next);
		}
		work.units += 8 * next.values.length;
		// Behind the first `**` an array is followed by its first item, which is then not taken again.
		const isDistinct = number <= first || (number === first + 1 && leg.kind === "cell");
		found = isMeeting(leg) && !isDistinct ? once(next, leg) : next;
	}
	return found.values;
}

function stepPlace(found: Places, index: number, leg: PathLeg, into: Places): void {
	const value = found.values[index]!;
	switch (leg.kind) {
		case "member": {
			const member = value.kind === "object" ? value.members.get(leg.key) : undefined;
			if (member !== undefined) {
				into.add(member, value, leg.key);
			}
			return;
		}
		case "cell": {
			const item = value.kind === "array" ? value.items[leg.place] : undefined;
			if (item !== undefined) {
				into.add(item, value, leg.place);
			} else if (value.kind !== "array" && leg.place === 0 && !isFirstBehindArray(found, index)) {
				into.addOf(found, index);
			}
			return;
		}
		case "members":
		case "cells":
			if (value.kind === (leg.kind === "cells" ? "array" : "object")) {
				addPlaces(value, into, false);
			}
			return;
		case "anywhere":
			into.addOf(found, index);
			addPlaces(value, into, true);
	}
}

/** The array itself has been met just before, and [0] of it is this one. */
function isFirstBehindArray({ values, within, at }: Places, index: number): boolean {
	return index > 0 && at[index] === 0 && values[index - 1] === within[index];
}

function addPlaces(tree: JsonTree, into: Places, areDeep: boolean): void {
	if (tree.kind === "array") {
		for (let at = 0; at < tree.items.length; at++) {
			addPlace(tree.items[at]!, tree, at, into, areDeep);
		}
	} else if (tree.kind === "object") {
		for (const [key, value] of tree.members) {
			addPlace(value, tree, key, into, areDeep);
		}
	}
}

function addPlace(value: JsonTree, within: JsonTree, at: ByteString | number, into: Places, isDeep: boolean): void {
	into.add(value, within, at);
	if (isDeep) {
		addPlaces(value, into, true);
	}
}

/** Behind [0] only an array's first item, or the document, can be there twice. */
function once(places: Places, leg: PathLeg): Places {
	const seen = new Map<JsonTree | undefined, Set<ByteString | number>>();
	const firsts = new Set<JsonTree | undefined>();
	const isNew = (within: JsonTree | undefined, at: ByteString | number): boolean => {
		if (leg.kind === "cell") {
			return at !== 0 || firsts.size < firsts.add(within).size;
		}
		const among = seen.get(within) ?? new Set();
		seen.set(within, among);
		return among.size < among.add(at).size;
	};
	const kept = new Places();
	places.within.forEach((within, index) => {
		if (isNew(within, places.at[index]!)) {
			kept.addOf(places, index);
		}
	});
	return kept;
}

export function childrenOf(tree: JsonTree): readonly JsonTree[] {
	return tree.kind === "array" ? tree.items : tree.kind === "object" ? [...tree.members.values()] : [];
}
