/**
 * Reads a GeoJSON document as a geometry, as MySQL does: names of members in any letter case, those of types as given.
 *
 * Features become their geometries, and a collection of features one of geometries, without those that are null.
 * Errors 3070, 3071, 3072 and 3073 for documents that are not GeoJSON.
 */
import { work } from "../../async/work-meter.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { SqlError } from "../../errors/sql-error.ts";
import type { JsonTree } from "../../types/json/json.ts";
import { isRing, type Line, type Position, type Shape } from "../../types/spatial/geometry.ts";
import { geoJsonNames, longReference, shortReference } from "../../types/spatial/geojson-print.ts";

type Members = Extract<JsonTree, { kind: "object" }>;
type List = Extract<JsonTree, { kind: "array" }>;

const functionName = "st_geomfromgeojson";

/** Longitude and latitude on the earth: what a document without a reference means. */
export const usualReference = 4326;
const namedEarth = "urn:ogc:def:crs:ogc:1.3:crs84";
const greatestReference = 4294967295;

/** Units of work a position. */
const unitsPerPosition = 50;

interface GeoJsonReading {
	/** undefined: a feature without a geometry, or null in place of a document. */
	readonly shape: Shape | undefined;
	/** As the document names it; undefined: it does not. */
	readonly referenceId: number | undefined;
}

/** `mostNumbers`: in a position; `asksReference`: whether the document's reference is read. */
export function readGeoJson(document: JsonTree, mostNumbers: number, asksReference: boolean): GeoJsonReading {
	const reader = new Reader(mostNumbers, asksReference);
	if (document.kind === "null") {
		return { shape: undefined, referenceId: undefined };
	}
	if (document.kind !== "object") {
		throw invalid();
	}
	return { shape: reader.shape(document, false), referenceId: reader.referenceId };
}

function invalid(): SqlError {
	return sqlError("invalidGeoJson", functionName);
}

class Reader {
	readonly #mostNumbers: number;
	readonly #asksReference: boolean;
	referenceId: number | undefined;

	constructor(mostNumbers: number, asksReference: boolean) {
		this.#mostNumbers = mostNumbers;
		this.#asksReference = asksReference;
	}

	shape(object: Members, isInFeatures: boolean): Shape | undefined {
		const type = textMember(object, "type");
		this.#reference(memberOf(object, "crs"));
		if (type === "Feature") {
			const geometry = objectOrNull(object, "geometry");
			const properties = objectOrNull(object, "properties");
			return geometry === null || properties === undefined ? undefined : this.shape(geometry, false);
		}
		if (type === "FeatureCollection") {
			if (isInFeatures) {
				throw invalid();
			}
			return this.#collection(listMember(object, "features"), true);
		}
		if (type === geoJsonNames.geometrycollection) {
			return this.#collection(listMember(object, "geometries"), false);
		}
		const kind = kinds.get(type);
		if (kind === undefined) {
			throw invalid();
		}
		return this.#coordinates(kind, listMember(object, "coordinates"));
	}

