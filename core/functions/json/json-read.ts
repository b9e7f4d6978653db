/**
 * JSON functions that read documents: parts of a document by path, and its attributes.
 *
 * Documents are JSON or text that is parsed. NULL where a path matches nothing.
 *
 * | name                                     | result        | source (MySQL 5.7 manual)                     |
 * |------------------------------------------|---------------|-----------------------------------------------|
 * | json_extract, ->                         | json          | 12.17.3 Functions That Search JSON Values     |
 * | json_unquote, ->>                        | longtext      | 12.17.4, 12.17.3                              |
 * | json_keys                                | json          | 12.17.3                                       |
 * | json_length, json_depth, json_storage_size | bigint(10)  | 12.17.5 Functions That Return JSON Attributes |
 * | json_type, json_valid                    | varchar(51), bigint(1) | 12.17.5                              |
 * | json_pretty                              | longtext      | 12.17.6 JSON Utility Functions                |
 */
import { sqlError } from "../../errors/catalogue.ts";
import { transcoder } from "../../types/text/charset.ts";
import { jsonString, printJson, quoteJson, type JsonTree } from "../../types/json/json.ts";
import { parseJson, treeOf } from "../../types/json/json-text.ts";
import { familyOf, sqlType } from "../../types/value/type.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import { define, many, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition, Resolution } from "../definition/function.ts";
import {
	documentReader,
	documentResult,
	jsonCoercibility,
	pathReader,
	type PathReader,
} from "../operand/json-operand.ts";
import { childrenOf, seek, type JsonPath } from "../operand/json-path.ts";
import { integerResult, isText, textResult, truthType } from "../definition/result.ts";

const jsonText = { charset: "utf8mb4", collation: "utf8mb4_bin" };
export const longText = sqlType("longtext", jsonText);

/** Returns one value; an array of all values for several paths or a wildcard path. */
function extracted(tree: JsonTree, paths: readonly JsonPath[]): JsonTree | null {
	const found = paths.flatMap((path) => seek(tree, path));
	const [first] = found;
	if (first === undefined) {
		return null;
	}
	return paths.length === 1 && !paths[0]!.isWild ? first : { kind: "array", items: found };
}

const extract: Resolve = ([document, ...rest]) => {
	const read = documentReader(document!, 1, "json_extract");
	const pathsOf = rest.map(pathReader);
	return documentResult(true, (value, ...paths) => {
		const given = paths.slice(0, rest.length);
		return value === null || given.includes(null)
			? null
			: extracted(
					read(value),
					given.map((path, at) => pathsOf[at]!(path)),
				);
	});
};

/** Returns a string without its quotes; prints anything else. */
function unquoted(tree: JsonTree): ByteString {
	return tree.kind === "string" ? tree.value : "text" in tree ? tree.text : printJson(tree);
}

/** Unquotes text that is a JSON string; returns other text unchanged. */
function unquotedText(text: ByteString): ByteString {
	if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) {
		return text;
	}
	const { tree, fault } = parseJson(text);
	if (tree === null) {
		throw sqlError("invalidJsonInArgument", 1, "json_unquote", fault.reason, fault.position);
	}
	return tree.kind === "string" ? tree.value : text;
}

const unquote: Resolve = ([operand]) => {
	const { type } = operand!;
	const isJson = type.name === "json";
	const read = isJson ? documentReader(operand!, 1, "json_unquote") : undefined;
	return {
		type: longText,
		nullable: true,
		operands: [isJson ? undefined : longText],
		evaluate: (_evaluation, value) => (read === undefined ? unquotedText(value as ByteString) : unquoted(read(value))),
	};
};

const extractUnquoted: Resolve = (operands, context) => {
	const { evaluate } = extract(operands, context);
	return {
		type: longText,
		nullable: true,
		nullPropagates: false,
		evaluate: (evaluation, ...values) => {
			const found = evaluate!(evaluation, values[0]!, values[1]!, null, null);
			return found === null ? null : unquoted(treeOf(found as ByteString));
		},
	};
};

/** Makes a function of an attribute of the value at a path, or of the whole document. */
function about(name: string, type: Resolution["type"], fact: (tree: JsonTree) => Value): Resolve {
	return ([document, at]) => {
		const read = documentReader(document!, 1, name);
		const pathOf: PathReader | undefined = at === undefined ? undefined : pathReader(at);
		return {
			type,
			nullable: true,
			...(type.name === "json" ? { coercibility: jsonCoercibility } : {}),
			evaluate: (_evaluation, value, path) => {
				const tree = pathOf === undefined ? read(value) : extracted(read(value), [pathOf(path)]);
				return tree === null ? null : fact(tree);
			},
		};
	};
}

function depthOf(tree: JsonTree): number {
	return 1 + Math.max(0, ...childrenOf(tree).map(depthOf));
}

/** Returns the number of members or items; 1 for scalars. */
function lengthOf(tree: JsonTree): number {
	return tree.kind === "array" ? tree.items.length : tree.kind === "object" ? tree.members.size : 1;
}

function keysOf(tree: JsonTree): Value {
	return tree.kind === "object" ? printJson({ kind: "array", items: [...tree.members.keys()].map(jsonString) }) : null;
}

const greatestSigned = 9223372036854775807n;

function typeName(tree: JsonTree): string {
	return tree.kind === "integer" && tree.value > greatestSigned ? "UNSIGNED INTEGER" : tree.kind.toUpperCase();
}

const valid: Resolve = ([operand]) => {
	const { type, nullable } = operand!;
	const isTextual = isText(type) && type.charset !== "binary";
	const recode = transcoder(type.charset, "utf8mb4");
	return {
		type: truthType,
		nullable,
		evaluate: (_evaluation, value) =>
			familyOf(type) === "json" || (isTextual && parseJson(recode(value as ByteString)).tree !== null) ? 1 : 0,
	};
};

/** Prints a line for each member and item, indented by two spaces a level. */
function pretty(tree: JsonTree, margin = "\n"): ByteString {
	const inner = `${margin}  `;
	const between = (open: string, parts: readonly string[], close: string) =>
		parts.length === 0 ? open + close : open + parts.map((part) => inner + part).join(",") + margin + close;
	if (tree.kind === "array") {
		return between(
			"[",
			tree.items.map((item) => pretty(item, inner)),
			"]",
		);
	}
	if (tree.kind === "object") {
		return between(
			"{",
			[...tree.members].map(([key, value]) => `${quoteJson(key)}: ${pretty(value, inner)}`),
			"}",
		);
	}
	return printJson(tree);
}

const counted = integerResult(10);

export const jsonRead: readonly FunctionDefinition[] = [
	define("json_extract", 2, many, extract),
	define("->", 2, 2, extract),
	define("->>", 2, 2, extractUnquoted),
	define("json_unquote", 1, 1, unquote),
	define("json_keys", 1, 2, about("json_keys", sqlType("json"), keysOf)),
	define("json_length", 1, 2, about("json_length", counted, lengthOf)),
	define("json_depth", 1, 1, about("json_depth", counted, depthOf)),
	define(
		"json_storage_size",
		1,
		1,
		about("json_storage_size", counted, (tree) => printJson(tree).length),
	),
	define("json_type", 1, 1, about("json_type", textResult(51, jsonText), typeName)),
	define("json_pretty", 1, 1, about("json_pretty", longText, pretty)),
	define("json_valid", 1, 1, valid),
];
