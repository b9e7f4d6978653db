/**
 * Geometry: points, lines, areas and collections of them in a plane, with the spatial reference that they are given in.
 */
import { spatialNames } from "../value/type.ts";

export interface Position {
	readonly x: number;
	readonly y: number;
}

export type Line = readonly Position[];

/** The outer ring, then the holes; each ends where it begins. */
export type Area = readonly Line[];

export type Shape =
	| { readonly kind: "point"; readonly position: Position }
	| { readonly kind: "linestring"; readonly points: Line }
	| { readonly kind: "polygon"; readonly rings: Area }
	| { readonly kind: "multipoint"; readonly positions: readonly Position[] }
	| { readonly kind: "multilinestring"; readonly lines: readonly Line[] }
	| { readonly kind: "multipolygon"; readonly areas: readonly Area[] }
	| { readonly kind: "geometrycollection"; readonly shapes: readonly Shape[] };

export type ShapeKind = Shape["kind"];

export interface Geometry {
	/** Spatial reference id: kept and shown, without a meaning for coordinates. */
	readonly referenceId: number;
	readonly shape: Shape;
}

const [, ...kinds] = spatialNames;

/** In the order of their numbers in well-known binary, from 1. */
export const shapeKinds: readonly ShapeKind[] = kinds;

/** A line has two points or more. */
export function isLine(points: Line): boolean {
	return points.length >= 2;
}

/** The last point is the first. */
export function isClosed(points: Line): boolean {
	const first = points[0];
	const last = points[points.length - 1];
	return first?.x === last?.x && first?.y === last?.y;
}

/** A ring is closed and has four points or more. */
export function isRing(points: Line): boolean {
	return points.length >= 4 && isClosed(points);
}

/** The shapes of a collection, none of any other shape. */
export function membersOf(shape: Shape): readonly Shape[] {
	switch (shape.kind) {
		case "multipoint":
			return shape.positions.map(asPoint);
		case "multilinestring":
			return shape.lines.map(asLine);
		case "multipolygon":
			return shape.areas.map(asPolygon);
		case "geometrycollection":
			return shape.shapes;
		default:
			return [];
	}
}

/** Collections within collections, so that no value exhausts the stack. */
export const deepest = 100;

export function isCollection({ kind }: Shape): boolean {
	return kind === "geometrycollection" || kind.startsWith("multi");
}

/** Of a collection: all that it holds is empty. No other shape is. */
export function isEmpty(shape: Shape): boolean {
	return shape.kind === "geometrycollection" && shape.shapes.every(isEmpty);
}

/** 0: points, 1: lines, 2: areas; the greatest of a collection, undefined of an empty one. */
export function dimensionOf(shape: Shape): number | undefined {
	switch (shape.kind) {
		case "point":
		case "multipoint":
			return 0;
		case "linestring":
		case "multilinestring":
			return 1;
		case "polygon":
		case "multipolygon":
			return 2;
		case "geometrycollection":
			return shape.shapes
				.map(dimensionOf)
				.reduce((most, each) => (each !== undefined && (most === undefined || each > most) ? each : most), undefined);
	}
}

export function eachPosition(shape: Shape, visit: (position: Position) => void): void {
	switch (shape.kind) {
		case "point":
			visit(shape.position);
			break;
		case "linestring":
			shape.points.forEach(visit);
			break;
		case "polygon":
			shape.rings.forEach((ring) => ring.forEach(visit));
			break;
		default:
			membersOf(shape).forEach((each) => eachPosition(each, visit));
	}
}

export function countPositions(shape: Shape): number {
	let count = 0;
	eachPosition(shape, () => count++);
	return count;
}

/** Points, lines and areas, out of all collections: none of the result has members. */
export function partsOf(shape: Shape): Shape[] {
	return isCollection(shape) ? membersOf(shape).flatMap(partsOf) : [shape];
}

/** A collection of its parts of each kind, or the part itself where it is one; an empty collection of none. */
export function gathered(parts: readonly Shape[]): Shape {
	const areas = parts.flatMap((part) => (part.kind === "polygon" ? [part.rings] : []));
	const lines = parts.flatMap((part) => (part.kind === "linestring" ? [part.points] : []));
	const positions = parts.flatMap((part) => (part.kind === "point" ? [part.position] : []));
	const shapes: Shape[] = [
		...(areas.length > 1 ? [{ kind: "multipolygon", areas } as const] : areas.map(asPolygon)),
		...(lines.length > 1 ? [{ kind: "multilinestring", lines } as const] : lines.map(asLine)),
		...(positions.length > 1 ? [{ kind: "multipoint", positions } as const] : positions.map(asPoint)),
	];
	return shapes.length === 1 ? shapes[0]! : { kind: "geometrycollection", shapes };
}

function asPolygon(rings: Area): Shape {
	return { kind: "polygon", rings };
}

function asLine(points: Line): Shape {
	return { kind: "linestring", points };
}

function asPoint(position: Position): Shape {
	return { kind: "point", position };
}
