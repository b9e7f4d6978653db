/**
 * Registry of built-in functions, operators and aggregates by name.
 *
 * Operators with a syntax of their own have names that SQL cannot spell: `is null`, `case-of`. Definitions that
 * depend on syntax besides their operands are made by factories: `cast.ts`, `variable.ts`. The README says how each
 * is called.
 */
import { sqlError } from "../errors/catalogue.ts";
import { encodeText } from "../types/value/value.ts";
import { extremes } from "./aggregate/aggregate-extreme.ts";
import { sums } from "./aggregate/aggregate-sum.ts";
import { arithmetic } from "./numeric/arithmetic.ts";
import { comparisons } from "./comparison/comparison.ts";
import { control } from "./comparison/control.ts";
import { dateClock } from "./date/date-clock.ts";
import { dateConversion } from "./date/date-conversion.ts";
import { division } from "./numeric/division.ts";
import type { AggregateDefinition, FunctionDefinition } from "./definition/function.ts";
import { deferredAggregates, deferredFunctions } from "./deferred-functions.ts";
import { information } from "./system/information.ts";
import { logic } from "./comparison/logic.ts";
import { membership } from "./comparison/membership.ts";
import { likeFunctions } from "./string/like.ts";

/** Frequently used functions; deferred ones are looked up after them. */
const everyday = byName<FunctionDefinition>([
	arithmetic,
	division,
	comparisons,
	membership,
	logic,
	control,
	likeFunctions,
	dateClock,
	dateConversion,
	information,
]);

const everydayAggregates = byName<AggregateDefinition>([sums, extremes]);

export function functionNamed(name: string): FunctionDefinition | undefined {
	return everyday.get(name) ?? further().functions.get(name);
}

export function aggregateNamed(name: string): AggregateDefinition | undefined {
	return everydayAggregates.get(name) ?? further().aggregates.get(name);
}

/** Returns the names that SQL can spell, sorted: for completion and documentation. */
export function functionNames(): string[] {
	return [...everyday.keys(), ...further().functions.keys()].filter((name) => /^[a-z]\w*$/.test(name)).sort();
}

/** Throws 1582 for too few or too many operands. */
export function checkArity({ name, arity: [least, most] }: FunctionDefinition, count: number): void {
	if (count < least || count > most) {
		throw sqlError("wrongParameterCount", encodeText(name));
	}
}

let furtherByName:
	| {
			readonly functions: ReadonlyMap<string, FunctionDefinition>;
			readonly aggregates: ReadonlyMap<string, AggregateDefinition>;
	  }
	| undefined;

function further(): NonNullable<typeof furtherByName> {
	furtherByName ??= { functions: byName(deferredFunctions()), aggregates: byName(deferredAggregates()) };
	return furtherByName;
}

function byName<T extends { readonly name: string }>(families: readonly (readonly T[])[]): ReadonlyMap<string, T> {
	return new Map(families.flat().map((definition) => [definition.name, definition]));
}
