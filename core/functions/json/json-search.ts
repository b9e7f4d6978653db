/**
 * JSON functions that search documents: containment, existence of paths, and paths of matching strings.
 *
 * | name                                            | result    | source (MySQL 5.7 manual)                 |
 * |-------------------------------------------------|-----------|-------------------------------------------|
 * | json_contains (document, candidate [, path])    | bigint(1) | 12.17.3 Functions That Search JSON Values |
 * | json_contains_path (document, one or all, paths)| bigint(1) | 12.17.3                                   |
 * | json_search (document, one or all, text [, escape, paths]) | json | 12.17.3                             |
 */
import { work } from "../../async/work-meter.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { jsonString, quoteJson, type JsonTree } from "../../types/json/json.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import { contains } from "./containment.ts";
import { define, many, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { documentReader, documentResult, pathReader, plainPathReader } from "../operand/json-operand.ts";
import { seek, type JsonPath } from "../operand/json-path.ts";
import { longText } from "./json-read.ts";
import { escapeOf, patternTest, type TextTest } from "../string/like.ts";
import { truthType } from "../definition/result.ts";

const jsonContains: Resolve = ([document, candidate, at]) => {
	const [read, readCandidate] = [
		documentReader(document!, 1, "json_contains"),
		documentReader(candidate!, 2, "json_contains"),
	];
	const pathOf = at === undefined ? undefined : plainPathReader(at);
	return {
		type: truthType,
		nullable: true,
		evaluate: (_evaluation, value, wanted, path) => {
			const tree = pathOf === undefined ? read(value) : seek(read(value), pathOf(path))[0];
			return tree === undefined ? null : contains(tree, readCandidate(wanted)) ? 1 : 0;
		},
	};
};

function isOne(value: Value, name: string): boolean {
	const word = (value as string).toLowerCase();
	if (word !== "one" && word !== "all") {
		throw sqlError("jsonOneOrAll", name);
	}
	return word === "one";
}

const containsPath: Resolve = ([document, , ...rest]) => {
	const read = documentReader(document!, 1, "json_contains_path");
	const pathsOf = rest.map(pathReader);
	return {
		type: truthType,
		nullable: true,
		operands: [undefined, longText],
		evaluate: (_evaluation, value, quantity, ...paths) => {
			const tree = read(value);
			const has = (path: Value, at: number) => seek(tree, pathsOf[at]!(path)).length > 0;
			const given = paths.slice(0, rest.length);
			return (isOne(quantity, "json_contains_path") ? given.some(has) : given.every(has)) ? 1 : 0;
		},
	};
};

const plainKey = /^[A-Za-z_$\x80-\xff][A-Za-z0-9_$\x80-\xff]*$/;

interface Search {
	readonly test: TextTest;
	/** Values within which is searched; undefined: everywhere. */
	readonly within: ReadonlySet<JsonTree> | undefined;
}

/** Yields the paths of all strings that pass the test. `isWithin`: it is within one of the values searched. */
function* pathsOf(tree: JsonTree, path: string, search: Search, isWithin: boolean): Generator<ByteString> {
	work.units++;
	const isSearched = isWithin || search.within?.has(tree) !== false;
	if (isSearched && tree.kind === "string" && search.test(tree.value)) {
		yield path;
	}
	if (tree.kind === "array") {
		for (const [at, item] of tree.items.entries()) {
			yield* pathsOf(item, `${path}[${at}]`, search, isSearched);
		}
	}
	if (tree.kind === "object") {
		for (const [key, value] of tree.members) {
			yield* pathsOf(value, `${path}.${plainKey.test(key) ? key : quoteJson(key)}`, search, isSearched);
		}
	}
}

/** Returns the matching paths below the given paths. */
function searched(tree: JsonTree, roots: readonly JsonPath[], test: TextTest): ByteString[] {
	const within = roots.length === 0 ? undefined : new Set(roots.flatMap((root) => seek(tree, root)));
	return [...pathsOf(tree, "$", { test, within }, false)];
}

const exactText = { charset: "utf8mb4", collation: "utf8mb4_bin" };

const search: Resolve = (operands) => {
	const read = documentReader(operands[0]!, 1, "json_search");
	const rootsOf = operands.slice(4).map(pathReader);
	const resolution = documentResult(true, (document, quantity, text, escape, ...roots) => {
		const given = roots.slice(0, rootsOf.length);
		if (document === null || quantity === null || text === null || given.includes(null)) {
			return null;
		}
		const isFirst = isOne(quantity!, "json_search");
		const test = patternTest(
			text as ByteString,
			escapeOf(operands.length > 3 ? escape : undefined, false, exactText.charset) || "\\",
			exactText,
		);
		const found = searched(
			read(document!),
			given.map((root, at) => rootsOf[at]!(root)),
			test,
		);
		if (found.length === 0) {
			return null;
		}
		return isFirst || found.length === 1 ? jsonString(found[0]!) : { kind: "array", items: found.map(jsonString) };
	});
	return { ...resolution, operands: [undefined, longText, longText, longText] };
};

export const jsonSearch: readonly FunctionDefinition[] = [
	define("json_contains", 2, 3, jsonContains),
	define("json_contains_path", 3, many, containsPath),
	define("json_search", 3, many, search),
];
