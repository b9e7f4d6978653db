/**
 * ST_DISTANCE_SPHERE: the least distance of points on a globe, in metres for the earth (MySQL 5.7 manual, 12.16.12).
 *
 * Of points and multipoints, by the haversine formula; error 3034 for other kinds, 1210 for positions that are no
 * longitude and latitude in degrees.
 */
import { sqlError } from "../../errors/catalogue.ts";
import * as elementary from "../../types/numeric/elementary.ts";
import { greatestLatitude, greatestLongitude } from "../../types/spatial/geohash.ts";
import type { Position, Shape } from "../../types/spatial/geometry.ts";
import { define, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { anyBytes, doubleType } from "../definition/result.ts";
import { inTime, pairOf } from "./geometry-operand.ts";

const name = "st_distance_sphere";

/** The earth's mean radius, in metres. */
const earthRadius = 6370986;
const radians = Math.PI / 180;

const distanceOnSphere: Resolve = (operands) => ({
	type: doubleType,
	nullable: true,
	operands: [anyBytes, anyBytes, doubleType].slice(0, operands.length),
	evaluate: (_evaluation, first, second, given) => {
		const { one, other } = pairOf(first, second, name);
		const places = [one, other].map(placesOf);
		const radius = operands.length === 3 ? Number(given) : earthRadius;
		if (radius <= 0 || !places.flat().every(isOnGlobe)) {
			throw sqlError("wrongArguments", name);
		}
		return inTime(name, [one, other], () => least(places[0]!, places[1]!)) * radius;
	},
});

function placesOf(shape: Shape): readonly Position[] {
	switch (shape.kind) {
		case "point":
			return [shape.position];
		case "multipoint":
			return shape.positions;
		default:
			throw sqlError("unsupportedGeometries", name);
	}
}

function isOnGlobe({ x, y }: Position): boolean {
	return x > -greatestLongitude && x <= greatestLongitude && Math.abs(y) <= greatestLatitude;
}

function least(places: readonly Position[], others: readonly Position[]): number {
	let found = Number.POSITIVE_INFINITY;
	for (const one of places) {
		for (const other of others) {
			found = Math.min(found, angle(one, other));
		}
	}
	return found;
}

/** In radians. */
function angle(one: Position, other: Position): number {
	const height = elementary.sin(((other.y - one.y) * radians) / 2) ** 2;
	const width = elementary.sin(((other.x - one.x) * radians) / 2) ** 2;
	return (
		2 * elementary.asin(Math.sqrt(height + elementary.cos(one.y * radians) * elementary.cos(other.y * radians) * width))
	);
}

export const sphereDistance: readonly FunctionDefinition[] = [define(name, 2, 3, distanceOnSphere)];
