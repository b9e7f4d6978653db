/**
 * Direction of rings: against the clock or with it.
 */
import { type Area, isClosed, type Line, partsOf, type Shape } from "./geometry.ts";

/** With the outer ring of each area against the clock, its holes with it. */
export function turned(shape: Shape): Shape {
	switch (shape.kind) {
		case "polygon":
			return { kind: "polygon", rings: turnedArea(shape.rings) };
		case "multipolygon":
			return { kind: "multipolygon", areas: shape.areas.map(turnedArea) };
		case "geometrycollection":
			return { kind: "geometrycollection", shapes: shape.shapes.map(turned) };
		default:
			return shape;
	}
}

function turnedArea(rings: Area): Area {
	return rings.map((ring, place) => (runsAgainstClock(ring) === (place === 0) ? ring : [...ring].reverse()));
}

function runsAgainstClock(ring: Line): boolean {
	const [first] = ring;
	return (
		ring.reduce((sum, { x, y }, at) => {
			const next = ring[at + 1] ?? first!;
			return sum + (x - first!.x) * (next.y - first!.y) - (next.x - first!.x) * (y - first!.y);
		}, 0) > 0
	);
}

const known = new WeakMap<Shape, boolean>();

/**
 * Whether MySQL can tell how all rings run: by the corner at the least point (by x, then by y), which must not be a
 * straight line. Remembered with the shape.
 */
export function haveDirections(shape: Shape): boolean {
	const found =
		known.get(shape) ?? partsOf(shape).every((part) => part.kind !== "polygon" || part.rings.every(hasDirection));
	known.set(shape, found);
	return found;
}

function hasDirection(ring: Line): boolean {
	let least = 0;
	for (const [at, { x, y }] of ring.entries()) {
		const { x: leastX, y: leastY } = ring[least]!;
		if (x < leastX || (x === leastX && y < leastY)) {
			least = at;
		}
	}
	const corner = ring[least]!;
	const others = [...ring.slice(least), ...ring.slice(0, least)].filter((point) => !isClosed([corner, point]));
	const [after, before] = [others[0], others.at(-1)];
	return (
		after !== undefined &&
		before !== undefined &&
		(corner.x - before.x) * (after.y - corner.y) - (after.x - corner.x) * (corner.y - before.y) !== 0
	);
}
