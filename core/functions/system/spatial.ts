/**
 * Names of MySQL's spatial functions that are not implemented: a call gives a specific error.
 */

const names = new Set([
	"buffer",
	"centroid",
	"contains",
	"convexhull",
	"crosses",
	"disjoint",
	"distance",
	"envelope",
	"equals",
	"intersects",
	"issimple",
	"overlaps",
	"touches",
	"within",
]);

export function isSpatialFunction(name: string): boolean {
	return (
		names.has(name) ||
		name.startsWith("st_") ||
		/^mbr(contains|coveredby|covers|disjoint|equals?|intersects|overlaps|touches|within)$/.test(name)
	);
}
