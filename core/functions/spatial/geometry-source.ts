/**
 * Functions that make geometries of text, WKB, coordinates and other geometries, and the reverse.
 *
 * | name                                                        | result   | source (MySQL 5.7 manual)           |
 * |-------------------------------------------------------------|----------|-------------------------------------|
 * | st_geomfromtext and its names by kind (text, reference id)   | geometry | 12.16.3 Values from WKT             |
 * | st_geomfromwkb and its names by kind (bytes, reference id)   | geometry | 12.16.4 Values from WKB             |
 * | point, linestring, polygon, multi..., geometrycollection     | its kind | 12.16.5 MySQL-Specific Functions    |
 * | st_astext, st_aswkt; st_asbinary, st_aswkb                  | longtext; longblob | 12.16.6 Format Conversion |
 *
 * Names by kind take any kind of geometry, as in MySQL 5.7.
 */
import { countMade } from "../../async/work-meter.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { printText } from "../../types/print/print.ts";
import { type Geometry, isLine, isRing, type Shape, type ShapeKind } from "../../types/spatial/geometry.ts";
import { parseShape, printShape } from "../../types/spatial/geometry-text.ts";
import { decodeShape, encodeGeometry, wellKnownBinary } from "../../types/spatial/stored-geometry.ts";
import { familyOf, isSpatialType, sqlType } from "../../types/value/type.ts";
import { type ByteString, encodeText, type Value } from "../../types/value/value.ts";
import { define, many, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition, Operand } from "../definition/function.ts";
import { anyBytes, bigintType, doubleType } from "../definition/result.ts";
import { fitsPacket } from "../operand/text-operand.ts";
import { geometryOf, geometryType, plainText, underNames } from "./geometry-operand.ts";

/** Reference ids have 32 bits; MySQL cuts longer ones. */
function referenceId(value: Value | undefined): number {
	return value === undefined || value === null ? 0 : Number(BigInt.asUintN(32, BigInt(value as number | bigint)));
}

const fromText: Resolve = (operands) => ({
	type: geometryType,
	nullable: true,
	operands: operands.length > 1 ? [plainText, bigintType] : [plainText],
	evaluate: (_evaluation, text, id) => {
		const shape = parseShape(text as ByteString);
		if (shape === undefined) {
			throw sqlError("invalidGeometry", "st_geometryfromtext");
		}
		return encodeGeometry({ referenceId: referenceId(id), shape });
	},
});

/** A geometry instead of WKB is returned with the reference that is given, or none; with a warning. */
const fromBinary: Resolve = (operands) => {
	const name = "st_geometryfromwkb";
	const isGeometry = isSpatialType(operands[0]!.type);
	return {
		type: geometryType,
		nullable: true,
		operands: operands.length > 1 ? [anyBytes, bigintType] : [anyBytes],
		evaluate: (evaluation, bytes, id) => {
			if (isGeometry) {
				const warning = operands.length > 1 ? "referencedBinaryOfGeometry" : "binaryOfGeometry";
				evaluation.warn("Warning", warning, name, name);
			}
			const shape = isGeometry ? geometryOf(bytes, name).shape : decodeShape(bytes as ByteString);
			if (shape === undefined) {
				throw sqlError("invalidGeometry", name);
			}
			return encodeGeometry({ referenceId: referenceId(id), shape });
		},
	};
};

const asText: Resolve = () => ({
	type: plainText,
	nullable: true,
	ascii: true,
	operands: [anyBytes],
	evaluate: (evaluation, value) => {
		const text = printShape(geometryOf(value, "st_astext").shape);
		return fitsPacket(evaluation, text.length, "st_astext") ? text : null;
	},
});

const asBinary: Resolve = () => ({
	type: anyBytes,
	nullable: true,
	operands: [anyBytes],
	evaluate: (_evaluation, value) => {
		geometryOf(value, "st_aswkb");
		return wellKnownBinary(value as ByteString);
	},
});

/** Throws 1210 for a geometry as a coordinate. */
const point: Resolve = (operands) => ({
	type: sqlType("point"),
	nullable: true,
	operands: operands.map(({ type }) => (isSpatialType(type) ? undefined : doubleType)),
	evaluate: (_evaluation, x, y) => {
		if (operands.some(({ type }) => isSpatialType(type))) {
			throw sqlError("wrongArguments", "point");
		}
		return encodeGeometry({ referenceId: 0, shape: { kind: "point", position: { x: Number(x), y: Number(y) } } });
	},
});

/** Makes a shape of others; undefined where they are of a kind that it does not take. */
type Gathering = (shapes: readonly Shape[]) => Shape | undefined;

