/**
 * Layers of the project and their allowed imports, and forbidden file names: data of the tidy test.
 */

export const forbiddenNames = ["utils", "util", "helpers", "helper", "common", "manager", "base", "misc", "shared"];

/** From the bottom up: a layer imports itself and the layers before it. */
const floors = [
	"core/async",
	"core/errors",
	"core/types",
	"core/sql",
	"core/store",
	"core/functions",
	"core/catalog",
	"core/rules",
	"core/plan",
	"core/exec",
	"core/session",
	"core",
	"plugins",
	"apps",
	"bench",
	"tests",
];

export function layerOf(path: string): string {
	return floors.find((floor) => path.startsWith(`${floor}/`)) ?? path;
}

export function mayImport(from: string, to: string, fromPath: string, toPath: string): boolean {
	// A parser produces the kernel's syntax tree: it imports core/sql and nothing above it.
	if (fromPath.startsWith("plugins/parser/")) {
		return toPath.startsWith("plugins/parser/") || ["core/errors", "core/types", "core/sql"].includes(to);
	}
	// Apps reach the kernel by its public face, whose exports stand in the API report.
	if (from === "apps" && to.startsWith("core")) {
		return toPath === "core/index.ts";
	}
	if (from === "plugins") {
		return to === "plugins" || toPath === "core/rules/index.ts";
	}
	// Errors quote text, and types raise errors: between them the order of rooms decides (rooms.ts).
	if (from === "core/errors") {
		return to === "core/errors" || toPath === "core/types/value/value.ts";
	}
	// SQL and store are on one level.
	if (from === "core/store" && to === "core/sql") {
		return false;
	}
	return floors.indexOf(to) <= floors.indexOf(from);
}
