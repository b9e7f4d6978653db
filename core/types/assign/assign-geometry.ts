/**
 * Assignment to spatial columns: takes the bytes of a geometry of the column's kind, and refuses all else (1416).
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Converter } from "../convert/converter.ts";
import { identity } from "../convert/converter.ts";
import { decodeGeometry } from "../spatial/stored-geometry.ts";
import { familyOf, isSpatialType, type SqlType } from "../value/type.ts";
import type { ByteString } from "../value/value.ts";

/** Strict or not. Numbers and dates are no geometry. Bytes of a column or function of the same kind were checked. */
export function assignGeometry(from: SqlType, to: SqlType): Converter {
	if (isSpatialType(from) && (from.name === to.name || to.name === "geometry")) {
		return identity;
	}
	const family = familyOf(from);
	const mayHold = family === "bytes" || family === "text";
	return (value) => {
		if (value === null) {
			return null;
		}
		const shape = mayHold ? decodeGeometry(value as ByteString)?.shape : undefined;
		if (shape === undefined || (to.name !== "geometry" && shape.kind !== to.name)) {
			throw sqlError("cannotCreateGeometry");
		}
		return value;
	};
}
