/**
 * Geometries of the topology suite: made of shapes, and shapes of them. The suite is loaded at first use.
 */
import { createRequire } from "node:module";
import { type Area, gathered, membersOf, type Position, type Shape } from "../spatial/geometry.ts";
import { turned } from "../spatial/ring-direction.ts";
import type * as topologySuite from "./topology-suite.ts";

type Suite = typeof topologySuite;

/** The part in use of the suite's geometries, which have no precise types. */
export interface SuiteGeometry {
	getGeometryType(): string;
	isEmpty(): boolean;
	getDimension(): number;
	getNumGeometries(): number;
	getGeometryN(number: number): SuiteGeometry;
	getCoordinates(): Position[];
	getExteriorRing(): SuiteGeometry;
	getNumInteriorRing(): number;
	getInteriorRingN(number: number): SuiteGeometry;
}

let loaded: Suite | undefined;

/** Loading takes 20 ms as built, ten times that from the package's modules. */
export function suite(): Suite {
	loaded ??= createRequire(import.meta.url)("./topology-suite.js") as Suite;
	return loaded;
}

let usual: InstanceType<Suite["GeometryFactory"]> | undefined;

function factory(): InstanceType<Suite["GeometryFactory"]> {
	const { GeometryFactory } = suite();
	usual ??= new GeometryFactory();
	return usual;
}

/** True for what the suite throws where a geometry's lines are not those of a valid one. */
export function isSuiteFailure(thrown: unknown): boolean {
	return loaded !== undefined && thrown instanceof loaded.Exception;
}

/**
 * The result for shapes, or, where their areas are not valid ones, for the same points as valid areas: overlapping
 * areas are united. What the suite can't mend it throws for again.
 */
export function forValid<Result>(
	operation: (...geometries: SuiteGeometry[]) => Result,
	...geometries: SuiteGeometry[]
): Result {
	try {
		return operation(...geometries);
	} catch (thrown) {
		if (!isSuiteFailure(thrown)) {
			throw thrown;
		}
		return operation(...geometries.map(mended));
	}
}

function mended(geometry: SuiteGeometry): SuiteGeometry {
	if (geometry.getGeometryType() === "GeometryCollection") {
		return collectionOf(elementsOf(geometry).map(mended));
	}
	const { BufferOp } = suite();
	return geometry.getDimension() === 2 ? (BufferOp.bufferOp(geometry, 0) as SuiteGeometry) : geometry;
}

const converted = new WeakMap<Shape, SuiteGeometry>();

/** Remembered with the shape. */
export function toSuite(shape: Shape): SuiteGeometry {
	const geometry = converted.get(shape) ?? madeOf(shape);
	converted.set(shape, geometry);
	return geometry;
}

function madeOf(shape: Shape): SuiteGeometry {
	const made = factory();
	switch (shape.kind) {
		case "point":
			return made.createPoint(coordinate(shape.position));
		case "linestring":
			return made.createLineString(shape.points.map(coordinate));
		case "polygon": {
			const [outer, ...holes] = shape.rings.map((ring) => made.createLinearRing(ring.map(coordinate)));
			return made.createPolygon(outer, holes);
		}
		case "multipoint":
			return made.createMultiPoint(membersOf(shape).map(toSuite));
		case "multilinestring":
			return made.createMultiLineString(membersOf(shape).map(toSuite)) as unknown as SuiteGeometry;
		case "multipolygon":
			return made.createMultiPolygon(membersOf(shape).map(toSuite)) as unknown as SuiteGeometry;
		case "geometrycollection":
			return collectionOf(shape.shapes.map(toSuite));
	}
}

export function collectionOf(geometries: readonly SuiteGeometry[]): SuiteGeometry {
	return factory().createGeometryCollection([...geometries]) as unknown as SuiteGeometry;
}

function coordinate({ x, y }: Position): object {
	const { Coordinate } = suite();
	return new Coordinate(x, y);
}

/** One shape, or a collection of each kind in which they are. Outer rings run against the clock, holes with it. */
export function fromSuite(geometries: readonly SuiteGeometry[]): Shape {
	return turned(gathered(geometries.flatMap(partsOfSuite)));
}

function partsOfSuite(geometry: SuiteGeometry): Shape[] {
	if (geometry.isEmpty()) {
		return [];
	}
	switch (geometry.getGeometryType()) {
		case "Point":
			return geometry.getCoordinates().map((position) => ({ kind: "point", position: plain(position) }));
		case "LineString":
		case "LinearRing":
			return [{ kind: "linestring", points: geometry.getCoordinates().map(plain) }];
		case "Polygon":
			return [{ kind: "polygon", rings: ringsOf(geometry) }];
		default:
			return elementsOf(geometry).flatMap(partsOfSuite);
	}
}

export function elementsOf(geometry: SuiteGeometry): SuiteGeometry[] {
	return Array.from({ length: geometry.getNumGeometries() }, (_none, at) => geometry.getGeometryN(at));
}

function ringsOf(polygon: SuiteGeometry): Area {
	const holes = Array.from({ length: polygon.getNumInteriorRing() }, (_none, at) => polygon.getInteriorRingN(at));
	return [polygon.getExteriorRing(), ...holes].map((ring) => ring.getCoordinates().map(plain));
}

/** Without a third coordinate, and without -0. */
function plain({ x, y }: Position): Position {
	return { x: x + 0, y: y + 0 };
}
