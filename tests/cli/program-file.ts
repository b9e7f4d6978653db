/**
 * The file of the program that tests start: the bundle, which needs a third of the CPU time that its modules do.
 *
 * The modules where the bundle is older than they are, and where coverage is recorded.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";

export const programModules = join(root, "dist", "apps", "cli", "verso.js");
export const programBundle = join(root, "dist", "bundle", "verso.cjs");
const compiled = join(root, "dist", ".tsbuildinfo");

export const programFile =
	process.env["NODE_V8_COVERAGE"] === undefined && changeMs(programBundle) >= changeMs(compiled)
		? programBundle
		: programModules;

/** 0: it is not there. */
function changeMs(path: string): number {
	return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
