/**
 * Writes a file whole: under another name beside it, then renamed, so that no reader meets half of it.
 */
import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { UsageError } from "../../compose/usage-error.ts";

/** Throws a UsageError where the file cannot be written; what was there before is then as it was. */
export function writeFileWhole(file: string, chunks: Iterable<string>): void {
	try {
		const target = targetOf(file);
		if (target === undefined) {
			writeTo(file, chunks);
			return;
		}
		const unfinished = join(dirname(target), `.${basename(target)}.${process.pid}.unfinished`);
		try {
			writeTo(unfinished, chunks);
			renameSync(unfinished, target);
		} catch (failure) {
			rmSync(unfinished, { force: true });
			throw failure;
		}
	} catch (failure) {
		if (!(failure instanceof Error && "code" in failure)) {
			throw failure;
		}
		throw new UsageError(`cannot write ${file}: ${failure.message}`, 2);
	}
}

/** Throws a UsageError where a file has no folder: to know it before the work, and not behind it. */
export function refuseWithoutFolder(file: string): void {
	const folder = dirname(file);
	if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
		throw new UsageError(`cannot write ${file}: there is no folder ${folder}`, 2);
	}
}

/** The file that a link leads to; undefined of a terminal, a pipe or a device, which no file may replace. */
function targetOf(file: string): string | undefined {
	const status = statSync(file, { throwIfNoEntry: false });
	return status === undefined ? file : status.isFile() || status.isDirectory() ? realpathSync(file) : undefined;
}

function writeTo(file: string, chunks: Iterable<string>): void {
	const descriptor = openSync(file, "w", 0o666);
	try {
		writeChunks(descriptor, chunks);
		if (statSync(file).isFile()) {
			fsyncSync(descriptor);
		}
	} finally {
		closeSync(descriptor);
	}
}

const gatheredCharacters = 1 << 16;

/** Small chunks are gathered: a write each would take longer than all else. */
function writeChunks(descriptor: number, chunks: Iterable<string>): void {
	let gathered = "";
	for (const chunk of chunks) {
		gathered += chunk;
		if (gathered.length >= gatheredCharacters) {
			writeAll(descriptor, gathered);
			gathered = "";
		}
	}
	writeAll(descriptor, gathered);
}

function writeAll(descriptor: number, text: string): void {
	const bytes = Buffer.from(text, "utf8");
	for (let at = 0; at < bytes.length; ) {
		at += writeSync(descriptor, bytes, at);
	}
}
