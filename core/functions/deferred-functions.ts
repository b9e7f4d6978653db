/**
 * Deferred functions: built-in functions and aggregates loaded on first use, so that a start does without them.
 */
import { bitAggregates } from "./aggregate/aggregate-bit.ts";
import { jsonAggregates } from "./aggregate/aggregate-json.ts";
import { spreads } from "./aggregate/aggregate-spread.ts";
import { groupConcat } from "./aggregate/aggregate-text.ts";
import { bit } from "./numeric/bit.ts";
import { dateDifference } from "./date/date-difference.ts";
import { dateFormats } from "./date/date-format.ts";
import { dateParse } from "./date/date-parse.ts";
import { datePart } from "./date/date-part.ts";
import { dateSum } from "./date/date-sum.ts";
import { digests } from "./crypto/digest.ts";
import { encryption } from "./crypto/encryption.ts";
import { greatestLeastOperands } from "./comparison/greatest-least.ts";
import { gtid } from "./system/gtid.ts";
import { inet } from "./system/inet.ts";
import { jsonChange } from "./json/json-change.ts";
import { jsonRead } from "./json/json-read.ts";
import { jsonSearch } from "./json/json-search.ts";
import { legacyCipher } from "./crypto/legacy-cipher.ts";
import { lock } from "./system/lock.ts";
import { namedConstants } from "./system/named-constant.ts";
import { numericNotation } from "./numeric/numeric-notation.ts";
import { numericReal } from "./numeric/numeric-real.ts";
import { numericRounding } from "./numeric/numeric-rounding.ts";
import { passwordStrength } from "./system/password-strength.ts";
import { boundsRelationFunctions } from "./spatial/bounds-relation.ts";
import { geohashes } from "./spatial/geohashes.ts";
import { geoJsonFunctions } from "./spatial/geojson.ts";
import { geometryOperators } from "./spatial/geometry-operator.ts";
import { geometryOutlines } from "./spatial/geometry-outline.ts";
import { geometryParts } from "./spatial/geometry-part.ts";
import { geometrySources } from "./spatial/geometry-source.ts";
import { shapeRelationFunctions } from "./spatial/shape-relation.ts";
import { sphereDistance } from "./spatial/sphere-distance.ts";
import { matchedRows, matches } from "./fulltext/match-against.ts";
import { regexps } from "./string/regexp.ts";
import { stringChange } from "./string/string-change.ts";
import { stringCode } from "./string/string-code.ts";
import { stringMeasure } from "./string/string-measure.ts";
import { stringPart } from "./string/string-part.ts";
import { stringSearch } from "./string/string-search.ts";
import { sysSchema } from "./system/sys-schema.ts";
import { xml } from "./xml/xml.ts";
import type { AggregateDefinition, FunctionDefinition } from "./definition/function.ts";

const families: readonly (readonly FunctionDefinition[])[] = [
	bit,
	greatestLeastOperands,
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
	geometrySources,
	geometryParts,
	geometryOutlines,
	boundsRelationFunctions,
	shapeRelationFunctions,
	geometryOperators,
	sphereDistance,
	geohashes,
	geoJsonFunctions,
	matches,
];

export function deferredFunctions(): readonly (readonly FunctionDefinition[])[] {
	return families;
}

export function deferredAggregates(): readonly (readonly AggregateDefinition[])[] {
	return [spreads, bitAggregates, [groupConcat], jsonAggregates, matchedRows];
}
