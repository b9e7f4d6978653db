/**
 * Makes a file, so that there is never half of one under its name.
 *
 * In: a path where nothing is, and bytes; for a store's file the two heads with which LMDB's files begin. Out: the
 * file, on disk with all folders above it.
 *
 * LMDB would make the file itself, but a process killed or a power loss then may leave an empty one, which nobody can
 * tell from one that was cut off, and nobody should take a file that lost everything for a new one.
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
import { drawEmptyHeads } from "./lmdb-page.ts";

export function makeStoreFile(path: string, mapBytes: number): void {
	makeWholeFile(path, drawEmptyHeads(mapBytes));
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
		// What does not fit takes no space.
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

/** Another process that makes the same file at the same moment may be faster: then its file is the one. */
function publish(draft: string, path: string): void {
	try {
		linkSync(draft, path);
	} catch (failure) {
		if (!existsSync(path)) {
			if ((failure as NodeJS.ErrnoException).code === "ENOENT") {
				throw failure;
			}
			// A file system without links.
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

/** A new file's name is on disk only after its directory is. */
function syncDirectory(path: string): void {
	const directory = openSync(path, "r");
	try {
		fsyncSync(directory);
	} finally {
		closeSync(directory);
	}
}
