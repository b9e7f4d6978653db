/**
 * Creates a file atomically: it is complete and synced, folders included, before it gets its name.
 *
 * A store's file begins with LMDB's two meta pages. LMDB would create the file itself, but a killed process or a
 * power loss could leave an empty one, which cannot be told from a truncated one; and a file that has lost everything
 * must not be taken for a new one.
 */
import {
	closeSync,
	existsSync,
	fsyncSync,
	linkSync,
	mkdirSync,
	openSync,
	readdirSync,
	renameSync,
	rmSync,
	writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { usesFastPath } from "../../async/fast-path.ts";
import { drawEmptyHeads } from "./lmdb-page.ts";

/** Without the layout of LMDB's pages only its folder is made: LMDB creates the file. */
export function makeStoreFile(path: string, mapBytes: number): void {
	if (usesFastPath("lmdb-pages")) {
		makeWholeFile(path, drawEmptyHeads(mapBytes));
	} else {
		mkdirSync(dirname(path), { recursive: true });
	}
}

export function makeWholeFile(path: string, bytes: Uint8Array): void {
	const folder = dirname(path);
	const firstMade = mkdirSync(folder, { recursive: true });
	const draft = `${path}.${process.pid}.new`;
	const file = openSync(draft, "w");
	try {
		for (let written = 0; written < bytes.length; ) {
			written += writeSync(file, bytes, written);
		}
		fsyncSync(file);
	} catch (failure) {
		// Frees the space of an incomplete file.
		rmSync(draft, { force: true });
		throw failure;
	} finally {
		closeSync(file);
	}
	publish(draft, path);
	removeDrafts(folder, basename(path));
	syncDirectory(folder);
	if (firstMade !== undefined) {
		syncDirectory(dirname(firstMade));
	}
}

/** If another process creates the file at the same moment, the first one wins. */
function publish(draft: string, path: string): void {
	try {
		linkSync(draft, path);
	} catch (failure) {
		if (!existsSync(path)) {
			if ((failure as NodeJS.ErrnoException).code === "ENOENT") {
				throw failure;
			}
			// A file system without hard links.
			renameSync(draft, path);
		}
	}
}

function removeDrafts(folder: string, name: string): void {
	for (const file of readdirSync(folder)) {
		if (file.startsWith(`${name}.`) && file.endsWith(".new")) {
			rmSync(join(folder, file), { force: true });
		}
	}
}

/** A new file's name is on disk only after its directory is synced. */
function syncDirectory(path: string): void {
	const directory = openSync(path, "r");
	try {
		fsyncSync(directory);
	} finally {
		closeSync(directory);
	}
}
