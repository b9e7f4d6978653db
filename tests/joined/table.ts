/**
 * Where the joined script is, and what it has.
 */
import { join } from "node:path";
import { root } from "../root.ts";

const folder = join(root, "dist", "joined");
export const joinedScript = join(folder, "kernel.js");
export const joinedCode = join(folder, `kernel.${process.version}-${process.arch}.code`);
/** Exports what the script returns, as `kernel`. */
export const joinedModule = join(folder, "module.js");
export const joinedTable = join(folder, "table.json");

/** Paths are from `dist/`. */
export interface JoinedTable {
	/** Names that each joined module exports. */
	readonly names: Record<string, readonly string[]>;
	/** How many joined modules each module of tests reaches. */
	readonly users: Record<string, number>;
}

/** The name that the joined script gives an export of the module at this place of the table. */
export function exportedAs(at: number, name: string): string {
	return `m${at}_${name}`;
}
