/**
 * Path of the checkout, found from a built test, and the `--update` flag.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

function findRoot(): string {
	let folder = dirname(fileURLToPath(import.meta.url));
	while (!existsSync(join(folder, "package.json")) || folder.includes(`${"/"}dist`)) {
		folder = dirname(folder);
	}
	return folder;
}

export const root = findRoot();

/** True under `npm test -- --update`. */
export const isUpdate = process.env["VERSO_UPDATE"] === "1";
