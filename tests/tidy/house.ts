/**
 * The floors of the house and who may stand on whom: the tidy test's data.
 *
 * In: nothing. Out: layers, the names nobody may give, and the exceptions with their reasons.
 */

export const forbiddenNames = ["utils", "util", "helpers", "helper", "common", "manager", "base", "misc", "shared"];

/** Files longer than 400 lines, with the reason. */
export const exceptions: readonly { readonly path: string; readonly why: string }[] = [];

/** From the ground up: a floor imports itself and what stands before it. */
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
	// A parser makes the kernel's syntax tree: it stands on SQL itself, and on nothing above it.
	if (fromPath.startsWith("plugins/parser/")) {
		return toPath.startsWith("plugins/parser/") || ["core/errors", "core/types", "core/sql"].includes(to);
	}
	if (from === "plugins") {
		return to === "plugins" || toPath === "core/rules/index.ts";
	}
	// Errors quote text, and types raise errors: between them the order of rooms decides (rooms.ts).
	if (from === "core/errors") {
		return to === "core/errors" || toPath === "core/types/value/value.ts";
	}
	// SQL and store stand beside each other.
	if (from === "core/store" && to === "core/sql") {
		return false;
	}
	return floors.indexOf(to) <= floors.indexOf(from);
}
