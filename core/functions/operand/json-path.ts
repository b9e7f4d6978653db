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
	let found: readonly JsonTree[] = [tree];
	let isNested = false;
	for (const leg of legs) {
		const next: JsonTree[] = [];
		for (const value of found) {
			step(value, leg, next);
		}
		work.units += 8 * next.length;
		// Values reached twice: by a second `**` alone.
		found = isNested && leg.kind === "anywhere" ? [...new Set(next)] : next;
		isNested ||= leg.kind === "anywhere";
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

export function childrenOf(tree: JsonTree): readonly JsonTree[] {
	return tree.kind === "array" ? tree.items : tree.kind === "object" ? [...tree.members.values()] : [];
}
