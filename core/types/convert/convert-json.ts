/**
 * Conversion to JSON within expressions: text is parsed (CAST) or becomes a string (comparison, JSON functions).
 *
 * Geometries become GeoJSON. Error 3141 for invalid JSON text.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { transcoder } from "../text/charset.ts";
import { identity, type Converter } from "./converter.ts";
import { kindOf } from "./convert-temporal.ts";
import { jsonNull, jsonString, keepJson, type JsonTree } from "../json/json.ts";
import { parseJson, treeOf } from "../json/json-text.ts";
import { printer } from "../print/print.ts";
import { geoJsonOf } from "../spatial/geojson-print.ts";
import { decodeGeometry } from "../spatial/stored-geometry.ts";
import { familyOf, isSpatialType, type SqlType, type TypeName } from "../value/type.ts";
import type { ByteString, Integer, Value } from "../value/value.ts";

/** Converter of CAST(... AS JSON): text is parsed. */
export function toJson(from: SqlType): Converter {
	const family = familyOf(from);
	if (family === "null" || family === "json") {
		return identity;
	}
	if (family === "text") {
		const recode = transcoder(from.charset, "utf8mb4");
		return (value) => (value === null ? null : keepJson(parseArgument(recode(value as ByteString))));
	}
	return toJsonScalar(from);
}

function parseArgument(text: ByteString): JsonTree {
	const { tree, fault } = parseJson(text);
	if (tree === null) {
		throw sqlError("invalidJsonInArgument", 1, "cast_as_json", fault.reason, fault.position);
	}
	return tree;
}

/** Converter for comparison with JSON and JSON_ARRAY: text becomes a string. */
export function toJsonScalar(from: SqlType): Converter {
	if (from.name === "null" || from.name === "json") {
		return identity;
	}
	const tree = jsonReader(from);
	return (value) => (value === null ? null : keepJson(tree(value)));
}

/** Returns the tree of a value of any type; NULL is JSON's null. */
export function jsonReader(from: SqlType): (value: Value) => JsonTree {
	const read = readerOf(from);
	return (value) => (value === null ? jsonNull : read(value));
}

/** MySQL's type number in the printed form of binary values: 15 is VARBINARY, as of expressions. */
const opaqueTypes: Readonly<Partial<Record<TypeName, number>>> = {
	bit: 16,
	binary: 254,
	tinyblob: 252,
	blob: 252,
	mediumblob: 252,
	longblob: 252,
};

function readerOf(from: SqlType): (value: Value) => JsonTree {
	const print = printer(from);
	switch (familyOf(from)) {
		case "integer":
			return (value) => ({ kind: "integer", value: value as Integer });
		case "decimal":
			return (value) => ({ kind: "decimal", unscaled: value as Integer, scale: from.scale });
		case "float":
			return (value) => ({ kind: "double", value: value as number });
		case "temporal": {
			const kind = kindOf(from);
			return (value) => ({ kind, text: withMicroseconds(print(value), from) });
		}
		case "json":
			return (value) => treeOf(value as ByteString);
		case "bytes":
		case "bit": {
			if (isSpatialType(from)) {
				return (value) => geometryTree(value as ByteString);
			}
			const kind = from.name === "bit" ? "bit" : "blob";
			const prefix = `base64:type${opaqueTypes[from.name] ?? 15}:`;
			return (value) => ({ kind, text: prefix + Buffer.from(print(value), "latin1").toString("base64") });
		}
		default: {
			const recode = transcoder(from.charset, "utf8mb4");
			return (value) => jsonString(recode(print(value)));
		}
	}
}

/** Throws 3037 for bytes that are no geometry. */
function geometryTree(bytes: ByteString): JsonTree {
	const geometry = decodeGeometry(bytes);
	if (geometry === undefined) {
		throw sqlError("invalidGeometry", "cast_as_json");
	}
	return geoJsonOf(geometry);
}

/** JSON prints times with six fractional digits. */
function withMicroseconds(text: string, from: SqlType): string {
	return from.name === "date" ? text : (from.scale === 0 ? `${text}.` : text) + "0".repeat(6 - from.scale);
}
