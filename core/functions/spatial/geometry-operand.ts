/**
 * Operands of spatial functions: the bytes of a stored geometry, or two with one reference; and the functions' names.
 *
 * Error 3037 for bytes that are no geometry, 3055 for those of the other byte order, 3033 for two references.
 */
import { TimeOver, withinTime } from "../../async/time-limit.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { countPositions, type Geometry, type Shape } from "../../types/spatial/geometry.ts";
import { haveDirections } from "../../types/spatial/ring-direction.ts";
import { decodeGeometry, isBigEndian } from "../../types/spatial/stored-geometry.ts";
import { isSuiteFailure } from "../../types/topology/suite-geometry.ts";
import { sqlType } from "../../types/value/type.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import { define, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { type Encoding, anyText } from "../definition/result.ts";

export const geometryType = sqlType("geometry");

/** Text as functions of geometries take and give it. */
export const plainEncoding: Encoding = { charset: "utf8mb4", collation: "utf8mb4_bin" };
export const plainText = anyText(plainEncoding);

/**
 * Geometries read last: a constant is read once, not once a row. What is computed of a shape is remembered with it
 * (`types/spatial/bounds.ts`, `types/topology/point-place.ts`).
 */
const recent: { readonly bytes: ByteString; readonly geometry: Geometry }[] = [];
const mostRecent = 4;
/** A point is read as fast as it is found; great geometries would be kept for nothing. */
const lengthOfPoint = 25;
const longestRecent = 262_144;

function read(bytes: ByteString): Geometry | undefined {
	if (bytes.length <= lengthOfPoint || bytes.length > longestRecent) {
		return decodeGeometry(bytes);
	}
	const known = recent.find((each) => each.bytes === bytes);
	if (known !== undefined) {
		return known.geometry;
	}
	const geometry = decodeGeometry(bytes);
	if (geometry !== undefined) {
		recent.unshift({ bytes, geometry });
		recent.length = Math.min(recent.length, mostRecent);
	}
	return geometry;
}

/** `name`: the function's, as MySQL's message says it. */
export function geometryOf(value: Value, name: string): Geometry {
	const geometry = read(value as ByteString);
	if (geometry === undefined) {
		throw isBigEndian(value as ByteString) ? sqlError("bigEndianGeometry") : sqlError("invalidGeometry", name);
	}
	return geometry;
}

interface GeometryPair {
	readonly referenceId: number;
	readonly one: Shape;
	readonly other: Shape;
}

export function pairOf(one: Value, other: Value, name: string): GeometryPair {
	const geometries = [geometryOf(one, name), geometryOf(other, name)] as const;
	const [first, second] = geometries;
	if (first.referenceId !== second.referenceId) {
		throw sqlError("differentReferences", name, first.referenceId, second.referenceId);
	}
	return { referenceId: first.referenceId, one: first.shape, other: second.shape };
}

/** Throws 3037 for areas with a ring that runs in no direction. */
export function requireDirections(name: string, ...shapes: readonly Shape[]): void {
	if (!shapes.every(haveDirections)) {
		throw sqlError("invalidGeometry", name);
	}
}

/** Defines a function, and under its old names with a warning. */
export function underNames(
	name: string,
	oldNames: readonly string[],
	least: number,
	most: number,
	resolve: Resolve,
): FunctionDefinition[] {
	return [
		define(name, least, most, resolve),
		...oldNames.map((old) => ({ ...define(old, least, most, resolve), replacedBy: name.toUpperCase() })),
	];
}

/** Work of few points ends soon, whatever it does. */
const fewPoints = 256;
const mostSeconds = 2;

/** Does work whose time grows faster than its shapes. Throws 3036 after two seconds. */
export function inTime<Result>(name: string, shapes: readonly Shape[], doWork: () => Result): Result {
	const count = shapes.reduce((sum, shape) => sum + countPositions(shape), 0);
	if (count <= fewPoints) {
		return doWork();
	}
	try {
		return withinTime(1000 * mostSeconds, doWork);
	} catch (thrown) {
		throw thrown instanceof TimeOver || thrown instanceof RangeError
			? sqlError("geometriesTakeTooLong", name, mostSeconds)
			: thrown;
	}
}

/** The same for work of the topology suite. Throws 3040 where a geometry is not valid enough for it. */
export function computed<Result>(name: string, shapes: readonly Shape[], doWork: () => Result): Result {
	try {
		return inTime(name, shapes, doWork);
	} catch (thrown) {
		throw isSuiteFailure(thrown) ? sqlError("invalidOverlay", name) : thrown;
	}
}
