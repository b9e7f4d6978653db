/**
 * Relations of two shapes by their interiors, borders and exteriors, as the OpenGIS specification defines them.
 *
 * Shapes whose bounds don't meet are disjoint without further computation. A collection relates by its parts.
 */
import { boundsOf, boundsRelations } from "../spatial/bounds.ts";
import { dimensionOf, isEmpty, partsOf, type Shape } from "../spatial/geometry.ts";
import { type Place, placeOf } from "./point-place.ts";
import { uniformParts } from "./set-operation.ts";
import { forValid, suite, type SuiteGeometry, toSuite } from "./suite-geometry.ts";

export const shapeRelations = {
	contains: (one: Shape, other: Shape) => isWithin(other, one),
	within: isWithin,
	crosses,
	disjoint: (one: Shape, other: Shape) => !intersects(one, other),
	equals,
	intersects,
	overlaps: (one: Shape, other: Shape) => uniformly(one, other, (matrix, a, b) => matrix.isOverlaps(a, b)),
	touches: (one: Shape, other: Shape) => uniformly(one, other, (matrix, a, b) => matrix.isTouches(a, b)),
} satisfies Readonly<Record<string, (one: Shape, other: Shape) => boolean>>;

export type ShapeRelation = keyof typeof shapeRelations;

/**
 * The relation where bounds alone decide it, or one shape is a point: in little time, however many points there are.
 */
export function plainRelation(relation: ShapeRelation, one: Shape, other: Shape): boolean | undefined {
	if (isEmpty(one) || isEmpty(other)) {
		return undefined;
	}
	if (!boundsMeet(one, other)) {
		return relation === "disjoint";
	}
	if (one.kind === "point" && other.kind !== "geometrycollection") {
		return ofPoint(relation, placeOf(one.position, other), dimensionOf(other) === 0);
	}
	return other.kind === "point" && one.kind !== "geometrycollection"
		? ofPoint(inverse(relation), placeOf(other.position, one), dimensionOf(one) === 0)
		: undefined;
}

function inverse(relation: ShapeRelation): ShapeRelation {
	return relation === "contains" ? "within" : relation === "within" ? "contains" : relation;
}

/** undefined: to be seen by the other's points, all of which may be this one. */
function ofPoint(relation: ShapeRelation, place: Place, isAmongPoints: boolean): boolean | undefined {
	switch (relation) {
		case "intersects":
			return place !== "outside";
		case "disjoint":
			return place === "outside";
		case "within":
			return place === "inside";
		case "touches":
			return place === "border";
		case "crosses":
		case "overlaps":
			return false;
		case "contains":
		case "equals":
			return isAmongPoints ? undefined : false;
	}
}

/** The part in use of the suite's matrix: the dimensions in which interiors, borders and exteriors meet. */
interface Matrix {
	isWithin(): boolean;
	isIntersects(): boolean;
	isCoveredBy(): boolean;
	isCrosses(dimension: number, other: number): boolean;
	isEquals(dimension: number, other: number): boolean;
	isOverlaps(dimension: number, other: number): boolean;
	isTouches(dimension: number, other: number): boolean;
}

function matrixOf(one: SuiteGeometry, other: SuiteGeometry): Matrix {
	const { RelateOp } = suite();
	return forValid((a, b) => RelateOp.relate(a, b) as Matrix, one, other);
}

function boundsMeet(one: Shape, other: Shape): boolean {
	const [bounds, others] = [boundsOf(one), boundsOf(other)];
	return bounds !== undefined && others !== undefined && boundsRelations.intersects(bounds, others);
}

/** A relation that only shapes with one part each have, after those of a dimension are one. */
function uniformly(
	one: Shape,
	other: Shape,
	test: (matrix: Matrix, dimension: number, other: number) => boolean,
): boolean {
	if (!boundsMeet(one, other)) {
		return false;
	}
	const [ones, others] = [uniformParts(one), uniformParts(other)];
	return (
		ones.length === 1 &&
		others.length === 1 &&
		test(matrixOf(ones[0]!, others[0]!), ones[0]!.getDimension(), others[0]!.getDimension())
	);
}

function intersects(one: Shape, other: Shape): boolean {
	return (
		boundsMeet(one, other) &&
		uniformParts(one).some((each) => uniformParts(other).some((against) => matrixOf(each, against).isIntersects()))
	);
}

/** Nothing crosses a point, and an area crosses nothing: MySQL answers 0, not NULL. */
function crosses(one: Shape, other: Shape): boolean {
	return (
		dimensionOf(one) !== 2 &&
		dimensionOf(other) !== 0 &&
		uniformly(one, other, (matrix, a, b) => matrix.isCrosses(a, b))
	);
}

/** Of a collection every part is within a part of the other, points on its border aside. */
function isWithin(one: Shape, other: Shape): boolean {
	if (!boundsMeet(one, other)) {
		return false;
	}
	const others = uniformParts(other);
	if (one.kind !== "geometrycollection" && others.length === 1) {
		return matrixOf(toSuite(one), others[0]!).isWithin();
	}
	const found = partsOf(one).map((part) => {
		const geometry = toSuite(part);
		const matrices = others.map((against) => matrixOf(geometry, against));
		const isPoint = part.kind === "point";
		return {
			isInside: matrices.some((matrix) => matrix.isWithin()),
			isBeside: isPoint && matrices.some((matrix) => matrix.isCoveredBy()),
		};
	});
	return found.some(({ isInside }) => isInside) && found.every(({ isInside, isBeside }) => isInside || isBeside);
}

function equals(one: Shape, other: Shape): boolean {
	if (isEmpty(one) || isEmpty(other)) {
		return isEmpty(one) && isEmpty(other);
	}
	return one.kind === "geometrycollection" || other.kind === "geometrycollection"
		? isWithin(one, other) && isWithin(other, one)
		: uniformly(one, other, (matrix, a, b) => matrix.isEquals(a, b));
}
