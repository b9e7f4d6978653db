/**
 * Set operations on the points of two shapes: intersection, union, difference, symmetric difference.
 */
import type { Shape } from "../spatial/geometry.ts";
import { collectionOf, elementsOf, forValid, fromSuite, suite, type SuiteGeometry, toSuite } from "./suite-geometry.ts";

export type SetOperation = "intersection" | "union" | "difference" | "symdifference";

export function combined(operation: SetOperation, one: Shape, other: Shape): Shape {
	return fromSuite(operations[operation](uniformParts(one), uniformParts(other)));
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

/** As MySQL, which computes with overlapping areas against lines and points, but refuses them against areas. */
function overlay(
	operation: "intersection" | "union" | "difference" | "symDifference",
	one: SuiteGeometry,
	other: SuiteGeometry,
): SuiteGeometry {
	const { OverlayOp } = suite();
	const operate = (a: SuiteGeometry, b: SuiteGeometry): SuiteGeometry => OverlayOp[operation](a, b) as SuiteGeometry;
	return one.getDimension() + other.getDimension() < 4 ? forValid(operate, one, other) : operate(one, other);
}
