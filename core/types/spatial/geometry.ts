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
			return shape.positions.map((position) => ({ kind: "point", position }));
		case "multilinestring":
			return shape.lines.map((points) => ({ kind: "linestring", points }));
		case "multipolygon":
			return shape.areas.map((rings) => ({ kind: "polygon", rings }));
		case "geometrycollection":
			return shape.shapes;
		default:
			return [];
	}
}

/** Collections within collections, so that no value exhausts the stack. */
export const deepest = 100;
