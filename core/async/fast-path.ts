/**
 * Fast paths that have a fallback, by name, and which of them the environment switches off.
 *
 * `VERSO_FALLBACKS=all` forces every fallback, a list such as `latin1,bulk` some of them: for the tests that show the
 * answers to be the same, and to find the path behind a wrong answer. Read once, before anything else runs, so that a
 * path costs no check where it is taken. docs/decisions/platform-internals.md has the list with what each one leans
 * on.
 */

/** Paths over undocumented internals of Node, V8 and LMDB. */
const internals = [
	"codegen",
	"collector-hook",
	"direct-memory",
	"latin1",
	"lmdb-cursor",
	"lmdb-info",
	"lmdb-pages",
	"mapped-pages",
	"published-id",
	"socket-read",
	"socket-write",
	"v8-flags",
	"write-slices",
] as const;

/** Paths over documented interfaces, whose general path is the specification. */
const shortcuts = [
	"append",
	"bulk",
	"constant-read",
	"count-read",
	"passthrough",
	"plan-cache",
	"point-read",
	"point-write",
	"read-cache",
] as const;

export const fastPaths = [...internals, ...shortcuts];

type FastPath = (typeof fastPaths)[number];

const forced = forcedFallbacks(process.env["VERSO_FALLBACKS"] ?? "");

/** Whether a fast path may be taken where it is possible. */
export function usesFastPath(path: FastPath): boolean {
	return !forced.has(path);
}

function forcedFallbacks(words: string): ReadonlySet<string> {
	const named = words.split(",").filter((word) => word !== "");
	const known: readonly string[] = ["all", ...fastPaths];
	const unknown = named.filter((word) => !known.includes(word));
	if (unknown.length > 0) {
		throw new Error(`VERSO_FALLBACKS: there is no fast path ${unknown.join(", ")}; there are ${known.join(", ")}.`);
	}
	return new Set(named.includes("all") ? fastPaths : named);
}
