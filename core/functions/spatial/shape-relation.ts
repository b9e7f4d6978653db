/**
 * Relations of two geometries by their exact shapes, and their distance.
 *
 * | name                                                          | result    | source (MySQL 5.7 manual)                 |
 * |---------------------------------------------------------------|-----------|-------------------------------------------|
 * | st_contains, st_within, st_crosses, st_disjoint, st_equals, st_intersects, st_overlaps, st_touches | bigint(1) | 12.16.9.1 Relations That Use Object Shapes |
 * | st_distance                                                   | double    | 12.16.9.1                                 |
 * | st_isvalid, st_validate; st_issimple                          | bigint(1), geometry; bigint(1) | 12.16.12, 12.16.7.1  |
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Shape } from "../../types/spatial/geometry.ts";
import { turned } from "../../types/spatial/ring-direction.ts";
import { decodeGeometry, encodeGeometry, isBigEndian } from "../../types/spatial/stored-geometry.ts";
import { distanceBetween } from "../../types/topology/shape-distance.ts";
import { plainRelation, shapeRelations, type ShapeRelation } from "../../types/topology/shape-relation.ts";
import { isSimple, isValid } from "../../types/topology/validity.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import { define, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { anyBytes, doubleType, integerResult } from "../definition/result.ts";
import { computed, geometryOf, geometryType, pairOf, requireDirections, underNames } from "./geometry-operand.ts";

const truth = integerResult(1);

function relation(word: ShapeRelation, ...oldNames: string[]): FunctionDefinition[] {
	const name = `st_${word}`;
	const holds = shapeRelations[word];
	const resolve: Resolve = () => ({
		type: truth,
		nullable: true,
		operands: [anyBytes, anyBytes],
		evaluate: (_evaluation, first, second) => {
			const { one, other } = pairOf(first, second, name);
			requireDirections(name, one, other);
			return Number(plainRelation(word, one, other) ?? computed(name, [one, other], () => holds(one, other)));
		},
	});
	return underNames(name, oldNames, 2, 2, resolve);
}

const distance: Resolve = () => ({
	type: doubleType,
	nullable: true,
	operands: [anyBytes, anyBytes],
	evaluate: (_evaluation, first, second) => {
		const { one, other } = pairOf(first, second, "st_distance");
		requireDirections("st_distance", one, other);
		const found = computed("st_distance", [one, other], () => distanceBetween(one, other));
		if (found !== undefined && !Number.isFinite(found)) {
			throw sqlError("invalidGeometry", "st_distance");
		}
		return found ?? null;
	},
});

const simple: Resolve = () => ({
	type: truth,
	nullable: true,
	operands: [anyBytes],
	evaluate: (_evaluation, value) => {
		const { shape } = geometryOf(value, "st_issimple");
		requireDirections("st_issimple", shape);
		return Number(computed("st_issimple", [shape], () => isSimple(shape)));
	},
});

/** The valid geometry of bytes, if they are one. Throws 1210 for one with a reference, 3055 as others do. */
function validGeometry(value: Value, name: string): Shape | undefined {
	const geometry = decodeGeometry(value as ByteString);
	if (geometry === undefined) {
		if (isBigEndian(value as ByteString)) {
			throw sqlError("bigEndianGeometry");
		}
		return undefined;
	}
	if (geometry.referenceId !== 0) {
		throw sqlError("wrongArguments", name);
	}
	const { shape } = geometry;
	return computed(name, [shape], () => isValid(shape)) ? shape : undefined;
}

const valid: Resolve = () => ({
	type: truth,
	nullable: true,
	operands: [anyBytes],
	evaluate: (_evaluation, value) => Number(validGeometry(value, "st_isvalid") !== undefined),
});

const validate: Resolve = () => ({
	type: geometryType,
	nullable: true,
	operands: [anyBytes],
	evaluate: (_evaluation, value) => {
		const shape = validGeometry(value, "st_validate");
		return shape === undefined ? null : encodeGeometry({ referenceId: 0, shape: turned(shape) });
	},
});

export const shapeRelationFunctions: readonly FunctionDefinition[] = [
	...relation("contains"),
	...relation("within"),
	...relation("crosses", "crosses"),
	...relation("disjoint"),
	...relation("equals"),
	...relation("intersects"),
	...relation("overlaps"),
	...relation("touches", "touches"),
	...underNames("st_distance", ["distance"], 2, 2, distance),
	...underNames("st_issimple", ["issimple"], 1, 1, simple),
	define("st_isvalid", 1, 1, valid),
	define("st_validate", 1, 1, validate),
];
