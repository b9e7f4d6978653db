/**
 * Operands of JSON functions: converters from values to documents and paths.
 *
 * Error 3141 for invalid JSON text, 3144 for binary strings, 3146 for other types.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { transcoder } from "../../types/text/charset.ts";
import { jsonReader } from "../../types/convert/convert-json.ts";
import { jsonFalse, jsonNull, jsonTrue, keepJson, type JsonTree } from "../../types/json/json.ts";
import { parseJson } from "../../types/json/json-text.ts";
import { familyOf } from "../../types/value/type.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import type { Coercibility, Evaluate, Operand, Resolution } from "../definition/function.ts";
import { parsePath, type JsonPath } from "./json-path.ts";
import { jsonType, truthType } from "../definition/result.ts";

export type TreeReader = (value: Value) => JsonTree;

/** The charset of a binary string is unknown. */
function refuseBytes(): never {
	throw sqlError("invalidJsonCharset", "binary");
}

/**
 * Reads a document: JSON, or text that is parsed. The operand's number, from 1, and the function's name are for the
 * message.
 */
export function documentReader(operand: Operand, place: number, name: string): TreeReader {
	const family = familyOf(operand.type);
	if (family === "json") {
		return jsonReader(operand.type);
	}
	if (family === "bytes") {
		return refuseBytes;
	}
	if (family !== "text" && family !== "null") {
		throw sqlError("invalidTypeForJson", place, name);
	}
	const recode = transcoder(operand.type.charset, "utf8mb4");
	return (value) => {
		const { tree, fault } = parseJson(recode(value as ByteString));
		if (tree === null) {
			throw sqlError("invalidJsonInArgument", place, name, fault.reason, fault.position);
		}
		return tree;
	};
}

/** Converts a value to JSON: text to a string, NULL to null, TRUE, FALSE and results of comparisons to booleans. */
export function valueReader({ type }: Operand): TreeReader {
	return type === truthType
		? (value) => (value === null ? jsonNull : value === 0 ? jsonFalse : jsonTrue)
		: jsonReader(type);
}

export type PathReader = (value: Value) => JsonPath;

export function pathReader(operand: Operand): PathReader {
	if (familyOf(operand.type) === "bytes") {
		return refuseBytes;
	}
	const recode = transcoder(operand.type.charset, "utf8mb4");
	// A number in place of a path is no path.
	return (value) => parsePath(recode(String(value)));
}

/** Reads a path without wildcards. */
export function plainPathReader(operand: Operand): PathReader {
	const read = pathReader(operand);
	return (value) => {
		const path = read(value);
		if (path.isWild) {
			throw sqlError("cantInitializeJsonPath");
		}
		return path;
	};
}

/** JSON has the coercibility of a column. */
export const jsonCoercibility: Coercibility = 2;

/** Returns the resolution of a function with a JSON result. Operands come unconverted; `evaluate` handles NULL. */
export function documentResult(nullable: boolean, evaluate: (...values: Value[]) => JsonTree | null): Resolution {
	return {
		type: jsonType,
		nullable,
		coercibility: jsonCoercibility,
		nullPropagates: false,
		evaluate: ((_evaluation, ...values) => {
			const tree = evaluate(...values);
			return tree === null ? null : keepJson(tree);
		}) satisfies Evaluate,
	};
}
