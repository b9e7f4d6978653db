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

const known = new Map<ByteString, JsonPath>();
const mostKnown = 1000;

/** Cached, since a statement uses the same path for every row. */
export function parsePath(text: ByteString): JsonPath {
	let path = known.get(text);
	if (path === undefined) {
		path = readPath(text);
		if (known.size >= mostKnown) {
			known.clear();
		}
		known.set(text, path);
	}
	return path;
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
	if (legs.some(({ kind }) => kind === "anywhere")) {
		return seekAnywhere(tree, legs);
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
	}
}

/** A value where it stands: equal values may be one object. */
interface Place {
	readonly value: JsonTree;
	/** Undefined: the document. */
	readonly within: JsonTree | undefined;
	readonly at: ByteString | number;
}

/** Behind `**` a value may be met twice: by another `**`, and by [0] as an array's first item and as itself. */
function seekAnywhere(tree: JsonTree, legs: readonly PathLeg[]): readonly JsonTree[] {
	let found: readonly Place[] = [{ value: tree, within: undefined, at: 0 }];
	for (const leg of legs) {
		const next: Place[] = [];
		const seen = new Map<JsonTree | undefined, Set<ByteString | number>>();
		for (const place of found) {
			for (const met of placesOf(place, leg)) {
				const among = seen.get(met.within) ?? new Set();
				if (!among.has(met.at)) {
					seen.set(met.within, among.add(met.at));
					next.push(met);
				}
			}
		}
		work.units += 8 * next.length;
		found = next;
	}
	return found.map(({ value }) => value);
}

function* placesOf(place: Place, leg: PathLeg): Generator<Place> {
	const { value } = place;
	switch (leg.kind) {
		case "member": {
			const member = value.kind === "object" ? value.members.get(leg.key) : undefined;
			if (member !== undefined) {
				yield { value: member, within: value, at: leg.key };
			}
			return;
		}
		case "cell": {
			const item = value.kind === "array" ? value.items[leg.place] : undefined;
			if (item !== undefined) {
				yield { value: item, within: value, at: leg.place };
			} else if (value.kind !== "array" && leg.place === 0) {
				yield place;
			}
			return;
		}
		case "members":
		case "cells":
			if (value.kind === (leg.kind === "cells" ? "array" : "object")) {
				yield* placesIn(value);
			}
			return;
		case "anywhere":
			yield place;
			for (const child of placesIn(value)) {
				yield* placesOf(child, leg);
			}
	}
}

function placesIn(tree: JsonTree): readonly Place[] {
	const found = tree.kind === "array" ? tree.items.entries() : tree.kind === "object" ? tree.members : [];
	return Array.from<readonly [ByteString | number, JsonTree], Place>(found, ([at, value]) => ({
		value,
		within: tree,
		at,
	}));
}

export function childrenOf(tree: JsonTree): readonly JsonTree[] {
	return tree.kind === "array" ? tree.items : tree.kind === "object" ? [...tree.members.values()] : [];
}
