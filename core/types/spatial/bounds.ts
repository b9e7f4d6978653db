/**
 * Bounds of a shape: the least rectangle with sides along the axes that holds it; and relations of bounds.
 *
 * Bounds without width or height are a line or a point, whose interior is all of it but the ends of the line.
 */
import { work } from "../../async/work-meter.ts";
import { eachPosition, type Shape } from "./geometry.ts";

interface Span {
	readonly least: number;
	readonly greatest: number;
}

interface Bounds {
	readonly x: Span;
	readonly y: Span;
}

const known = new WeakMap<Shape, Bounds>();

/** undefined: the shape is empty. */
export function boundsOf(shape: Shape): Bounds | undefined {
	const found = known.get(shape) ?? measured(shape);
	if (found !== undefined) {
		known.set(shape, found);
	}
	return found;
}

function measured(shape: Shape): Bounds | undefined {
	let [left, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
	let [right, top] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
	let count = 0;
	eachPosition(shape, ({ x, y }) => {
		count++;
		left = Math.min(left, x);
		right = Math.max(right, x);
		bottom = Math.min(bottom, y);
		top = Math.max(top, y);
	});
	work.units += count;
	return count === 0 ? undefined : { x: { least: left, greatest: right }, y: { least: bottom, greatest: top } };
}

/** A point, a line or a rectangle against the clock; of no bounds an empty collection. */
export function envelopeOf(bounds: Bounds | undefined): Shape {
	if (bounds === undefined) {
		return { kind: "geometrycollection", shapes: [] };
	}
	const { x, y } = bounds;
	const from = { x: x.least, y: y.least };
	const to = { x: x.greatest, y: y.greatest };
	switch (dimensionOfBounds(bounds)) {
		case 0:
			return { kind: "point", position: from };
		case 1:
			return { kind: "linestring", points: [from, to] };
		default:
			return {
				kind: "polygon",
				rings: [[from, { x: x.greatest, y: y.least }, to, { x: x.least, y: y.greatest }, from]],
			};
	}
}

export const boundsRelations = {
	contains: (one: Bounds, other: Bounds) => isWithin(other, one),
	within: isWithin,
	covers: (one: Bounds, other: Bounds) => isCoveredBy(other, one),
	coveredby: isCoveredBy,
	disjoint: (one: Bounds, other: Bounds) => !intersects(one, other),
	equals: (one: Bounds, other: Bounds) => isCoveredBy(one, other) && isCoveredBy(other, one),
	intersects,
	overlaps,
	touches,
} satisfies Readonly<Record<string, (one: Bounds, other: Bounds) => boolean>>;

export type BoundsRelation = keyof typeof boundsRelations;

function dimensionOfBounds({ x, y }: Bounds): number {
	return (isFlat(x) ? 0 : 1) + (isFlat(y) ? 0 : 1);
}

function isFlat({ least, greatest }: Span): boolean {
	return least === greatest;
}

function onBothAxes(one: Bounds, other: Bounds, test: (one: Span, other: Span) => boolean): boolean {
	return test(one.x, other.x) && test(one.y, other.y);
}

function isCoveredBy(one: Bounds, other: Bounds): boolean {
	return onBothAxes(one, other, (a, b) => b.least <= a.least && a.greatest <= b.greatest);
}

/** Covered, and not by the other's border alone. */
function isWithin(one: Bounds, other: Bounds): boolean {
	return isCoveredBy(one, other) && interiorsMeet(one, other);
}

function intersects(one: Bounds, other: Bounds): boolean {
	return onBothAxes(one, other, (a, b) => a.least <= b.greatest && b.least <= a.greatest);
}

function interiorsMeet(one: Bounds, other: Bounds): boolean {
	return onBothAxes(one, other, (a, b) =>
		isFlat(a) && isFlat(b) ? a.least === b.least : a.least < b.greatest && b.least < a.greatest,
	);
}

function touches(one: Bounds, other: Bounds): boolean {
	return intersects(one, other) && !interiorsMeet(one, other);
}

/** They share a part of their own dimension, and neither is within the other. */
function overlaps(one: Bounds, other: Bounds): boolean {
	const dimension = dimensionOfBounds(one);
	return (
		dimension > 0 &&
		dimension === dimensionOfBounds(other) &&
		intersects(one, other) &&
		dimensionOfBounds({ x: common(one.x, other.x), y: common(one.y, other.y) }) === dimension &&
		!isWithin(one, other) &&
		!isWithin(other, one)
	);
}

function common(one: Span, other: Span): Span {
	return { least: Math.max(one.least, other.least), greatest: Math.min(one.greatest, other.greatest) };
}
