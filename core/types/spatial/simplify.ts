/**
 * Simplification by the algorithm of Douglas and Peucker: points near the line between their neighbours are left out.
 *
 * It takes the square of the number of points in the worst case: callers limit its time.
 */
import { isClosed, type Line, membersOf, type Position, type Shape } from "./geometry.ts";

/** undefined: an area of which too few points are left. Of a collection such members are left out. */
export function simplified(shape: Shape, farthest: number): Shape | undefined {
	switch (shape.kind) {
		case "point":
		case "multipoint":
			return shape;
		case "linestring":
			return { kind: "linestring", points: simplifiedLine(shape.points, farthest) };
		case "polygon": {
			const [outer, ...holes] = shape.rings.map((ring) => simplifiedLine(ring, farthest));
			return outer === undefined || outer.length < 4
				? undefined
				: { kind: "polygon", rings: [outer, ...holes.filter(({ length }) => length >= 4)] };
		}
		case "multilinestring":
			return { kind: "multilinestring", lines: shape.lines.map((line) => simplifiedLine(line, farthest)) };
		case "multipolygon": {
			const areas = simplifiedMembers(shape, farthest).flatMap((each) => (each.kind === "polygon" ? [each.rings] : []));
			return areas.length === 0 ? undefined : { kind: "multipolygon", areas };
		}
		case "geometrycollection":
			return { kind: "geometrycollection", shapes: simplifiedMembers(shape, farthest) };
	}
}

function simplifiedMembers(shape: Shape, farthest: number): Shape[] {
	return membersOf(shape).flatMap((each) => simplified(each, farthest) ?? []);
}

function simplifiedLine(points: Line, farthest: number): Line {
	const keeps = new Uint8Array(points.length);
	const last = points.length - 1;
	keeps[0] = 1;
	keeps[last] = 1;
	const waiting: [from: number, to: number][] = [[0, last]];
	for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
		const [from, to] = part;
		const [at, distance] = farthestBetween(points, from, to);
		if (distance > farthest) {
			keeps[at] = 1;
			waiting.push([from, at], [at, to]);
		}
	}
	return points.filter((_point, at) => keeps[at] === 1);
}

function farthestBetween(points: Line, from: number, to: number): [at: number, distance: number] {
	let [farthestAt, greatest] = [from, 0];
	for (let at = from + 1; at < to; at++) {
		const distance = distanceToSegment(points[at]!, points[from]!, points[to]!);
		if (distance > greatest) {
			[farthestAt, greatest] = [at, distance];
		}
	}
	return [farthestAt, greatest];
}

/** A closed line's ends are one point. */
function distanceToSegment(point: Position, from: Position, to: Position): number {
	if (isClosed([from, to])) {
		return Math.hypot(point.x - from.x, point.y - from.y);
	}
	const [width, height] = [to.x - from.x, to.y - from.y];
	const share = ((point.x - from.x) * width + (point.y - from.y) * height) / (width * width + height * height);
	const nearest = Math.min(1, Math.max(0, share));
	return Math.hypot(point.x - from.x - nearest * width, point.y - from.y - nearest * height);
}
