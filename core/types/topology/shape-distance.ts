/**
 * Least distance between the points of two shapes in the plane.
 */
import { isEmpty, type Shape } from "../spatial/geometry.ts";
import { suite, toSuite } from "./suite-geometry.ts";

/** undefined: a shape is empty. */
export function distanceBetween(one: Shape, other: Shape): number | undefined {
	if (one.kind === "point" && other.kind === "point") {
		return Math.hypot(one.position.x - other.position.x, one.position.y - other.position.y);
	}
	return isEmpty(one) || isEmpty(other)
		? undefined
		: (suite().DistanceOp.distance(toSuite(one), toSuite(other)) as number);
}
