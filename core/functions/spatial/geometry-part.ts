/**
 * Functions that read a geometry: coordinates, points, rings, members, counts, length and area.
 *
 * | name                                                     | result      | source (MySQL 5.7 manual)            |
 * |----------------------------------------------------------|-------------|--------------------------------------|
 * | st_x, st_y; st_length, st_area                           | double      | 12.16.7.2 to 12.16.7.4               |
 * | st_srid, st_dimension, st_isempty                        | bigint      | 12.16.7.1 General Property Functions |
 * | st_geometrytype                                          | varchar(20) | 12.16.7.1                            |
 * | st_numpoints, st_isclosed, st_numinteriorrings, st_numgeometries | bigint | 12.16.7.3 to 12.16.7.5        |
 * | st_startpoint, st_endpoint, st_pointn (line, n)          | geometry    | 12.16.7.3 Line Property Functions    |
 * | st_exteriorring, st_interiorringn (polygon, n)           | geometry    | 12.16.7.4 Polygon Property Functions |
 * | st_geometryn (collection, n)                             | geometry    | 12.16.7.5 Collection Functions       |
 *
 * NULL for a kind of geometry that has no such part, and for a number that counts none; numbers count from 1.
 */
import { work } from "../../async/work-meter.ts";
import { sqlError } from "../../errors/catalogue.ts";
import {
	type Area,
	dimensionOf,
	type Geometry,
	isClosed,
	isCollection,
	isEmpty,
	type Line,
	membersOf,
	type Shape,
} from "../../types/spatial/geometry.ts";
import { encodeGeometry } from "../../types/spatial/stored-geometry.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { Value } from "../../types/value/value.ts";
import type { Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { anyBytes, bigintType, doubleType, integerResult, textResult } from "../definition/result.ts";
import { geometryOf, geometryType, plainEncoding, underNames, requireDirections } from "./geometry-operand.ts";

/** Under the name with `st_` and the old one. `number`: the second operand, where there is one. */
function reading(
	name: string,
	type: SqlType,
	read: (shape: Shape, number: number, geometry: Geometry) => Value | undefined,
	{ operands = 1, old = [name.slice(3)] }: { readonly operands?: number; readonly old?: readonly string[] } = {},
): FunctionDefinition[] {
	const resolve: Resolve = () => ({
		type,
		nullable: true,
		operands: operands === 1 ? [anyBytes] : [anyBytes, bigintType],
		evaluate: (_evaluation, value, number) => {
			const geometry = geometryOf(value, name);
			const found = read(geometry.shape, Number(number), geometry) ?? null;
			// An area beyond the greatest double.
			if (typeof found === "number" && !Number.isFinite(found)) {
				throw sqlError("invalidGeometry", name);
			}
			return found;
		},
	});
	return underNames(name, old, operands, operands, resolve);
}

/** A part of a geometry, with its reference id. */
function extracting(
	name: string,
	extract: (shape: Shape, number: number) => Shape | undefined,
	operands = 1,
): FunctionDefinition[] {
	return reading(
		name,
		geometryType,
		(shape, number, { referenceId }) => {
			const part = extract(shape, number);
			return part && encodeGeometry({ referenceId, shape: part });
		},
		{ operands },
	);
}

function pointAt(shape: Shape, at: number): Shape | undefined {
	const position = shape.kind === "linestring" ? shape.points.at(at) : undefined;
	return position && { kind: "point", position };
}

function ringAt(shape: Shape, at: number): Shape | undefined {
	const points = shape.kind === "polygon" ? shape.rings[at] : undefined;
	return points && { kind: "linestring", points };
}

function linesOf(shape: Shape): readonly Line[] | undefined {
	return shape.kind === "linestring" ? [shape.points] : shape.kind === "multilinestring" ? shape.lines : undefined;
}

/** undefined: the shape is of no lines, or the length beyond the greatest double. */
function lengthOfShape(shape: Shape): number | undefined {
	const length = linesOf(shape)?.reduce((sum, line) => sum + lengthOf(line), 0);
	return length !== undefined && Number.isFinite(length) ? length : undefined;
}

function lengthOf(points: Line): number {
	work.units += points.length;
	return points.reduce((sum, { x, y }, at) => {
		const before = points[at - 1];
		return before === undefined ? 0 : sum + Math.sqrt((x - before.x) ** 2 + (y - before.y) ** 2);
	}, 0);
}

/** Of a ring, whichever way it runs. Relative to its first point, so that far from the origin no digits are lost. */
function areaOfRing(points: Line): number {
	work.units += points.length;
	const origin = points[0] ?? { x: 0, y: 0 };
	const doubled = points.reduce((sum, { x, y }, at) => {
		const next = points[at + 1] ?? origin;
		return sum + (x - origin.x) * (next.y - origin.y) - (next.x - origin.x) * (y - origin.y);
	}, 0);
	return Math.abs(doubled) / 2;
}

function areaOf(shape: Shape): number {
	return shape.kind === "polygon"
		? areaWithoutHoles(shape.rings)
		: membersOf(shape).reduce((sum, each) => sum + areaOf(each), 0);
}

function areaWithoutHoles([outer = [], ...holes]: Area): number {
	return holes.reduce((area, hole) => area - areaOfRing(hole), areaOfRing(outer));
}

function countHoles(shape: Shape): Value {
	return shape.kind === "polygon" ? shape.rings.length - 1 : null;
}

const countType = integerResult(10);

export const geometryParts: readonly FunctionDefinition[] = [
	...reading("st_x", doubleType, (shape) => (shape.kind === "point" ? shape.position.x : null)),
	...reading("st_y", doubleType, (shape) => (shape.kind === "point" ? shape.position.y : null)),
	...reading("st_srid", countType, (_shape, _number, { referenceId }) => referenceId),
	...reading("st_dimension", countType, (shape) => dimensionOf(shape)),
	...reading("st_isempty", integerResult(1), (shape) => (isEmpty(shape) ? 1 : 0)),
	...reading("st_geometrytype", textResult(20, plainEncoding), ({ kind }) => kind.toUpperCase()),
	...reading("st_numpoints", countType, (shape) => (shape.kind === "linestring" ? shape.points.length : null)),
	...reading("st_isclosed", integerResult(1), (shape) => {
		const lines = linesOf(shape);
		return lines && (lines.every(isClosed) ? 1 : 0);
	}),
	...reading("st_length", doubleType, lengthOfShape, { old: ["glength"] }),
	...reading("st_area", doubleType, (shape) => {
		requireDirections("st_area", shape);
		return areaOf(shape);
	}),
	...reading("st_numinteriorrings", countType, countHoles),
	...reading("st_numinteriorring", countType, countHoles, { old: [] }),
	...reading("st_numgeometries", countType, (shape) => (isCollection(shape) ? membersOf(shape).length : null)),
	...extracting("st_startpoint", (shape) => pointAt(shape, 0)),
	...extracting("st_endpoint", (shape) => pointAt(shape, -1)),
	...extracting("st_pointn", (shape, number) => (number < 1 ? undefined : pointAt(shape, number - 1)), 2),
	...extracting("st_exteriorring", (shape) => ringAt(shape, 0)),
	...extracting("st_interiorringn", (shape, number) => (number < 1 ? undefined : ringAt(shape, number)), 2),
	...extracting("st_geometryn", (shape, number) => (isCollection(shape) ? membersOf(shape)[number - 1] : undefined), 2),
];
