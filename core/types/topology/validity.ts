/**
 * Validity and simplicity of shapes, as the OpenGIS specification defines them.
 */
import { isClosed, type Line, partsOf, type Shape } from "../spatial/geometry.ts";
import { suite, toSuite } from "./suite-geometry.ts";

/** Rings neither cross nor touch along lines, holes are inside, areas don't overlap, lines have two points. */
export function isValid(shape: Shape): boolean {
	const { IsValidOp } = suite();
	return shape.kind === "geometrycollection"
		? shape.shapes.every(isValid)
		: (IsValidOp.isValid(toSuite(shape)) as boolean);
}

/**
 * A shape of points has none twice, one of lines neither meets itself but at its ends, nor has a point twice in a row;
 * one of areas the latter: what else its rings do is for `isValid` to say.
 */
export function isSimple(shape: Shape): boolean {
	switch (shape.kind) {
		case "geometrycollection":
			return shape.shapes.every(isSimple);
		case "polygon":
		case "multipolygon":
			return !partsOf(shape).some((part) => part.kind === "polygon" && part.rings.some(stands));
		case "linestring":
		case "multilinestring": {
			const { IsSimpleOp } = suite();
			return (
				!partsOf(shape).some((part) => part.kind === "linestring" && stands(part.points)) &&
				(IsSimpleOp.isSimple(toSuite(shape)) as boolean)
			);
		}
		default: {
			const { IsSimpleOp } = suite();
			return IsSimpleOp.isSimple(toSuite(shape)) as boolean;
		}
	}
}

/** A point follows itself. */
function stands(points: Line): boolean {
	return points.some((point, at) => at > 0 && isClosed([points[at - 1]!, point]));
}
