/**
 * JSON functions that create and modify documents; paths must match one place each. `json-draft.ts` makes the changes.
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
import type { FunctionDefinition, Operand } from "../definition/function.ts";
import { type Change, JsonDraft } from "./json-draft.ts";
import { documentReader, documentResult, plainPathReader, valueReader } from "../operand/json-operand.ts";
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

/** Readers of a document and of the pairs of path and value behind it, each with its place among the operands. */
function documentAndPairs(name: string, operands: readonly Operand[]) {
	if (operands.length % 2 === 0) {
		throw sqlError("wrongParameterCount", name);
	}
	const read = documentReader(operands[0]!, 1, name);
	const pairs = operands
		.slice(1)
		.flatMap((operand, at) =>
			at % 2 === 0 ? [{ at: at + 1, pathOf: plainPathReader(operand), valueOf: valueReader(operands[at + 2]!) }] : [],
		);
	return { read, pairs };
}

/** Makes a function of pairs of path and value, applied one after the other. */
function putting(name: string, put: (value: JsonTree) => Change): Resolve {
	return (operands) => {
		const { read, pairs } = documentAndPairs(name, operands);
		return documentResult(true, (document, ...values) => {
			const all = [document!, ...values];
			if (document === null || pairs.some(({ at }) => all[at] === null)) {
				return null;
			}
			const draft = new JsonDraft(read(document!));
			for (const { at, pathOf, valueOf } of pairs) {
				draft.change(pathOf(all[at]!).legs, put(valueOf(all[at + 1]!)));
			}
			return draft.finish();
		});
	};
}

/** Appends to an array; any other value becomes an array first. */
function append(value: JsonTree): Change {
	return (existing, draft) => {
		if (existing?.kind !== "array") {
			return existing && draft.newArray([existing, value]);
		}
		const own = draft.ownArray(existing);
		own.items.push(value);
		return own;
	};
}

const arrayInsert: Resolve = (operands) => {
	const { read, pairs } = documentAndPairs("json_array_insert", operands);
	return documentResult(true, (...values) => {
		if (values[0] === null || pairs.some(({ at }) => values[at] === null)) {
			return null;
		}
		const draft = new JsonDraft(read(values[0]!));
		for (const { at, pathOf, valueOf } of pairs) {
			const { legs } = pathOf(values[at]!);
			const last = legs[legs.length - 1];
			if (last?.kind !== "cell") {
				throw sqlError("jsonPathNotCell");
			}
			draft.change(legs.slice(0, -1), (existing) => {
				if (existing?.kind !== "array") {
					return existing;
				}
				const own = draft.ownArray(existing);
				own.items.splice(last.place, 0, valueOf(values[at + 1]!));
				return own;
			});
		}
		return draft.finish();
	});
};

const remove: Resolve = (operands) => {
	const read = documentReader(operands[0]!, 1, "json_remove");
	const paths = operands.slice(1).map(plainPathReader);
	return documentResult(true, (document, ...values) => {
		if (document === null || values.slice(0, paths.length).includes(null)) {
			return null;
		}
		const draft = new JsonDraft(read(document!));
		for (const [at, pathOf] of paths.entries()) {
			const { legs } = pathOf(values[at]!);
			if (legs.length === 0) {
				throw sqlError("jsonPathRoot");
			}
			draft.change(legs, () => undefined);
		}
		return draft.finish();
	});
};

/** Concatenates two arrays, merges two objects by member; any other value becomes an array first. */
function preserved(a: JsonTree, b: JsonTree, draft: JsonDraft): JsonTree {
	if (a.kind === "object" && b.kind === "object") {
		const own = draft.ownObject(a);
		for (const [key, value] of b.members) {
			const existing = own.members.get(key);
			draft.put(own, key, existing === undefined ? value : preserved(existing, value, draft));
		}
		return own;
	}
	const own = a.kind === "array" ? draft.ownArray(a) : draft.newArray([a]);
	for (const item of b.kind === "array" ? b.items : [b]) {
		own.items.push(item);
	}
	return own;
}

/** JSON Merge Patch (RFC 7396): members of the patch replace those of the target, null removes them. */
function patched(target: JsonTree, patch: JsonTree, draft: JsonDraft): JsonTree {
	if (patch.kind !== "object") {
		return patch;
	}
	const own = draft.ownObject(target.kind === "object" ? target : noMembers);
	for (const [key, value] of patch.members) {
		if (value.kind === "null") {
			own.members.delete(key);
		} else {
			draft.put(own, key, patched(own.members.get(key) ?? value, value, draft));
		}
	}
	return own;
}

const noMembers = { kind: "object", members: new Map() } as const;

function merging(name: string, merge: (a: JsonTree, b: JsonTree, draft: JsonDraft) => JsonTree): Resolve {
	return (operands) => {
		const readers = operands.map((operand, at) => documentReader(operand, at + 1, name));
		return documentResult(true, (...values) => {
			const given: Value[] = values.slice(0, readers.length);
			if (given.includes(null)) {
				return null;
			}
			const [first, ...rest] = readers.map((read, at) => read(given[at]!));
			const draft = new JsonDraft(first!);
			for (const tree of rest) {
				draft.replace((merged) => merge(merged, tree, draft));
			}
			return draft.finish();
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