	#collection({ items }: List, areFeatures: boolean): Shape {
		const shapes = items.flatMap((item) => {
			if (item.kind !== "object") {
				throw sqlError("geoJsonOfWrongType", functionName, "geometries", "object array");
			}
			return this.shape(item, areFeatures) ?? [];
		});
		return { kind: "geometrycollection", shapes };
	}

	#coordinates(kind: Exclude<Shape["kind"], "geometrycollection">, list: List): Shape {
		switch (kind) {
			case "point":
				return { kind, position: this.#position(list) };
			case "linestring":
				return { kind, points: this.#line(list) };
			case "polygon":
				return { kind, rings: this.#area(list) };
			case "multipoint":
				return { kind, positions: each(list, 1, (inner) => this.#position(inner)) };
			case "multilinestring":
				return { kind, lines: each(list, 1, (inner) => this.#line(inner)) };
			case "multipolygon":
				return { kind, areas: each(list, 1, (inner) => this.#area(inner)) };
		}
	}

	#area(list: List): readonly Line[] {
		return each(list, 1, (inner) => {
			const ring = each(inner, 4, (position) => this.#position(position));
			if (!isRing(ring)) {
				throw invalid();
			}
			return ring;
		});
	}

	#line(list: List): Line {
		return each(list, 2, (inner) => this.#position(inner));
	}

	#position({ items }: List): Position {
		work.units += unitsPerPosition;
		if (items.length < 2) {
			throw invalid();
		}
		if (items.length > this.#mostNumbers) {
			throw sqlError("unsupportedDimensions", functionName, items.length, 2);
		}
		const [x, y] = items.map(numberOf) as [number, number];
		return { x, y };
	}

	/** All references of a document are the same. */
	#reference(tree: JsonTree | undefined): void {
		if (tree === undefined || tree.kind === "null") {
			return;
		}
		if (tree.kind !== "object") {
			throw sqlError("geoJsonOfWrongType", functionName, "crs", "object");
		}
		if (!this.#asksReference) {
			return;
		}
		const type = textMember(tree, "type");
		const properties = requiredMember(tree, "properties");
		if (properties.kind !== "object") {
			throw sqlError("geoJsonOfWrongType", functionName, "properties", "object");
		}
		if (type.toLowerCase() !== "name") {
			throw invalid();
		}
		const id = referenceIn(textMember(properties, "name").toLowerCase());
		if (this.referenceId !== undefined && this.referenceId !== id) {
			throw invalid();
		}
		this.referenceId = id;
	}
}

function referenceIn(name: string): number {
	if (name === namedEarth) {
		return usualReference;
	}
	const prefix = [shortReference, longReference].find((each) => name.startsWith(each.toLowerCase()));
	const digits = prefix === undefined ? "" : name.slice(prefix.length);
	const id = Number(digits);
	if (!/^\d+$/.test(digits) || id === 0 || id > greatestReference) {
		throw invalid();
	}
	return id;
}

const kinds: ReadonlyMap<string, Exclude<Shape["kind"], "geometrycollection">> = new Map(
	(Object.keys(geoJsonNames) as Shape["kind"][]).flatMap((kind) =>
		kind === "geometrycollection" ? [] : [[geoJsonNames[kind], kind] as const],
	),
);

function each<Element>({ items }: List, least: number, read: (list: List) => Element): Element[] {
	if (items.length < least) {
		throw invalid();
	}
	return items.map((item) => {
		if (item.kind !== "array") {
			throw invalid();
		}
		return read(item);
	});
}

function numberOf(tree: JsonTree): number {
	switch (tree.kind) {
		case "integer":
			return Number(tree.value);
		case "double":
			return tree.value;
		case "decimal":
			return Number(tree.unscaled) / 10 ** tree.scale;
		default:
			throw sqlError("geoJsonOfWrongType", functionName, "array coordinate", "number");
	}
}

function memberOf({ members }: Members, name: string): JsonTree | undefined {
	for (const [key, value] of members) {
		if (key.toLowerCase() === name) {
			return value;
		}
	}
	return undefined;
}

function requiredMember(object: Members, name: string): JsonTree {
	const member = memberOf(object, name);
	if (member === undefined) {
		throw sqlError("geoJsonLacksMember", functionName, name);
	}
	return member;
}

function textMember(object: Members, name: string): string {
	const member = requiredMember(object, name);
	if (member.kind !== "string") {
		throw sqlError("geoJsonOfWrongType", functionName, name, "string");
	}
	return member.value;
}

function listMember(object: Members, name: string): List {
	const member = requiredMember(object, name);
	if (member.kind !== "array") {
		throw sqlError("geoJsonOfWrongType", functionName, name, "array");
	}
	return member;
}

function objectOrNull(object: Members, name: string): Members | null {
	const member = requiredMember(object, name);
	if (member.kind !== "object" && member.kind !== "null") {
		throw sqlError("geoJsonOfWrongType", functionName, name, "object");
	}
	return member.kind === "null" ? null : member;
}
