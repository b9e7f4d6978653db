/**
 * Compiles subqueries to closures over the enclosing row, caching results by captured values.
 *
 * An uncorrelated subquery runs once for a statement; `a in (select ...)` probes a set built from its rows. The
 * evaluation (`QueryEvaluation.visitRows`) runs the plan.
 */
import type { Compiled } from "../../functions/definition/function.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { testBy } from "../../functions/comparison/comparison.ts";
import { invariant } from "../../errors/invariant.ts";
import { comparator, groupKey } from "../../types/compare/comparison.ts";
import { converter, identity } from "../../types/assign/conversion.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import type { Row, Value } from "../../types/value/value.ts";
import type { BoundSubquery } from "../tree/bound-expression.ts";
import { compareWithRow } from "./row-subquery.ts";
import type { KeySet, QueryEvaluation, RowTaker } from "../tree/query-evaluation.ts";
import { forgetArrived } from "../../async/waiting.ts";

/** Cached results of one subquery; at this number the cache is emptied. */
const maximumKept = 10000;

type Read<T> = (evaluation: QueryEvaluation, outer: Row) => T;

/** `operands` are already converted to the comparison types. */
export function compileSubquery(
	bound: BoundSubquery,
	captures: readonly Compiled[],
	operands: readonly Compiled[],
): Compiled {
	switch (bound.form) {
		case "value":
			return remembering(bound, captures, valueOf(bound));
		case "exists":
			return remembering(bound, captures, existence(bound));
		case "row":
			if (bound.operator !== "=") {
				return compareWithRow(bound, operands, remembering(bound, captures, onlyRow(bound)));
			}
			return membership(
				bound,
				operands,
				remembering(bound, captures, members(bound), ({ keys }) => keys.close()),
			);
		case "in":
			return membership(
				bound,
				operands,
				remembering(bound, captures, members(bound), ({ keys }) => keys.close()),
			);
		case "any":
		case "all":
			return quantified(bound, operands[0]!, remembering(bound, captures, extremes(bound)));
	}
}

/** Encodes a row's values as one key. */
function keyOf(values: Row): Value {
	if (values.length === 1) {
		return values[0]!;
	}
	return values.map((value) => (typeof value === "string" ? `${value.length}:${value}` : String(value))).join(",");
}

function remembering<T>(
	bound: BoundSubquery,
	captures: readonly Compiled[],
	read: Read<T>,
	forget: (answer: T) => void = () => {},
): (row: Row, evaluation: Evaluation) => T {
	if (bound.plan.volatile) {
		return (row, evaluation) =>
			read(
				evaluation as QueryEvaluation,
				captures.map((capture) => capture(row, evaluation)),
			);
	}
	const kept = new WeakMap<Evaluation, Map<Value, T>>();
	return (row, evaluation) => {
		let answers = kept.get(evaluation);
		if (answers === undefined) {
			answers = new Map();
			kept.set(evaluation, answers);
		}
		const outer = captures.map((capture) => capture(row, evaluation));
		const key = outer.length === 0 ? 0 : keyOf(outer);
		let answer = answers.get(key);
		if (answer === undefined) {
			answer = read(evaluation as QueryEvaluation, outer);
			if (answers.size >= maximumKept) {
				answers.forEach(forget);
				answers.clear();
			}
			answers.set(key, answer);
		}
		return answer;
	};
}

function valueOf(bound: BoundSubquery): Read<Value> {
	const read = onlyRow(bound);
	return (evaluation, outer) => read(evaluation, outer)?.[bound.at] ?? null;
}

/** Returns null for no row. */
function onlyRow({ plan }: BoundSubquery): Read<Row | null> {
	const site = {};
	return (evaluation, outer) => {
		const begin = (): RowTaker<{ row: Row | undefined }> => {
			const found: { row: Row | undefined } = { row: undefined };
			return {
				found,
				take: (next) => {
					if (found.row !== undefined) {
						if (evaluation.isLenientWrite !== true) {
							throw sqlError("subqueryMoreThanOneRow");
						}
						evaluation.warn("Warning", "subqueryMoreThanOneRow");
						found.row = undefined;
						return false;
					}
					found.row = next;
					return true;
				},
			};
		};
		return evaluation.visitRows(evaluation, plan, outer, begin, site).row ?? null;
	};
}

function existence({ plan }: BoundSubquery): Read<Value> {
	const site = {};
	return (evaluation, outer) => {
		const begin = (): RowTaker<{ value: Value }> => {
			const found: { value: Value } = { value: 0 };
			return {
				found,
				take: () => {
					found.value = 1;
					return false;
				},
			};
		};
		return evaluation.visitRows(evaluation, plan, outer, begin, site).value;
	};
}

/** A subquery's rows as a set of group keys. */
interface Members {
	count: number;
	readonly keys: KeySet;
	/** The set exceeds memory. */
	isFull: boolean;
	/** Rows that contain a NULL, whose equality may be unknown; of one column one row is enough. */
	readonly partial: Row[];
	/** Other rows of several columns: scanned for an operand that contains a NULL. */
	readonly rows: Row[];
	readonly keyParts: readonly ((value: Value) => Value)[];
}

