/**
 * Buffer of a shape: the area of all points within a distance of it; a negative distance makes areas smaller.
 *
 * Circles have a number of corners. Points, lines and areas are widened each in its way, and the areas united.
 */
import { partsOf, type Position, type Shape } from "../spatial/geometry.ts";
import { collectionOf, fromSuite, suite, type SuiteGeometry, toSuite } from "./suite-geometry.ts";

export interface BufferForm {
	/** Corners of the circle around a point; undefined: a square. */
	readonly pointCorners: number | undefined;
	/** Of the circle whose half ends a line; undefined: it ends where it does. */
	readonly endCorners: number | undefined;
	/** Of the circle at an outer corner; or how far a pointed one reaches, by the distance. */
	readonly join: { readonly corners: number } | { readonly reach: number };
}

export const usualCorners = 32;

export function buffered(shape: Shape, distance: number, form: BufferForm): Shape {
	const { UnaryUnionOp } = suite();
	const areas = partsOf(shape)
		.map((part) => widened(part, distance, form))
		.filter((area) => !area.isEmpty());
	const [first] = areas;
	return fromSuite(
		areas.length > 1 ? [UnaryUnionOp.union(collectionOf(areas)) as SuiteGeometry] : first === undefined ? [] : [first],
	);
}

function widened(part: Shape, distance: number, form: BufferForm): SuiteGeometry {
	if (part.kind === "point") {
		return toSuite(around(part.position, distance, form.pointCorners));
	}
	const { BufferOp, BufferParameters } = suite();
	const parameters = new BufferParameters();
	const joinCorners = "corners" in form.join ? form.join.corners : usualCorners;
	const corners = part.kind === "linestring" ? (form.endCorners ?? joinCorners) : joinCorners;
	parameters.setQuadrantSegments(Math.max(1, Math.round(corners / 4)));
	parameters.setEndCapStyle(form.endCorners === undefined ? BufferParameters.CAP_FLAT : BufferParameters.CAP_ROUND);
	if ("reach" in form.join) {
		parameters.setJoinStyle(BufferParameters.JOIN_MITRE);
		parameters.setMitreLimit(form.join.reach);
	}
	return new BufferOp(toSuite(part), parameters).getResultGeometry(distance) as SuiteGeometry;
}

function around({ x, y }: Position, distance: number, corners: number | undefined): Shape {
	const ring =
		corners === undefined
			? [
					{ x: x - distance, y: y - distance },
					{ x: x + distance, y: y - distance },
					{ x: x + distance, y: y + distance },
					{ x: x - distance, y: y + distance },
				]
			: Array.from({ length: Math.max(3, Math.floor(corners)) }, (_none, at) => {
					const angle = (2 * Math.PI * at) / Math.max(3, Math.floor(corners));
					return { x: x + distance * Math.cos(angle), y: y + distance * Math.sin(angle) };
				});
	return { kind: "polygon", rings: [[...ring, ring[0]!]] };
}
