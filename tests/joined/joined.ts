/**
 * Lets this process load the kernel's modules as one script, with compiled code, which takes a third of the CPU time.
 *
 * An import of one of them gets its exports from the joined script, so that classes and states are there once. Not
 * where a process needs few of them, where the compiled modules are newer, and where coverage is recorded.
 */
import { readFileSync, statSync } from "node:fs";
import { register } from "node:module";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../root.ts";
import { joinedModule, joinedTable, type JoinedTable } from "./table.ts";

/** Fewer modules than these are loaded faster one by one. */
const fewest = 500;

/** `entry`: the process's own module, which is not loaded yet. */
export function useJoined(entry: string): void {
	if (!isJoinedUsed()) {
		return;
	}
	const compiled = join(root, "dist");
	const { names, users } = JSON.parse(readFileSync(joinedTable, "utf8")) as JoinedTable;
	if ((users[relative(compiled, entry)] ?? 0) < fewest) {
		return;
	}
	register(new URL("./hooks.js", import.meta.url), {
		data: { folder: `${pathToFileURL(compiled).href}/`, joined: pathToFileURL(joinedModule).href, names },
	});
}

/** By processes that need many modules. */
export function isJoinedUsed(): boolean {
	const [compiled, joined] = [join(root, "dist", ".tsbuildinfo"), joinedTable].map(
		(path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
	);
	return process.env["NODE_V8_COVERAGE"] === undefined && joined! >= compiled!;
}
