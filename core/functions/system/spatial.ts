/**
 * Names of MySQL's spatial functions that are not implemented: a call gives a specific error.
 */

const parts = ["centroid", "envelope", "issimple"];
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

const names = new Set([...parts, ...relations]);

export function isSpatialFunction(name: string): boolean {
	return (
		names.has(name) ||
		name.startsWith("st_") ||
		/^mbr(contains|coveredby|covers|disjoint|equals?|intersects|overlaps|touches|within)$/.test(name)
	);
}
