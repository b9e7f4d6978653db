/**
 * Every built-in function and aggregate by its name.
 *
 * In: a name in lower case, or an operator's sign. Out: its definition, or undefined if there is none. It refuses to
 * check the count of operands: `checkArity` does.
 *
 * Operators with a syntax of their own go by names no user can write: `is null`, `case-of`. Definitions that depend
 * on syntax beside their operands are made by factories: `cast.ts`, `variable.ts`. The README says how each is called.
 */
import { sqlError } from "../errors.ts";
import { encodeText } from "../types/value.ts";
import { bitAggregates } from "./aggregate-bit.ts";
import { extremes } from "./aggregate-extreme.ts";
import { jsonAggregates } from "./aggregate-json.ts";
import { spreads } from "./aggregate-spread.ts";
import { sums } from "./aggregate-sum.ts";
import { groupConcat } from "./aggregate-text.ts";
import { arithmetic } from "./arithmetic.ts";
import { bit } from "./bit.ts";
import { comparisons } from "./comparison.ts";
import { control } from "./control.ts";
import { dateClock } from "./date-clock.ts";
import { dateConversion } from "./date-conversion.ts";
import { dateDifference } from "./date-difference.ts";
import { dateFormats } from "./date-format.ts";
import { dateParse } from "./date-parse.ts";
import { datePart } from "./date-part.ts";
import { dateSum } from "./date-sum.ts";
import { digests } from "./digest.ts";
import { division } from "./division.ts";
import { encryption } from "./encryption.ts";
import { legacyCipher } from "./legacy-cipher.ts";
import { extremeOperands } from "./extreme.ts";
import type { AggregateDefinition, FunctionDefinition } from "./function.ts";
import { gtid } from "./gtid.ts";
import { inet } from "./inet.ts";
import { information } from "./information.ts";
import { jsonChange } from "./json-change.ts";
import { jsonRead } from "./json-read.ts";
import { jsonSearch } from "./json-search.ts";
import { lock } from "./lock.ts";
import { logic } from "./logic.ts";
import { membership } from "./membership.ts";
import { namedConstants } from "./named-constant.ts";
import { numericNotation } from "./numeric-notation.ts";
import { numericReal } from "./numeric-real.ts";
import { numericRounding } from "./numeric-rounding.ts";
import { passwordStrength } from "./password-strength.ts";
import { pattern } from "./pattern.ts";
import { regexps } from "./regexp.ts";
import { stringChange } from "./string-change.ts";
import { stringCode } from "./string-code.ts";
import { stringMeasure } from "./string-measure.ts";
import { stringPart } from "./string-part.ts";
import { stringSearch } from "./string-search.ts";
import { sysSchema } from "./sys-schema.ts";
import { xml } from "./xml/xml.ts";

const families: readonly (readonly FunctionDefinition[])[] = [
	arithmetic,
	division,
	bit,
	comparisons,
	membership,
	logic,
	control,
	extremeOperands,
	pattern,
	regexps,
	numericRounding,
	numericReal,
	numericNotation,
	stringMeasure,
	stringPart,
	stringChange,
	stringSearch,
	stringCode,
	dateClock,
	datePart,
	dateSum,
	dateDifference,
	dateConversion,
	dateFormats,
	dateParse,
	jsonRead,
	jsonSearch,
	jsonChange,
	digests,
	encryption,
	legacyCipher,
	inet,
	information,
	lock,
	namedConstants,
	passwordStrength,
	gtid,
	sysSchema,
	xml,
];

const functions = new Map(families.flat().map((definition) => [definition.name, definition]));

const aggregates = new Map(
	[...sums, ...extremes, ...spreads, ...bitAggregates, groupConcat, ...jsonAggregates].map((definition) => [definition.name, definition]),
);

export function functionNamed(name: string): FunctionDefinition | undefined {
	return functions.get(name);
}

export function aggregateNamed(name: string): AggregateDefinition | undefined {
	return aggregates.get(name);
}

/** Names of all functions that a user can write, sorted: for the completion of names and the documentation. */
export function functionNames(): string[] {
	return [...functions.keys()].filter((name) => /^[a-z]\w*$/.test(name)).sort();
}

/** Error 1582 where a call has too few or too many operands. */
export function checkArity({ name, arity: [least, most] }: FunctionDefinition, count: number): void {
	if (count < least || count > most) {
		throw sqlError("wrongParameterCount", encodeText(name));
	}
}
