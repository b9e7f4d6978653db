/**
 * Operand of a spatial function: the bytes of a stored geometry; anything else is error 3037.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Geometry } from "../../types/spatial/geometry.ts";
import { decodeGeometry } from "../../types/spatial/stored-geometry.ts";
import { sqlType } from "../../types/value/type.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import { type Encoding, anyText } from "../definition/result.ts";

export const geometryType = sqlType("geometry");

/** Text as functions of geometries take and give it. */
export const plainEncoding: Encoding = { charset: "utf8mb4", collation: "utf8mb4_bin" };
export const plainText = anyText(plainEncoding);

/** `name`: the function's, as MySQL's message says it. */
export function geometryOf(value: Value, name: string): Geometry {
	const geometry = decodeGeometry(value as ByteString);
	if (geometry === undefined) {
		throw sqlError("invalidGeometry", name);
	}
	return geometry;
}
