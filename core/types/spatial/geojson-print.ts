/**
 * GeoJSON of a geometry, after the specification of 2008.
 *
 *     {"type": "LineString", "coordinates": [[0.0, 0.0], [1.0, 1.0]]}
 *     {"crs": {"type": "name", "properties": {"name": "EPSG:4326"}}, "bbox": [...], "type": ..., "geometries": [...]}
 */
import { work } from "../../async/work-meter.ts";
import { jsonObject, jsonString, type JsonTree } from "../json/json.ts";
import { roundHalfEven } from "../numeric/integer.ts";
import { boundsOf } from "./bounds.ts";
import { countPositions, type Geometry, type Line, type Position, type Shape } from "./geometry.ts";

export const geoJsonNames: Readonly<Record<Shape["kind"], string>> = {
	point: "Point",
	linestring: "LineString",
	polygon: "Polygon",
	multipoint: "MultiPoint",
	multilinestring: "MultiLineString",
	multipolygon: "MultiPolygon",
	geometrycollection: "GeometryCollection",
};

export const shortReference = "EPSG:";
export const longReference = "urn:ogc:def:crs:EPSG::";

interface GeoJsonForm {
	/** Decimals of coordinates; undefined: all. */
	readonly decimals: number | undefined;
	readonly hasBounds: boolean;
	/** Written before the reference id; undefined: both are left out. */
	readonly reference: string | undefined;
}

/** As casts and JSON functions have it. */
const plainForm: GeoJsonForm = { decimals: undefined, hasBounds: false, reference: undefined };

/** Units of work a position. */
const unitsPerPosition = 100;

export function geoJsonOf({ referenceId, shape }: Geometry, form = plainForm): JsonTree {
	work.units += unitsPerPosition * countPositions(shape);
	const reference: readonly (readonly [string, JsonTree])[] =
		form.reference === undefined || referenceId === 0 ? [] : [["crs", referenceTree(form.reference + referenceId)]];
	return jsonObject([...reference, ...membersIn(shape, form)]);
}

function referenceTree(name: string): JsonTree {
	return jsonObject([
		["type", jsonString("name")],
		["properties", jsonObject([["name", jsonString(name)]])],
	]);
}

function membersIn(shape: Shape, form: GeoJsonForm): [string, JsonTree][] {
	const type: [string, JsonTree] = ["type", jsonString(geoJsonNames[shape.kind])];
	const content: [string, JsonTree] =
		shape.kind === "geometrycollection"
			? ["geometries", list(shape.shapes, (each) => jsonObject(membersIn(each, form)))]
			: ["coordinates", coordinates(shape, form)];
	const bounds = form.hasBounds ? boundsOf(shape) : undefined;
	return bounds === undefined
		? [type, content]
		: [
				type,
				content,
				[
					"bbox",
					list([bounds.x.least, bounds.y.least, bounds.x.greatest, bounds.y.greatest], (value) => number(value, form)),
				],
			];
}

function coordinates(shape: Exclude<Shape, { kind: "geometrycollection" }>, form: GeoJsonForm): JsonTree {
	const position = ({ x, y }: Position): JsonTree => list([x, y], (value) => number(value, form));
	const line = (points: Line): JsonTree => list(points, position);
	switch (shape.kind) {
		case "point":
			return position(shape.position);
		case "linestring":
			return line(shape.points);
		case "multipoint":
			return list(shape.positions, position);
		case "polygon":
			return list(shape.rings, line);
		case "multilinestring":
			return list(shape.lines, line);
		case "multipolygon":
			return list(shape.areas, (rings) => list(rings, line));
	}
}

function list<Element>(elements: readonly Element[], treeOf: (element: Element) => JsonTree): JsonTree {
	return { kind: "array", items: elements.map(treeOf) };
}

/** Doubles have no more than 308 decimals before they overflow. */
function number(value: number, { decimals }: GeoJsonForm): JsonTree {
	const scaled = decimals === undefined ? Number.POSITIVE_INFINITY : value * 10 ** decimals;
	return {
		kind: "double",
		value: Number.isFinite(scaled) && decimals !== undefined ? roundHalfEven(scaled) / 10 ** decimals : value,
	};
}
