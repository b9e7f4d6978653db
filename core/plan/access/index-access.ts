/**
 * Index ranges: turns sargable predicates into the key ranges of one index.
 */
import type { Index } from "../../catalog/table.ts";
import type { SargablePredicate, SargablePredicates, TableFacts } from "./sargable-predicates.ts";
import type { Access, KeySpan } from "../tree/query-plan.ts";

/** Ranges made by combining IN lists, at most. */
const maximumRanges = 10000;

type IndexAccess = Access & { kind: "index" };

export interface IndexChoice {
	readonly access: IndexAccess;
	/** Key parts with equal values in all ranges. */
	readonly parts: number;
	/** Bounds on the next key part. */
	readonly bounds: "none" | "one" | "both";
}

/** From the predicates of all conjuncts, and from the united ranges of each OR. */
export function indexChoices(index: Index, { all, either }: TableFacts): IndexChoice[] {
	const choice = choiceOf(index, all);
	const united = either.flatMap((sides) => unitedAccess(index, all, sides) ?? []);
	return choice === undefined ? united : [choice, ...united];
}

/** `(a = 1 and b = 2) or a > 5`: ranges of all sides; undefined if a side has no predicate on the index. */
function unitedAccess(
	index: Index,
	all: SargablePredicates,
	sides: readonly SargablePredicates[],
): IndexChoice | undefined {
	const ranges: KeySpan[] = [];
	let parts = index.parts.length;
	let unique = true;
	for (const side of sides) {
		const facts: SargablePredicates = new Map(all);
		for (const [offset, fact] of side) {
			facts.set(offset, { ...fact, ...all.get(offset) });
		}
		const choice = choiceOf(index, facts);
		if (choice === undefined || ranges.length + choice.access.ranges.length > maximumRanges) {
			return undefined;
		}
		ranges.push(...choice.access.ranges);
		parts = Math.min(parts, choice.parts);
		unique &&= choice.access.unique;
	}
	const isClosed = ranges.every(
		({ equal, low, high, like }) => equal.length > 0 || like !== undefined || (low !== undefined && high !== undefined),
	);
	const isEqual = ranges.every(
		({ equal, low, high, like }) => equal.length === parts && (low ?? high ?? like) === undefined,
	);
	return { access: accessOf(index, ranges, unique), parts, bounds: isEqual ? "none" : isClosed ? "both" : "one" };
}

/** Undefined: no predicate on the first key part. */
export function choiceOf(index: Index, facts: SargablePredicates): IndexChoice | undefined {
	let spans: KeySpan[] = [{ equal: [], low: undefined, high: undefined, like: undefined }];
	let parts = 0;
	let isUnique = index.unique;
	for (const part of index.parts) {
		const fact: SargablePredicate | undefined = facts.get(part.column.offset);
		const values = fact?.equal;
		if (values === undefined || spans.length * values.length > maximumRanges) {
			if (fact !== undefined && (fact.low ?? fact.high ?? fact.like) !== undefined) {
				const { low, high, like } = fact;
				spans = spans.map((span) => ({ ...span, low, high, like }));
				const bounds = like === undefined && (low === undefined || high === undefined) ? "one" : "both";
				return { access: accessOf(index, spans, false), parts, bounds };
			}
			break;
		}
		isUnique &&= part.length === undefined && values.every(({ nullSafe }) => !nullSafe);
		spans = spans.flatMap((span) => values.map((value) => ({ ...span, equal: [...span.equal, value] })));
		parts++;
	}
	if (parts === 0) {
		return undefined;
	}
	return { access: accessOf(index, spans, isUnique && parts === index.parts.length), parts, bounds: "none" };
}

function accessOf(index: Index, ranges: readonly KeySpan[], unique: boolean): IndexAccess {
	return { kind: "index", index, ranges, reverse: false, unique };
}
