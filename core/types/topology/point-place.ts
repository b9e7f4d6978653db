/**
 * Place of a point: inside of a shape, on its border or outside.
 *
 * An area of many points is indexed at the first question and remembered with its shape, so that one shape may be asked
 * about many points.
 */
import { work } from "../../async/work-meter.ts";
import { countPositions, type Position, type Shape } from "../spatial/geometry.ts";
import { suite, toSuite } from "./suite-geometry.ts";

export type Place = "inside" | "border" | "outside";

/** Of the suite. */
interface Locator {
	locate(coordinate: object): number;
}

/** Walking the rings of fewer takes no longer than using an index. */
const worthIndexing = 64;

/** Of work, to be indexed. */
const unitsPerPosition = 500;

const locators = new WeakMap<Shape, Locator>();

/** `shape`: no collection of several kinds. */
export function placeOf({ x, y }: Position, shape: Shape): Place {
	const { Coordinate, Location } = suite();
	let locator = locators.get(shape);
	if (locator === undefined) {
		locator = locatorOf(shape);
		locators.set(shape, locator);
	}
	const found = locator.locate(new Coordinate(x, y));
	return found === Location.INTERIOR ? "inside" : found === Location.BOUNDARY ? "border" : "outside";
}

function locatorOf(shape: Shape): Locator {
	const { IndexedPointInAreaLocator, PointLocator } = suite();
	const geometry = toSuite(shape);
	const count = countPositions(shape);
	work.units += unitsPerPosition * count;
	if ((shape.kind === "polygon" || shape.kind === "multipolygon") && count > worthIndexing) {
		return new IndexedPointInAreaLocator(geometry) as Locator;
	}
	const walker = new PointLocator() as { locate(coordinate: object, within: object): number };
	return { locate: (coordinate) => walker.locate(coordinate, geometry) };
}
