/**
 * Centroid: the mean of all points of a shape's parts of the greatest dimension, weighted by area, length or number.
 *
 * Sums are those of MySQL's library, in their order: results have the same digits.
 */
import { work } from "../../async/work-meter.ts";
import { type Area, dimensionOf, type Line, partsOf, type Position, type Shape } from "./geometry.ts";
import { turned } from "./ring-direction.ts";

/** undefined: the shape is empty. The first point where nothing has weight, or numbers overflow. */
export function centroidOf(shape: Shape): Position | undefined {
	const dimension = dimensionOf(shape);
	if (dimension === undefined) {
		return undefined;
	}
	const parts = partsOf(shape).filter((part) => dimensionOf(part) === dimension);
	const lines = parts.flatMap(linesOf);
	work.units += 4 * lines.reduce((sum, line) => sum + line.length, 0);
	const origin = lines[0]![0]!;
	const mean =
		dimension === 2
			? meanOfAreas(
					parts.map((part) => linesOf(turned(part))),
					origin,
				)
			: dimension === 1
				? meanOfLines(lines)
				: meanOfPoints(lines.flat());
	return Number.isFinite(mean.x) && Number.isFinite(mean.y) ? mean : origin;
}

function linesOf(part: Shape): readonly Line[] {
	switch (part.kind) {
		case "point":
			return [[part.position]];
		case "linestring":
			return [part.points];
		case "polygon":
			return part.rings;
		default:
			return [];
	}
}

function meanOfPoints(points: readonly Position[]): Position {
	let [x, y] = [0, 0];
	for (const point of points) {
		x += point.x;
		y += point.y;
	}
	return { x: x / points.length, y: y / points.length };
}

/** By lengths. */
function meanOfLines(lines: readonly Line[]): Position {
	let [x, y, length] = [0, 0, 0];
	for (const points of lines) {
		for (let at = 1; at < points.length; at++) {
			const [from, to] = [points[at - 1]!, points[at]!];
			const distance = Math.sqrt((to.x - from.x) ** 2 + (to.y - from.y) ** 2);
			x += (from.x + to.x) * (distance / 2);
			y += (from.y + to.y) * (distance / 2);
			length += distance;
		}
	}
	return { x: x / length, y: y / length };
}

/** By the triangles between the origin, near by so that no digits are lost, and each side. Holes run the other way, and weigh against the outer ring. */
function meanOfAreas(areas: readonly Area[], origin: Position): Position {
	let [x, y, doubled] = [0, 0, 0];
	for (const ring of areas.flat()) {
		for (let at = 1; at < ring.length; at++) {
			const [from, to] = [relativeTo(origin, ring[at - 1]!), relativeTo(origin, ring[at]!)];
			const area = from.x * to.y - to.x * from.y;
			x += area * (from.x + to.x);
			y += area * (from.y + to.y);
			doubled += area;
		}
	}
	return { x: x / (3 * doubled) + origin.x, y: y / (3 * doubled) + origin.y };
}

function relativeTo(origin: Position, { x, y }: Position): Position {
	return { x: x - origin.x, y: y - origin.y };
}
