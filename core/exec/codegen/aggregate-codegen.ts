/**
 * Code generation for aggregates: COUNT, SUM, AVG, MIN, MAX of numbers in typed arrays, one entry per group.
 *
 * Their DISTINCT forms check a table of seen values first. All other aggregates run as in the general operator, an
 * object per group.
 *
 * A sum is a double while it is exact; beyond 2^53 it is added to a bigint, and the double restarts at 0.
 */
import { isDirect } from "../../functions/comparison/comparison.ts";
import type { Totals } from "../../functions/definition/function.ts";
import { branchingCall, type GroupAggregate } from "../../plan/tree/bound-expression.ts";
import { familyOf, sqlType } from "../../types/value/type.ts";
import { readyAggregate } from "../operators/aggregate.ts";
import { byteOrderOf } from "../rows/byte-order.ts";
import { CountPart, ExtremePart, RunningPart, SumPart } from "./aggregate-part.ts";
import type { ExpressionCode } from "./expression-codegen.ts";
import { DistinctTexts } from "./distinct-texts.ts";
import { keySource, numberSource, numberText, placeText } from "./key-codegen.ts";
import type { Term, ValueTerm } from "./term.ts";

/** Index of an aggregate's part among the parts of a run. */
export interface AggregatePlace {
	readonly part: number;
	readonly slot: number;
}

const count = sqlType("bigint");

/** `group`: the variable with the row's group number; undefined: a single group. */
export function aggregateCode(
	aggregate: GroupAggregate,
	group: string | undefined,
	expressions: ExpressionCode,
): AggregatePlace {
	return { part: writeAggregate(aggregate, group, expressions), slot: aggregate.slot };
}

function writeAggregate(aggregate: GroupAggregate, group: string | undefined, expressions: ExpressionCode): number {
	const { resolution, operands, distinct, order } = aggregate;
	const { totals } = resolution;
	if (totals === undefined || order.length > 0 || operands.length > 1) {
		return running(aggregate, group, expressions);
	}
	const { loop } = expressions;
	const g = group ?? "0";
	const [operand] = operands;
	if (operand === undefined) {
		return totals.kind === "count" ? counting(g, expressions) : running(aggregate, group, expressions);
	}
	// DISTINCT compares texts that are converted to numbers afterwards.
	if (totals.kind !== "count" && (!isNumeric(aggregate) || (distinct && branchingCall(operand) !== undefined))) {
		return running(aggregate, group, expressions);
	}
	const key = keySource(operand, resolution.operands?.[0], expressions);
	loop.line(isNullable(key.term) ? `if (${presentText(key.term)}) {` : "{");
	if (distinct && totals.kind === "count" && group === undefined) {
		const order = key.term.kind === "bytes" ? byteOrderOf(key.type) : undefined;
		if (key.term.kind === "bytes" && order !== undefined) {
			const { name, at } = loop.part(() => new DistinctTexts());
			loop.line(`${name}.add(${placeText(key.term, order, expressions)});`);
			loop.line("}");
			return at;
		}
	}
	if (distinct) {
		const keys = group === undefined ? [key] : [numberSource(group, count), key];
		const seen = numberText(keys, expressions);
		const known = loop.part(() => ({ seen: 0 })).name;
		loop.line(`if (${seen.number} === ${known}.seen) { ${known}.seen++;`);
	}
	const part =
		totals.kind === "count" ? counting(g, expressions) : adding(totals, g, key.term as ValueTerm, expressions);
	loop.line(distinct ? "}}" : "}");
	return part;
}

/** True if its operands can be added or compared without a conversion. */
function isNumeric({ operands, resolution }: GroupAggregate): boolean {
	const type = resolution.operands?.[0] ?? operands[0]!.type;
	return isDirect(type) && (resolution.totals!.kind !== "float" || familyOf(type) === "float");
}

function isNullable(term: Term): boolean {
	return term.nullable;
}

function presentText(term: Term): string {
	return term.kind === "bytes" ? `${term.from} >= 0` : `${term.code} !== null`;
}

function counting(group: string, { loop }: ExpressionCode): number {
	const { name, at } = loop.part(() => new CountPart());
	loop.line(`${loop.member(name, "counts")}[${group}]++;`);
	return at;
}

function adding(totals: Totals, group: string, { code, form, bounds }: ValueTerm, { loop }: ExpressionCode): number {
	if (totals.kind === "extreme") {
		const { name, at } = loop.part(() => new ExtremePart());
		const best = loop.member(name, "best");
		loop.line(
			`if (${best}[${group}] === null || ${code} ${totals.greatest ? ">" : "<"} ${best}[${group}]) ` +
				`${best}[${group}] = ${code};`,
		);
		return at;
	}
	const { name, at } = loop.part(() => new SumPart(totals as Exclude<Totals, { kind: "count" | "extreme" }>));
	const [sums, counts] = [loop.member(name, "sums"), loop.member(name, "counts")];
	loop.line(`${counts}[${group}]++;`);
	if (totals.kind === "float") {
		loop.line(`${sums}[${group}] += ${code};`);
		return at;
	}
	const sum = loop.name();
	const isNumber = form === "number" && bounds !== undefined ? "" : `typeof ${code} === "number" && `;
	loop.line(`let ${sum} = 0;`);
	loop.line(
		`if (${isNumber}(${sum} = ${sums}[${group}] + ${code}) <= 9007199254740991 && ${sum} >= -9007199254740991) ` +
			`${sums}[${group}] = ${sum}; else ${name}.carry(${group}, ${code});`,
	);
	return at;
}

/** The general operator's accumulator. */
function running(aggregate: GroupAggregate, group: string | undefined, expressions: ExpressionCode): number {
	const { loop } = expressions;
	const ready = readyAggregate(aggregate);
	const { name, at } = loop.part((execution) => new RunningPart(ready, execution));
	for (const operand of [...aggregate.operands, ...aggregate.order.map(({ expression }) => expression)]) {
		expressions.fill(operand);
	}
	loop.line(`${name}.running[${group ?? "0"}].add(${loop.constant(ready)}.read(row, execution));`);
	return at;
}
