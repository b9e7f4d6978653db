/**
 * Relations of the bounding rectangles of two geometries.
 *
 * | name                                                            | result    | source (MySQL 5.7 manual)     |
 * |-----------------------------------------------------------------|-----------|-------------------------------|
 * | mbrcontains, mbrwithin, mbrcovers, mbrcoveredby, mbrdisjoint, mbrequals, mbrintersects, mbroverlaps, mbrtouches | bigint(1) | 12.16.9.2 Relations That Use Minimum Bounding Rectangles |
 *
 * The old names without `mbr` mean the same, but TOUCHES, which means ST_TOUCHES. NULL where a geometry is empty.
 */
import { boundsOf, type BoundsRelation, boundsRelations } from "../../types/spatial/bounds.ts";
import type { Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { anyBytes, integerResult } from "../definition/result.ts";
import { pairOf, underNames } from "./geometry-operand.ts";

function relation(word: BoundsRelation, ...oldNames: string[]): FunctionDefinition[] {
	const name = `mbr${word}`;
	const holds = boundsRelations[word];
	const resolve: Resolve = () => ({
		type: integerResult(1),
		nullable: true,
		operands: [anyBytes, anyBytes],
		evaluate: (_evaluation, first, second) => {
			const { one, other } = pairOf(first, second, name);
			const [bounds, others] = [boundsOf(one), boundsOf(other)];
			return bounds === undefined || others === undefined ? null : Number(holds(bounds, others));
		},
	});
	return underNames(name, oldNames, 2, 2, resolve);
}

export const boundsRelationFunctions: readonly FunctionDefinition[] = [
	...relation("contains", "contains"),
	...relation("within", "within"),
	...relation("covers"),
	...relation("coveredby"),
	...relation("disjoint", "disjoint"),
	...relation("equals", "equals", "mbrequal"),
	...relation("intersects", "intersects"),
	...relation("overlaps", "overlaps"),
	...relation("touches"),
];
