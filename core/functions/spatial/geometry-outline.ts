/**
 * Outlines of geometries: bounding rectangle, centroid, convex hull, simplification.
 *
 * | name                                            | result   | source (MySQL 5.7 manual)               |
 * |-------------------------------------------------|----------|-----------------------------------------|
 * | st_envelope                                     | geometry | 12.16.7.1 General Property Functions    |
 * | st_centroid                                     | point    | 12.16.7.4 Polygon Property Functions    |
 * | st_convexhull                                   | geometry | 12.16.8 Spatial Operator Functions      |
 * | st_makeenvelope (two points)                    | polygon  | 12.16.12 Spatial Convenience Functions  |
 * | st_simplify (greatest distance)                 | geometry | 12.16.12                                |
 */
import { sqlError } from "../../errors/catalogue.ts";
import { boundsOf, envelopeOf } from "../../types/spatial/bounds.ts";
import { centroidOf } from "../../types/spatial/centroid.ts";
import { convexHullOf } from "../../types/spatial/convex-hull.ts";
import { isEmpty, type Shape } from "../../types/spatial/geometry.ts";
import { simplified } from "../../types/spatial/simplify.ts";
import { encodeGeometry } from "../../types/spatial/stored-geometry.ts";
import { type SqlType, sqlType } from "../../types/value/type.ts";
import { define, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { anyBytes, doubleType } from "../definition/result.ts";
import { geometryOf, geometryType, inTime, requireDirections, underNames } from "./geometry-operand.ts";

/** A shape made of another, with its reference. undefined: NULL. */
function outline(name: string, type: SqlType, draw: (shape: Shape) => Shape | undefined): FunctionDefinition[] {
	const resolve: Resolve = () => ({
		type,
		nullable: true,
		operands: [anyBytes],
		evaluate: (_evaluation, value) => {
			const { referenceId, shape } = geometryOf(value, name);
			const drawn = draw(shape);
			return drawn === undefined ? null : encodeGeometry({ referenceId, shape: drawn });
		},
	});
	return underNames(name, [name.slice(3)], 1, 1, resolve);
}

function centroid(shape: Shape): Shape | undefined {
	requireDirections("st_centroid", shape);
	const position = centroidOf(shape);
	return position && { kind: "point", position };
}

/** Of a collection no area is looked at. */
function hull(shape: Shape): Shape | undefined {
	if (shape.kind !== "geometrycollection") {
		requireDirections("st_convexhull", shape);
	}
	return convexHullOf(shape);
}

const makeEnvelope: Resolve = () => ({
	type: sqlType("polygon"),
	nullable: true,
	operands: [anyBytes, anyBytes],
	evaluate: (_evaluation, one, other) => {
		const corners = [one, other].map((value) => geometryOf(value, "st_makeenvelope"));
		const shapes = corners.map(({ shape }) => shape);
		if (corners.some(({ referenceId, shape }) => referenceId !== 0 || shape.kind !== "point")) {
			throw sqlError("wrongArguments", "st_makeenvelope");
		}
		return encodeGeometry({ referenceId: 0, shape: envelopeOf(boundsOf({ kind: "geometrycollection", shapes })) });
	},
});

const simplify: Resolve = () => ({
	type: geometryType,
	nullable: true,
	operands: [anyBytes, doubleType],
	evaluate: (_evaluation, value, distance) => {
		const { referenceId, shape } = geometryOf(value, "st_simplify");
		if ((distance as number) <= 0) {
			throw sqlError("wrongArguments", "st_simplify");
		}
		const made = inTime("st_simplify", [shape], () => simplified(shape, distance as number));
		return made === undefined || (isEmpty(made) && !isEmpty(shape))
			? null
			: encodeGeometry({ referenceId, shape: made });
	},
});

export const geometryOutlines: readonly FunctionDefinition[] = [
	...outline("st_envelope", geometryType, (shape) => envelopeOf(boundsOf(shape))),
	...outline("st_centroid", sqlType("point"), centroid),
	...outline("st_convexhull", geometryType, hull),
	define("st_makeenvelope", 2, 2, makeEnvelope),
	define("st_simplify", 2, 2, simplify),
];
