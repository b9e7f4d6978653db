/**
 * Form of a set operation's result, as near as can be to the shapes that it was made of.
 *
 * The topology suite breaks lines wherever another crosses them, and begins rings at any point. Pieces of a line are
 * joined again, without the points at which they were broken; a ring that a shape has begins where it begins there.
 *
 *     LINESTRING(0 0,4 4)  less  LINESTRING(0 4,4 0)      ((0 0,2 2),(2 2,4 4)) of the suite: LINESTRING(0 0,4 4)
 */
import {
	type Area,
	eachPosition,
	gathered,
	isClosed,
	type Line,
	partsOf,
	type Position,
	type Shape,
} from "../spatial/geometry.ts";

/** Lines are joined as the first of the given shapes has them that has any. */
export function likeGiven(result: Shape, given: readonly Shape[]): Shape {
	const givenParts = given.flatMap(partsOf);
	const givenLines = given.map((shape) => partsOf(shape).flatMap(linesOf)).find(({ length }) => length > 0) ?? [];
	const parts = partsOf(result);
	const lines = parts.flatMap(linesOf);
	const areas = parts.flatMap((part) => (part.kind === "polygon" ? [part.rings] : []));
	return gathered([
		...beginningLike(areas, givenParts).map((rings): Shape => ({ kind: "polygon", rings })),
		...joined(lines, givenLines, givenParts).map((points): Shape => ({ kind: "linestring", points })),
		...parts.filter(({ kind }) => kind === "point"),
	]);
}

function linesOf(part: Shape): Line[] {
	return part.kind === "linestring" ? [part.points] : [];
}

function keyOf({ x, y }: Position): string {
	return `${x} ${y}`;
}

/** Joins a piece to the one before where that ends, unless a given line ends there too. */
function joined(pieces: readonly Line[], lines: readonly Line[], given: readonly Shape[]): Line[] {
	if (pieces.length < 2) {
		return [...pieces];
	}
	const corners = new Set<string>();
	const cornered: readonly Shape[] = lines.length > 0 ? lines.map((points) => ({ kind: "linestring", points })) : given;
	cornered.forEach((shape) => eachPosition(shape, (position) => corners.add(keyOf(position))));
	const ends = new Set(lines.flatMap((points) => [keyOf(points[0]!), keyOf(points.at(-1)!)]));
	const whole: Position[][] = [];
	for (const piece of pieces) {
		const before = whole.at(-1);
		const joint = before?.at(-1);
		if (before === undefined || joint === undefined || !isClosed([joint, piece[0]!]) || ends.has(keyOf(joint))) {
			whole.push([...piece]);
			continue;
		}
		if (!corners.has(keyOf(joint))) {
			before.pop();
		}
		before.push(...piece.slice(1));
	}
	return whole;
}

function beginningLike(areas: readonly Area[], given: readonly Shape[]): Area[] {
	if (areas.length === 0) {
		return [];
	}
	const firsts = new Map<string, Position>();
	for (const part of given) {
		if (part.kind === "polygon") {
			part.rings.forEach((ring) => firsts.set(ringKey(ring), ring[0]!));
		}
	}
	return areas.map((rings) =>
		rings.map((ring) => {
			const first = firsts.get(ringKey(ring));
			const at = first === undefined ? -1 : ring.findIndex((point) => isClosed([first, point]));
			return at <= 0 ? ring : [...ring.slice(at, -1), ...ring.slice(0, at + 1)];
		}),
	);
}

/** The same for the same points, wherever the ring begins and whichever way it runs. */
function ringKey(ring: Line): string {
	return ring.slice(1).map(keyOf).sort().join(",");
}
