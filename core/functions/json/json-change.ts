/**
 * JSON functions that create and modify documents; paths must match one place each. Trees are immutable.
 *
 * | name                                      | result   | source (MySQL 5.7 manual)                     |
 * |-------------------------------------------|----------|-----------------------------------------------|
 * | json_array, json_object                   | json     | 12.17.2 Functions That Create JSON Values     |
 * | json_quote                                | longtext | 12.17.2                                       |
 * | json_set, json_insert, json_replace       | json     | 12.17.4 Functions That Modify JSON Values     |
 * | json_remove                               | json     | 12.17.4                                       |
 * | json_array_append, json_append, json_array_insert | json | 12.17.4                                   |
 * | json_merge, json_merge_preserve, json_merge_patch | json | 12.17.4                                   |
 */
import { familyOf } from "../../types/value/type.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { jsonObject, quoteJson, type JsonTree } from "../../types/json/json.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import { anyNullable, define, many, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { documentReader, documentResult, plainPathReader, valueReader } from "../operand/json-operand.ts";
import type { PathLeg } from "../operand/json-path.ts";
import { longText } from "./json-read.ts";
import { isText } from "../definition/result.ts";

const array: Resolve = (operands) => {
	const readers = operands.map(valueReader);
	return documentResult(false, (...values) => ({ kind: "array", items: readers.map((read, at) => read(values[at]!)) }));
};

const object: Resolve = (operands) => {
	if (operands.length % 2 === 1) {
		throw sqlError("wrongParameterCount", "json_object");
	}
	const readers = operands.map(valueReader);
	const pairs = Array.from({ length: operands.length / 2 }, (_, at) => at * 2);
	const resolution = documentResult(false, (...values) =>
		jsonObject(
			pairs.map((at) => {
				const key = values[at]!;
				if (key === null) {
					throw sqlError("jsonNullKey");
				}
				if (familyOf(operands[at]!.type) === "bytes") {
					throw sqlError("invalidJsonCharset", "binary");
				}
				return [key as ByteString, readers[at + 1]!(values[at + 1]!)];
			}),
		),
	);
	return { ...resolution, operands: operands.map((_operand, at) => (at % 2 === 0 ? longText : undefined)) };
};

const quote: Resolve = (operands) => {
	const { type } = operands[0]!;
	if (!isText(type) && type.name !== "null") {
		throw sqlError("incorrectArgumentType", 1, "json_quote");
	}
	return {
		type: longText,
		nullable: anyNullable(operands),
		operands: [longText],
		evaluate: (_evaluation, text) => quoteJson(text as ByteString),
	};
};

/** Returns the new value at a path, given the existing one if any; undefined removes it or leaves it absent. */
type Change = (existing: JsonTree | undefined) => JsonTree | undefined;

/** Returns the tree with one place changed; the same tree where the path matches nothing. */
function changed(tree: JsonTree, legs: readonly PathLeg[], change: Change): JsonTree {
	const [leg, ...rest] = legs;
	if (leg === undefined) {
		return change(tree) ?? tree;
	}
	if (leg.kind === "member") {
		return tree.kind === "object" ? changedMember(tree, leg.key, rest, change) : tree;
	}
	if (leg.kind !== "cell") {
		return tree;
	}
	if (tree.kind === "array") {
		return changedItem(tree, leg.place, rest, change);
	}
	if (leg.place === 0) {
		return changed(tree, rest, change);
	}
	const added = rest.length === 0 ? change(undefined) : undefined;
	return added === undefined ? tree : { kind: "array", items: [tree, added] };
}

type ObjectTree = Extract<JsonTree, { kind: "object" }>;
type ArrayTree = Extract<JsonTree, { kind: "array" }>;

function changedMember(tree: ObjectTree, key: ByteString, rest: readonly PathLeg[], change: Change): JsonTree {
	const existing = tree.members.get(key);
	const value = rest.length === 0 ? change(existing) : existing && changed(existing, rest, change);
	if (value === existing) {
		return tree;
	}
	const members = new Map(tree.members);
	if (value === undefined) {
		members.delete(key);
		return { kind: "object", members };
	}
	members.set(key, value);
	return existing === undefined ? jsonObject(members) : { kind: "object", members };
}

function changedItem(tree: ArrayTree, place: number, rest: readonly PathLeg[], change: Change): JsonTree {
	const existing = tree.items[place];
	const value = rest.length === 0 ? change(existing) : existing && changed(existing, rest, change);
	if (value === existing) {
		return tree;
	}
	if (value === undefined) {
		return { kind: "array", items: tree.items.filter((_item, at) => at !== place) };
	}
	return { kind: "array", items: existing === undefined ? [...tree.items, value] : tree.items.with(place, value) };
}

/** Makes a function of pairs of path and value, applied one after the other. */
function putting(name: string, put: (value: JsonTree) => Change): Resolve {
	return (operands) => {
		if (operands.length % 2 === 0) {
			throw sqlError("wrongParameterCount", name);
		}
		const read = documentReader(operands[0]!, 1, name);
		const pairs = operands
			.slice(1)
			.flatMap((operand, at) =>
				at % 2 === 0 ? [{ at: at + 1, pathOf: plainPathReader(operand), valueOf: valueReader(operands[at + 2]!) }] : [],
			);
		return documentResult(true, (document, ...values) => {
			const all = [document!, ...values];
			if (document === null || pairs.some(({ at }) => all[at] === null)) {
				return null;
			}
			return pairs.reduce(
				(tree, { at, pathOf, valueOf }) => changed(tree, pathOf(all[at]!).legs, put(valueOf(all[at + 1]!))),
				read(document!),
			);
		});
	};
}

/** Appends to an array; any other value becomes an array first. */
function append(value: JsonTree): Change {
	return (existing) =>
		existing && { kind: "array", items: existing.kind === "array" ? [...existing.items, value] : [existing, value] };
}

const arrayInsert: Resolve = (operands) => {
	if (operands.length % 2 === 0) {
		throw sqlError("wrongParameterCount", "json_array_insert");
	}
	const read = documentReader(operands[0]!, 1, "json_array_insert");
	const pairs = operands
		.slice(1)
		.flatMap((operand, at) =>
			at % 2 === 0 ? [{ at: at + 1, pathOf: plainPathReader(operand), valueOf: valueReader(operands[at + 2]!) }] : [],
		);
	return documentResult(true, (...values) => {
		if (values[0] === null || pairs.some(({ at }) => values[at] === null)) {
			return null;
		}
		return pairs.reduce((tree, { at, pathOf, valueOf }) => {
			const { legs } = pathOf(values[at]!);
			const last = legs[legs.length - 1];
			if (last?.kind !== "cell") {
				throw sqlError("jsonPathNotCell");
			}
			return changed(tree, legs.slice(0, -1), (existing) =>
				existing?.kind === "array"
					? { kind: "array", items: existing.items.toSpliced(last.place, 0, valueOf(values[at + 1]!)) }
					: existing,
			);
		}, read(values[0]!));
	});
};

const remove: Resolve = (operands) => {
	const read = documentReader(operands[0]!, 1, "json_remove");
	const paths = operands.slice(1).map(plainPathReader);
	return documentResult(true, (document, ...values) => {
		if (document === null || values.slice(0, paths.length).includes(null)) {
			return null;
		}
		return paths.reduce((tree, pathOf, at) => {
			const { legs } = pathOf(values[at]!);
			if (legs.length === 0) {
				throw sqlError("jsonPathRoot");
			}
			return changed(tree, legs, () => undefined);
		}, read(document!));
	});
};

/** Concatenates two arrays, merges two objects by member; any other value becomes an array first. */
function preserved(a: JsonTree, b: JsonTree): JsonTree {
	if (a.kind === "object" && b.kind === "object") {
		const members = new Map(a.members);
		for (const [key, value] of b.members) {
			const own = members.get(key);
			members.set(key, own === undefined ? value : preserved(own, value));
		}
		return jsonObject(members);
	}
	const itemsOf = (tree: JsonTree) => (tree.kind === "array" ? tree.items : [tree]);
	return { kind: "array", items: [...itemsOf(a), ...itemsOf(b)] };
}

/** JSON Merge Patch (RFC 7396): members of the patch replace those of the target, null removes them. */
function patched(target: JsonTree, patch: JsonTree): JsonTree {
	if (patch.kind !== "object") {
		return patch;
	}
	const members = new Map(target.kind === "object" ? target.members : []);
	for (const [key, value] of patch.members) {
		if (value.kind === "null") {
			members.delete(key);
		} else {
			members.set(key, patched(members.get(key) ?? value, value));
		}
	}
	return jsonObject(members);
}

function merging(name: string, merge: (a: JsonTree, b: JsonTree) => JsonTree): Resolve {
	return (operands) => {
		const readers = operands.map((operand, at) => documentReader(operand, at + 1, name));
		return documentResult(true, (...values) => {
			const given: Value[] = values.slice(0, readers.length);
			return given.includes(null) ? null : readers.map((read, at) => read(given[at]!)).reduce(merge);
		});
	};
}

export const jsonChange: readonly FunctionDefinition[] = [
	define("json_array", 0, many, array),
	define("json_object", 0, many, object),
	define("json_quote", 1, 1, quote),
	define(
		"json_set",
		3,
		many,
		putting("json_set", (value) => () => value),
	),
	define(
		"json_insert",
		3,
		many,
		putting("json_insert", (value) => (existing) => existing ?? value),
	),
	define(
		"json_replace",
		3,
		many,
		putting("json_replace", (value) => (existing) => existing && value),
	),
	define("json_array_append", 3, many, putting("json_array_append", append)),
	define("json_append", 3, many, putting("json_append", append)),
	define("json_array_insert", 3, many, arrayInsert),
	define("json_remove", 2, many, remove),
	define("json_merge", 2, many, merging("json_merge", preserved)),
	define("json_merge_preserve", 2, many, merging("json_merge_preserve", preserved)),
	define("json_merge_patch", 2, many, merging("json_merge_patch", patched)),
];