/** The shapes of one kind, or undefined where there is another. */
function only<Kind extends ShapeKind>(
	shapes: readonly Shape[],
	kind: Kind,
): readonly Extract<Shape, { readonly kind: Kind }>[] | undefined {
	return shapes.every((shape) => shape.kind === kind)
		? (shapes as readonly Extract<Shape, { readonly kind: Kind }>[])
		: undefined;
}

const gatherings: Readonly<Record<Exclude<ShapeKind, "point">, Gathering>> = {
	linestring: (shapes) => {
		const points = only(shapes, "point")?.map(({ position }) => position);
		return points !== undefined && isLine(points) ? { kind: "linestring", points } : undefined;
	},
	polygon: (shapes) => {
		const rings = only(shapes, "linestring")?.map(({ points }) => points);
		return rings?.every(isRing) === true ? { kind: "polygon", rings } : undefined;
	},
	multipoint: (shapes) => {
		const points = only(shapes, "point");
		return points && { kind: "multipoint", positions: points.map(({ position }) => position) };
	},
	multilinestring: (shapes) => {
		const lines = only(shapes, "linestring");
		return lines && { kind: "multilinestring", lines: lines.map(({ points }) => points) };
	},
	multipolygon: (shapes) => {
		const areas = only(shapes, "polygon");
		return areas && { kind: "multipolygon", areas: areas.map(({ rings }) => rings) };
	},
	geometrycollection: (shapes) => ({ kind: "geometrycollection", shapes }),
};

/** undefined: any. */
const memberKinds: Readonly<Partial<Record<ShapeKind, ShapeKind>>> = {
	linestring: "point",
	polygon: "linestring",
	multipoint: "point",
	multilinestring: "linestring",
	multipolygon: "polygon",
};

/** Throws 1210 for members of another kind. The members' reference is lost, as in MySQL. */
function gathering(kind: Exclude<ShapeKind, "point">): FunctionDefinition {
	const gather = gatherings[kind];
	return define(kind, kind === "geometrycollection" ? 0 : 1, many, (operands) => {
		operands.forEach(refuseOther);
		return {
			type: sqlType(kind),
			nullable: true,
			evaluate: (evaluation, ...values) => {
				const given = values.slice(0, operands.length) as ByteString[];
				const length = given.reduce((sum, { length: each }) => sum + each, 0);
				if (!fitsPacket(evaluation, length, kind)) {
					return null;
				}
				countMade(length);
				const geometries = given.map((value): Geometry => geometryOf(value, kind));
				const shapes = geometries.map(({ shape }) => shape);
				const wanted = memberKinds[kind];
				if (wanted !== undefined && shapes.some((each) => each.kind !== wanted)) {
					throw sqlError("wrongArguments", kind);
				}
				const shape = gather(shapes);
				if (shape === undefined) {
					throw sqlError("invalidGeometry", kind);
				}
				return encodeGeometry({ referenceId: 0, shape });
			},
		};
	});
}

/** Throws 1367 for an operand that is no geometry by its type, a bare NULL included. */
function refuseOther({ type, constant, name = "" }: Operand): void {
	if (!isSpatialType(type)) {
		const text = constant === undefined ? encodeText(name) : (printText(constant, type) ?? "NULL");
		const shown = typeof constant === "string" && familyOf(type) === "text" ? `'${text}'` : text;
		throw sqlError("illegalValueForType", "non geometric", shown);
	}
}

const kindNames = ["point", "line", "linestring", "poly", "polygon", "geomcoll", "geometrycollection"];
const multipleNames = ["mpoint", "multipoint", "mline", "multilinestring", "mpoly", "multipolygon"];
const stems = ["geom", "geometry", ...kindNames, ...multipleNames];

/** `st_geomfromtext`, `geomfromtext`, `st_pointfromtext` ... */
function sources(ending: string, resolve: Resolve): FunctionDefinition[] {
	return stems.flatMap((stem) => underNames(`st_${stem}${ending}`, [`${stem}${ending}`], 1, 2, resolve));
}

export const geometrySources: readonly FunctionDefinition[] = [
	...sources("fromtext", fromText),
	// So spelled in MySQL, too.
	define("st_geomcollfromtxt", 1, 2, fromText),
	...sources("fromwkb", fromBinary),
	...underNames("st_astext", ["astext"], 1, 1, asText),
	...underNames("st_aswkt", ["aswkt"], 1, 1, asText),
	...underNames("st_asbinary", ["asbinary"], 1, 1, asBinary),
	...underNames("st_aswkb", ["aswkb"], 1, 1, asBinary),
	define("point", 2, 2, point),
	gathering("linestring"),
	gathering("polygon"),
	gathering("multipoint"),
	gathering("multilinestring"),
	gathering("multipolygon"),
	gathering("geometrycollection"),
];
