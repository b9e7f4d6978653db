/**
 * Names of MySQL's spatial functions, none of which is implemented: a call gives a specific error.
 */

const shapes = [
	"geometrycollection",
	"linestring",
	"multilinestring",
	"multipoint",
	"multipolygon",
	"point",
	"polygon",
];
const readers = [
	"geomfromtext",
	"geometryfromtext",
	"geomfromwkb",
	"geometryfromwkb",
	"pointfromtext",
	"linefromtext",
	"polyfromtext",
	"pointfromwkb",
	"polyfromwkb",
];
const parts = [
	"area",
	"astext",
	"aswkt",
	"asbinary",
	"aswkb",
	"centroid",
	"dimension",
	"endpoint",
	"envelope",
	"exteriorring",
	"geometryn",
	"geometrytype",
	"glength",
	"interiorringn",
	"isclosed",
	"isempty",
	"issimple",
	"numgeometries",
	"numinteriorrings",
	"numpoints",
	"pointn",
	"srid",
	"startpoint",
];
const relations = [
	"contains",
	"crosses",
	"disjoint",
	"distance",
	"equals",
	"intersects",
	"overlaps",
	"touches",
	"within",
	"buffer",
	"convexhull",
];

const names = new Set([...shapes, ...readers, ...parts, ...relations, "x", "y"]);

export function isSpatialFunction(name: string): boolean {
	return (
		names.has(name) ||
		name.startsWith("st_") ||
		/^mbr(contains|coveredby|covers|disjoint|equals?|intersects|overlaps|touches|within)$/.test(name)
	);
}
