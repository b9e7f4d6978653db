/**
 * Built-in functions and aggregates that a server can start without.
 *
 * In: nothing. Out: their definitions, family by family. It refuses to know when they are asked for: `registry.ts` does.
 */
import { bitAggregates } from "./aggregate-bit.ts";
import { jsonAggregates } from "./aggregate-json.ts";
import { spreads } from "./aggregate-spread.ts";
import { groupConcat } from "./aggregate-text.ts";
import { bit } from "./bit.ts";
import { dateDifference } from "./date-difference.ts";
import { dateFormats } from "./date-format.ts";
import { dateParse } from "./date-parse.ts";
import { datePart } from "./date-part.ts";
import { dateSum } from "./date-sum.ts";
import { digests } from "./digest.ts";
import { encryption } from "./encryption.ts";
import { extremeOperands } from "./extreme.ts";
import { gtid } from "./gtid.ts";
import { inet } from "./inet.ts";
import { jsonChange } from "./json-change.ts";
import { jsonRead } from "./json-read.ts";
import { jsonSearch } from "./json-search.ts";
import { legacyCipher } from "./legacy-cipher.ts";
import { lock } from "./lock.ts";
import { namedConstants } from "./named-constant.ts";
import { numericNotation } from "./numeric-notation.ts";
import { numericReal } from "./numeric-real.ts";
import { numericRounding } from "./numeric-rounding.ts";
import { passwordStrength } from "./password-strength.ts";
import { regexps } from "./regexp.ts";
import { stringChange } from "./string-change.ts";
import { stringCode } from "./string-code.ts";
import { stringMeasure } from "./string-measure.ts";
import { stringPart } from "./string-part.ts";
import { stringSearch } from "./string-search.ts";
import { sysSchema } from "./sys-schema.ts";
import { xml } from "./xml/xml.ts";
import type { AggregateDefinition, FunctionDefinition } from "./function.ts";

const families: readonly (readonly FunctionDefinition[])[] = [
	bit,
	extremeOperands,
	regexps,
	numericRounding,
	numericReal,
	numericNotation,
	stringMeasure,
	stringPart,
	stringChange,
	stringSearch,
	stringCode,
	datePart,
	dateSum,
	dateDifference,
	dateFormats,
	dateParse,
	jsonRead,
	jsonSearch,
	jsonChange,
	digests,
	encryption,
	legacyCipher,
	inet,
	lock,
	namedConstants,
	passwordStrength,
	gtid,
	sysSchema,
	xml,
];

export function furtherFunctions(): readonly (readonly FunctionDefinition[])[] {
	return families;
}

export function furtherAggregates(): readonly (readonly AggregateDefinition[])[] {
	return [spreads, bitAggregates, [groupConcat], jsonAggregates];
}
