/**
 * Centroid: the mean of all points of a shape's parts of the greatest dimension, weighted by area, length or number.
 */
import { work } from "../../async/work-meter.ts";
import { type Area, dimensionOf, type Line, partsOf, type Position, type Shape } from "./geometry.ts";

/** A mean and what it weighs. Relative to an origin near by, so that far from zero no digits are lost. */
interface Moment {
	readonly x: number;
	readonly y: number;
	readonly weight: number;
}

/** undefined: the shape is empty. Areas without any count as lines, lines without length as points. */
export function centroidOf(shape: Shape): Position | undefined {
	const dimension = dimensionOf(shape);
	if (dimension === undefined) {
		return undefined;
	}
	const parts = partsOf(shape).filter((part) => dimensionOf(part) === dimension);
	const lines = parts.flatMap(linesOf);
	const origin = lines[0]?.[0] ?? { x: 0, y: 0 };
	work.units += 4 * lines.reduce((sum, line) => sum + line.length, 0);
	const areas = parts.flatMap((part) => (part.kind === "polygon" ? [part.rings] : []));
	const mean =
		meanOf(areas.flatMap((area) => momentsOfArea(area, origin))) ??
		meanOf(lines.flatMap((line) => momentsOfLine(line, origin))) ??
		meanOf(lines.flat().map(({ x, y }) => ({ x: x - origin.x, y: y - origin.y, weight: 1 })));
	return mean && { x: mean.x + origin.x, y: mean.y + origin.y };
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

/** undefined: nothing has any weight, or numbers overflow. */
function meanOf(moments: readonly Moment[]): Position | undefined {
	let [x, y, weight] = [0, 0, 0];
	for (const moment of moments) {
		x += moment.x * moment.weight;
		y += moment.y * moment.weight;
		weight += moment.weight;
	}
	const mean = { x: x / weight, y: y / weight };
	return Number.isFinite(mean.x) && Number.isFinite(mean.y) ? mean : undefined;
}

function momentsOfLine(points: Line, origin: Position): Moment[] {
	return points.slice(1).map((to, at) => {
		const from = points[at]!;
		return {
			x: (from.x + to.x) / 2 - origin.x,
			y: (from.y + to.y) / 2 - origin.y,
			weight: Math.hypot(to.x - from.x, to.y - from.y),
		};
	});
}

/** Triangles between the origin and each side; holes weigh against the outer ring, whichever way they run. */
function momentsOfArea(rings: Area, origin: Position): Moment[] {
	return rings.flatMap((ring, place) => {
		const triangles = ring.slice(1).map((to, at): Moment => {
			const a = { x: ring[at]!.x - origin.x, y: ring[at]!.y - origin.y };
			const b = { x: to.x - origin.x, y: to.y - origin.y };
			return { x: (a.x + b.x) / 3, y: (a.y + b.y) / 3, weight: (a.x * b.y - b.x * a.y) / 2 };
		});
		const isAgainstClock = triangles.reduce((sum, { weight }) => sum + weight, 0) > 0;
		const sign = isAgainstClock === (place === 0) ? 1 : -1;
		return triangles.map(({ x, y, weight }) => ({ x, y, weight: sign * weight }));
	});
}
