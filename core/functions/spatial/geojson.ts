/**
 * Functions of GeoJSON.
 *
 * | name                                                      | result   | source (MySQL 5.7 manual)          |
 * |-----------------------------------------------------------|----------|------------------------------------|
 * | st_asgeojson (geometry, most decimals, options)            | json     | 12.16.11 Spatial GeoJSON Functions |
 * | st_geomfromgeojson (document, option, reference id)        | geometry | 12.16.11                           |
 *
 * Error 3064 for an operand of the wrong type, 1411 for a value out of range.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { keepJson, normalJson } from "../../types/json/json.ts";
import { encodeGeometry } from "../../types/spatial/stored-geometry.ts";
import { familyOf, isSpatialType } from "../../types/value/type.ts";
import type { Value } from "../../types/value/value.ts";
import { define, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { anyBytes, jsonType } from "../definition/result.ts";
import { documentReader, jsonCoercibility } from "../operand/json-operand.ts";
import { fitsPacket } from "../operand/text-operand.ts";
import { geoJsonOf, longReference, shortReference } from "../../types/spatial/geojson-print.ts";
import { readGeoJson, usualReference } from "./geojson-read.ts";
import { geometryOf, geometryType } from "./geometry-operand.ts";
import { isCharacters, isWhole, referenceIdOf, requireType, wholeType } from "./typed-operand.ts";

const greatestInteger = 2147483647;

/** Bits of the options. */
const option = { bounds: 1, shortReference: 2, longReference: 4, all: 7 };

const asGeoJson: Resolve = (operands) => {
	const name = "st_asgeojson";
	const [geometry, decimals, options] = operands;
	requireType(geometry!, ({ type }) => isSpatialType(type), "geojson", name);
	if (decimals !== undefined) {
		requireType(decimals, isWhole, "max decimal digits", name);
	}
	if (options !== undefined) {
		requireType(options, isWhole, "options", name);
	}
	return {
		type: jsonType,
		nullable: true,
		coercibility: jsonCoercibility,
		nullPropagates: false,
		operands: [anyBytes, ...operands.slice(1).map(wholeType)],
		evaluate: (evaluation, ...values) => {
			const [value, most, bits] = values.slice(0, operands.length) as [Value, Value | undefined, Value | undefined];
			const limited = limit(most, 0, greatestInteger, "max decimal digits", name);
			const chosen = limit(bits, 0, option.all, "options", name) ?? 0;
			if (value === null || most === null || bits === null) {
				return null;
			}
			const kept = keepJson(
				geoJsonOf(geometryOf(value, name), {
					decimals: limited,
					hasBounds: (chosen & option.bounds) !== 0,
					reference:
						(chosen & option.longReference) !== 0
							? longReference
							: (chosen & option.shortReference) !== 0
								? shortReference
								: undefined,
				}),
			);
			return fitsPacket(evaluation, normalJson(kept).length, name) ? kept : null;
		},
	};
};

/** Throws 1411 for a number out of range. undefined for an operand that is NULL or absent. */
function limit(
	value: Value | undefined,
	least: number,
	most: number,
	called: string,
	name: string,
): number | undefined {
	if (value === undefined || value === null) {
		return undefined;
	}
	if (Number(value) < least || Number(value) > most) {
		throw sqlError("incorrectFunctionValue", called, String(value), name);
	}
	return Number(value);
}

/** How positions of more than two numbers are taken: refused, or cut, which three options mean for want of a third. */
const optionsOfDimensions = { refuse: 1, greatest: 4 };

const fromGeoJson: Resolve = (operands) => {
	const name = "st_geomfromgeojson";
	const [document, dimensions, reference] = operands;
	requireType(document!, (operand) => isCharacters(operand) || familyOf(operand.type) === "json", "geojson", name);
	if (reference !== undefined) {
		requireType(reference, isWhole, "SRID", name);
	}
	if (dimensions !== undefined) {
		requireType(dimensions, isWhole, "options", name);
	}
	const read = documentReader(document!, 1, name);
	return {
		type: geometryType,
		nullable: true,
		nullPropagates: false,
		operands: [undefined, ...operands.slice(1).map(wholeType)],
		evaluate: (_evaluation, ...values) => {
			const [value, choice, id] = values.slice(0, operands.length) as [Value, Value | undefined, Value | undefined];
			const chosen = limit(choice, optionsOfDimensions.refuse, optionsOfDimensions.greatest, "option", name);
			if (choice === null || id === null) {
				return null;
			}
			const given = id === undefined ? undefined : referenceIdOf(id, name);
			if (value === null) {
				return null;
			}
			const mostNumbers = (chosen ?? optionsOfDimensions.refuse) === optionsOfDimensions.refuse ? 2 : Infinity;
			const { shape, referenceId } = readGeoJson(read(value), mostNumbers, given === undefined);
			return shape === undefined
				? null
				: encodeGeometry({ referenceId: given ?? referenceId ?? usualReference, shape });
		},
	};
};

export const geoJsonFunctions: readonly FunctionDefinition[] = [
	define("st_asgeojson", 1, 3, asGeoJson),
	define("st_geomfromgeojson", 1, 3, fromGeoJson),
];
