/**
 * Facts about this program itself.
 *
 * In: package.json beside the build. Out: verso's own version.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export function programVersion(): string {
	let folder = dirname(fileURLToPath(import.meta.url));
	while (!existsSync(join(folder, "package.json")) && dirname(folder) !== folder) {
		folder = dirname(folder);
	}
	const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
	return version;
}
