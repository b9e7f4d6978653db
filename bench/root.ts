/**
 * Where the checkout is, seen from the built bench.
 *
 * In: this module's own address. Out: the folder that holds package.json, where reports go.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export function findRoot(): string {
	let folder = dirname(fileURLToPath(import.meta.url));
	while (!existsSync(join(folder, "package.json"))) {
		folder = dirname(folder);
	}
	return folder;
}
