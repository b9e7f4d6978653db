/**
 * Facts about this program itself.
 *
 * In: package.json beside the build. Out: verso's own version.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export function programVersion(): string {
	for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
		const file = join(folder, "package.json");
		// That of the bundled library says the kind of its modules alone.
		const { version } = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { version?: string }) : {};
		if (version !== undefined || dirname(folder) === folder) {
			return version ?? "";
		}
	}
}
