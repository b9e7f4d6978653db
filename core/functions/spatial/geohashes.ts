/**
 * Functions of geohashes.
 *
 * | name                                                     | result       | source (MySQL 5.7 manual)        |
 * |----------------------------------------------------------|--------------|----------------------------------|
 * | st_geohash (point, digits), (longitude, latitude, digits) | varchar(100) | 12.16.10 Spatial Geohash Functions |
 * | st_latfromgeohash, st_longfromgeohash                    | double       | 12.16.10                         |
 * | st_pointfromgeohash (hash, reference id)                 | point        | 12.16.10                         |
 *
 * Error 3064 for an operand of the wrong type, 1690 and 1411 for a value out of range.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { decodeGeohash, encodeGeohash, greatestLatitude, greatestLongitude } from "../../types/spatial/geohash.ts";
import type { Position } from "../../types/spatial/geometry.ts";
import { encodeGeometry } from "../../types/spatial/stored-geometry.ts";
import { familyOf, sqlType } from "../../types/value/type.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import { define, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition, Operand } from "../definition/function.ts";
import { anyBytes, bigintType, doubleType, isNumeric, textResult } from "../definition/result.ts";
import { geometryOf, plainEncoding, plainText } from "./geometry-operand.ts";
import { isCharacters, isWhole, referenceIdOf, requireType, wholeType } from "./typed-operand.ts";

const mostDigits = 100;

function isCoordinate(operand: Operand): boolean {
	return isNumeric(operand.type) || isCharacters(operand);
}

const geohash: Resolve = (operands) => {
	const name = "st_geohash";
	const [first, second] = operands as [Operand, Operand];
	if (operands.length === 2) {
		requireType(first, ({ type }) => familyOf(type) === "bytes", "point", name);
	} else {
		requireType(first, isCoordinate, "longitude", name);
		requireType(second, isCoordinate, "latitude", name);
	}
	requireType(operands.at(-1)!, isWhole, "geohash max length", name);
	return {
		type: textResult(mostDigits, plainEncoding),
		nullable: operands.some(({ nullable }) => nullable),
		ascii: true,
		operands: operands.length === 2 ? [anyBytes, bigintType] : [doubleType, doubleType, bigintType],
		evaluate: (_evaluation, one, other, last) =>
			operands.length === 2
				? hashOf(pointOf(one, name), Number(other))
				: hashOf({ x: Number(one), y: Number(other) }, Number(last)),
	};
};

function pointOf(value: Value, name: string): Position {
	const { shape } = geometryOf(value, name);
	if (shape.kind !== "point") {
		throw sqlError("incorrectArgumentType", "point", name);
	}
	return shape.position;
}

function hashOf(place: Position, digits: number): string {
	const fault =
		Math.abs(place.x) > greatestLongitude
			? "longitude"
			: Math.abs(place.y) > greatestLatitude
				? "latitude"
				: digits < 1 || digits > mostDigits
					? "max geohash length"
					: undefined;
	if (fault !== undefined) {
		throw sqlError("dataOutOfRange", fault, "st_geohash");
	}
	return encodeGeohash(place, digits);
}

function placeOf(hash: Value, name: string): Position {
	const place = decodeGeohash(hash as ByteString);
	if (place === undefined) {
		throw sqlError("incorrectFunctionValue", "geohash", (hash as ByteString).slice(0, 128), name);
	}
	return place;
}

function coordinate(axis: keyof Position, name: string): Resolve {
	return ([hash]) => {
		requireType(hash!, isCharacters, "geohash", name);
		return {
			type: doubleType,
			nullable: hash!.nullable,
			operands: [plainText],
			evaluate: (_evaluation, value) => placeOf(value, name)[axis],
		};
	};
}

const pointFromGeohash: Resolve = ([hash, reference]) => {
	const name = "st_pointfromgeohash";
	requireType(hash!, isCharacters, "geohash", name);
	requireType(reference!, isWhole, "SRID", name);
	return {
		type: sqlType("point"),
		nullable: hash!.nullable || reference!.nullable,
		operands: [plainText, wholeType(reference!)],
		evaluate: (_evaluation, value, id) =>
			encodeGeometry({
				referenceId: referenceIdOf(id, name),
				shape: { kind: "point", position: placeOf(value, name) },
			}),
	};
};

export const geohashes: readonly FunctionDefinition[] = [
	define("st_geohash", 2, 3, geohash),
	define("st_latfromgeohash", 1, 1, coordinate("y", "ST_LATFROMGEOHASH")),
	define("st_longfromgeohash", 1, 1, coordinate("x", "ST_LONGFROMGEOHASH")),
	define("st_pointfromgeohash", 2, 2, pointFromGeohash),
];
