/**
 * Convex hull: the least convex shape that holds all points of another.
 *
 * Andrew's monotone chain: points are sorted, then the lower and the upper border are walked.
 */
import { work } from "../../async/work-meter.ts";
import { eachPosition, partsOf, type Position, type Shape } from "./geometry.ts";

/** Units of work a point: it is sorted. */
const unitsPerPoint = 50;

/** Holes do not count, even where an invalid one reaches out. A polygon against the clock; a line or a point where there is no area; undefined for an empty shape. */
export function convexHullOf(shape: Shape): Shape | undefined {
	const positions: Position[] = [];
	for (const part of partsOf(shape)) {
		const outer: Shape = part.kind === "polygon" ? { kind: "linestring", points: part.rings[0]! } : part;
		eachPosition(outer, (position) => positions.push(position));
	}
	work.units += unitsPerPoint * positions.length;
	positions.sort((a, b) => a.x - b.x || a.y - b.y);
	const distinct = positions.filter(({ x, y }, at) => {
		const before = positions[at - 1];
		return before === undefined || before.x !== x || before.y !== y;
	});
	const [first] = distinct;
	if (first === undefined) {
		return undefined;
	}
	if (distinct.length === 1) {
		return { kind: "point", position: first };
	}
	const lower = border(distinct);
	const upper = border([...distinct].reverse());
	return lower.length === 2 && upper.length === 2
		? { kind: "linestring", points: lower }
		: { kind: "polygon", rings: [[...lower, ...upper.slice(1)]] };
}

function border(sorted: readonly Position[]): Position[] {
	const turned: Position[] = [];
	for (const position of sorted) {
		while (turned.length > 1 && !turnsLeft(turned.at(-2)!, turned.at(-1)!, position)) {
			turned.pop();
		}
		turned.push(position);
	}
	return turned;
}

function turnsLeft(a: Position, b: Position, c: Position): boolean {
	return (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y) > 0;
}
