/**
 * Set operations on the points of two shapes: intersection, union, difference, symmetric difference.
 *
 * What one shape keeps whole is as it was given: an area from which a line is taken, a line that another crosses
 * (`result-form.ts`).
 */
import { dimensionOf, gathered, isEmpty, partsOf, type Shape } from "../spatial/geometry.ts";
import { turned } from "../spatial/ring-direction.ts";
import { likeGiven } from "./result-form.ts";
import { collectionOf, elementsOf, forValid, fromSuite, suite, type SuiteGeometry, toSuite } from "./suite-geometry.ts";

export type SetOperation = "intersection" | "union" | "difference" | "symdifference";

export function combined(operation: SetOperation, one: Shape, other: Shape): Shape {
	if (operation === "difference" && isEmpty(other) && one.kind !== "geometrycollection") {
		return gathered(partsOf(one));
	}
	return one.kind === "geometrycollection" || other.kind === "geometrycollection"
		? likeGiven(fromSuite(operations[operation](uniformParts(one), uniformParts(other))), [one, other])
		: uniform[operation](one, other);
}

type ShapeOperation = (one: Shape, other: Shape) => Shape;

/** Of shapes that are no collections. */
const uniform: Readonly<Record<SetOperation, ShapeOperation>> = {
	intersection(one, other) {
		const [lines, areas] = [one, other].map((shape) => dimensionOf(shape) ?? 0).sort();
		const common = overlaid("intersection", one, other);
		if (common.kind !== "geometrycollection" || lines !== 1) {
			return common;
		}
		return areas === 1
			? { kind: "geometrycollection", shapes: [...common.shapes].reverse() }
			: { kind: "geometrycollection", shapes: common.shapes.map(asMultiple) };
	},
	union(one, other) {
		const [greater, less] = byDimensions(one, other);
		const dimension = dimensionOf(greater);
		return dimension === dimensionOf(less) && dimension !== 1
			? overlaid("union", one, other)
			: beside(less.kind === "multipoint" ? greater : turned(greater), less);
	},
	difference: remainderOf,
	symdifference(one, other) {
		const [greater, less] = byDimensions(one, other);
		if (dimensionOf(one) !== dimensionOf(other)) {
			return beside(less === other && less.kind === "multipoint" ? greater : turned(greater), less);
		}
		return dimensionOf(one) === 1
			? gathered([...partsOf(remainderOf(one, other)), ...partsOf(remainderOf(other, one))])
			: overlaid("symDifference", one, other);
	},
};

/** MySQL's form of lines that areas cut, beside points at which they touch. */
function asMultiple(shape: Shape): Shape {
	return shape.kind === "linestring" ? { kind: "multilinestring", lines: [shape.points] } : shape;
}

function byDimensions(one: Shape, other: Shape): readonly [greater: Shape, less: Shape] {
	return dimensionOf(one)! >= dimensionOf(other)! ? [one, other] : [other, one];
}

function remainderOf(one: Shape, other: Shape): Shape {
	return dimensionOf(one)! > dimensionOf(other)! ? gathered(partsOf(one)) : overlaid("difference", one, other);
}

/** A shape, and of another of no greater dimension what it lacks: points one by one. */
function beside(shape: Shape, other: Shape): Shape {
	const rest = overlaid("difference", other, shape);
	const parts = partsOf(rest);
	if (parts.length === 0) {
		return gathered(partsOf(turned(shape)));
	}
	if (dimensionOf(other) === 0) {
		return { kind: "geometrycollection", shapes: [shape, ...parts] };
	}
	return dimensionOf(shape) === 1
		? gathered([...partsOf(shape), ...parts])
		: { kind: "geometrycollection", shapes: [gathered(partsOf(shape)), rest] };
}

function overlaid(operation: Overlay, one: Shape, other: Shape): Shape {
	return likeGiven(fromSuite([overlay(operation, toSuite(one), toSuite(other))]), [one, other]);
}

/** One geometry, or of a collection one for each dimension: none of them overlap. */
export function uniformParts(shape: Shape): SuiteGeometry[] {
	const geometry = toSuite(shape);
	if (geometry.isEmpty()) {
		return [];
	}
	return shape.kind === "geometrycollection" ? byDimension(united([geometry])) : [geometry];
}

/** Geometries of a collection, gathered to one for each dimension. */
function byDimension(geometries: readonly SuiteGeometry[]): SuiteGeometry[] {
	const elements = geometries.flatMap(elementsOf);
	return [0, 1, 2].flatMap((dimension) => {
		const alike = elements.filter((each) => each.getDimension() === dimension);
		return alike.length === 0 ? [] : [toSuite(fromSuite(alike))];
	});
}

function united(geometries: readonly SuiteGeometry[]): SuiteGeometry[] {
	const { UnaryUnionOp } = suite();
	const union = UnaryUnionOp.union(collectionOf(geometries)) as SuiteGeometry | null;
	return union === null || union.isEmpty() ? [] : [union];
}

type Operation = (ones: readonly SuiteGeometry[], others: readonly SuiteGeometry[]) => SuiteGeometry[];

const operations: Readonly<Record<SetOperation, Operation>> = {
	intersection(ones, others) {
		const common = ones.flatMap((one) => others.map((other) => overlay("intersection", one, other)));
		return common.length > 1 ? united(common) : common;
	},
	union(ones, others) {
		const [one, other] = [ones[0], others[0]];
		return ones.length === 1 && others.length === 1 ? [overlay("union", one!, other!)] : united([...ones, ...others]);
	},
	difference,
	symdifference(ones, others) {
		const [one, other] = [ones[0], others[0]];
		return ones.length === 1 && others.length === 1
			? [overlay("symDifference", one!, other!)]
			: united([...difference(ones, others), ...difference(others, ones)]);
	},
};

function difference(ones: readonly SuiteGeometry[], others: readonly SuiteGeometry[]): SuiteGeometry[] {
	return ones.map((one) => others.reduce((rest, other) => overlay("difference", rest, other), one));
}

type Overlay = "intersection" | "union" | "difference" | "symDifference";

/** As MySQL, which computes with overlapping areas against lines and points, but refuses them against areas. */
function overlay(operation: Overlay, one: SuiteGeometry, other: SuiteGeometry): SuiteGeometry {
	const { OverlayOp } = suite();
	const operate = (a: SuiteGeometry, b: SuiteGeometry): SuiteGeometry => OverlayOp[operation](a, b) as SuiteGeometry;
	return one.getDimension() + other.getDimension() < 4 ? forValid(operate, one, other) : operate(one, other);
}