function members({ form, plan, meetingTypes }: BoundSubquery): Read<Members> {
	const keyParts = meetingTypes.map(groupKey);
	const converters = plan.columns.map((column, at) => converter(column.type, meetingTypes[at]!));
	const site = {};
	return (evaluation, outer) => {
		const take = (found: Members, row: Row): boolean => {
			if (form === "row" && found.count > 0) {
				throw sqlError("subqueryMoreThanOneRow");
			}
			found.count++;
			const keys = row.map((value, at) => {
				const met = value === null ? null : converters[at]!(value, evaluation);
				return met === null ? null : keyParts[at]!(met);
			});
			if (!keys.includes(null)) {
				found.isFull = found.keys.add(keyOf(keys)) || found.isFull;
				if (keys.length > 1) {
					found.rows.push(keys);
				}
			} else if (keys.length > 1 || found.partial.length === 0) {
				found.partial.push(keys);
			}
			return true;
		};
		const begin = (): RowTaker<Members> => {
			const found: Members = { count: 0, keys: evaluation.keySet(), isFull: false, partial: [], rows: [], keyParts };
			return {
				found,
				take: (row) => take(found, row),
				relieving: () => relieving(found),
				settle: () => found.keys.settle(),
			};
		};
		const found = evaluation.visitRows(evaluation, plan, outer, begin, site);
		if (plan.volatile) {
			// `membership` closes them.
			forgetArrived(evaluation, site);
		}
		return found;
	};
}

function relieving(found: Members): Generator<undefined, void> | undefined {
	if (!found.isFull) {
		return undefined;
	}
	found.isFull = false;
	return found.keys.relieving();
}

/** No value is IN an empty result; a missing row counts as a row of NULLs. */
function membership(
	{ form, plan }: BoundSubquery,
	operands: readonly Compiled[],
	read: (row: Row, evaluation: Evaluation) => Members,
): Compiled {
	const test = memberTest(operands);
	const among = form === "row" ? null : 0;
	return (row, evaluation) => {
		const found = read(row, evaluation);
		const answer = found.count === 0 ? among : test(found, row, evaluation);
		// The result must not be cached.
		if (plan.volatile) {
			found.keys.close();
		}
		return answer;
	};
}

function memberTest(operands: readonly Compiled[]): (found: Members, row: Row, evaluation: Evaluation) => Value {
	return (found, row, evaluation) => {
		const wanted = operands.map((operand, at) => {
			const value = operand(row, evaluation);
			return value === null ? null : found.keyParts[at]!(value);
		});
		const isWhole = !wanted.includes(null);
		if (isWhole && found.keys.has(keyOf(wanted))) {
			return 1;
		}
		if (wanted.length === 1) {
			return isWhole && found.partial.length === 0 ? 0 : null;
		}
		return someMayEqual(wanted, found.partial) || (!isWhole && someMayEqual(wanted, found.rows)) ? null : 0;
	};
}

/** Whether a row differs from the wanted one in NULLs only. */
function someMayEqual(wanted: Row, rows: readonly Row[]): boolean {
	return rows.some((row) => row.every((key, at) => key === null || wanted[at] === null || key === wanted[at]));
}

/** Minimum and maximum, which decide a comparison with all rows of one column. */
interface Extremes {
	least: Value;
	greatest: Value;
	hasNull: boolean;
	count: number;
}

/** Found by the column's own type where MySQL, too, compares with the extreme value only, then converted. */
function extremes({ plan, meetingTypes, extremeType }: BoundSubquery): Read<Extremes> {
	const meetingType = meetingTypes[0]!;
	const type = extremeType ?? meetingType;
	const meet = converter(type, meetingType);
	const convert = converter(plan.columns[0]!.type, type);
	const compare = comparator(type);
	const site = {};
	return (evaluation, outer) => {
		const take = (found: Extremes, row: Row): boolean => {
			const value = row[0] === null ? null : convert(row[0]!, evaluation);
			found.count++;
			if (value === null) {
				found.hasNull = true;
			} else {
				found.least = found.least === null || compare(value, found.least) < 0 ? value : found.least;
				found.greatest = found.greatest === null || compare(value, found.greatest) > 0 ? value : found.greatest;
			}
			return true;
		};
		const begin = (): RowTaker<Extremes> => {
			const found: Extremes = { least: null, greatest: null, hasNull: false, count: 0 };
			return { found, take: (row) => take(found, row) };
		};
		const found = evaluation.visitRows(evaluation, plan, outer, begin, site);
		return meet === identity || found.least === null
			? found
			: { ...found, least: meet(found.least, evaluation), greatest: meet(found.greatest, evaluation) };
	};
}

function quantified(
	bound: BoundSubquery,
	operand: Compiled,
	read: (row: Row, evaluation: Evaluation) => Extremes,
): Compiled {
	const { form, operator, meetingTypes } = bound;
	const test = testBy(operator, meetingTypes[0]!);
	const isAny = form === "any";
	invariant(isAny ? operator !== "=" : operator !== "<>", "= ANY and <> ALL are read as IN and NOT IN.");
	const upward = operator === "<" || operator === "<=";
	// One side decides: `a < any` needs the maximum, `a < all` the minimum.
	const sides = operator === "=" || operator === "<>" ? "both" : upward === isAny ? "greatest" : "least";
	return (row, evaluation) => {
		const found = read(row, evaluation);
		if (found.count === 0) {
			return isAny ? 0 : 1;
		}
		const value = operand(row, evaluation);
		if (value === null || found.least === null) {
			return null;
		}
		const low = sides !== "greatest" && test(value, found.least);
		const high = sides !== "least" && test(value, found.greatest);
		const holds = sides === "both" ? (isAny ? low || high : low && high) : low || high;
		if (holds === isAny) {
			return isAny ? 1 : 0;
		}
		return found.hasNull ? null : isAny ? 0 : 1;
	};
}
