/**
 * Copies a data directory atomically: the core of `verso backup` and `verso restore`.
 *
 * In: a data directory, which a server may be writing, the path of the copy, and a callback for progress. Out: the
 * report of the copy's check. The copy is made under another name, synced, checked, and only then renamed: a
 * directory of the final name is always complete.
 */
import {
	closeSync,
	copyFileSync,
	existsSync,
	fsyncSync,
	openSync,
	renameSync,
	rmSync,
	rmdirSync,
	statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { StoreRefusal, copyStore } from "../../core/index.ts";
import { type DirectoryReport, checkDirectory } from "./checked-directory.ts";
import {
	checkReadable,
	directoryFiles,
	logPath,
	makeWithParents,
	noteFileOf,
	openDirectory,
	refuseFilled,
	storePath,
} from "./data-directory.ts";
import { UsageError } from "./usage-error.ts";

/** `copied`: bytes, of at most so many, since free pages are left out. `checked`: tables of the copy. */
interface WatchCopy {
	copied(bytes: number, atMost: number): void;
	checked(tables: number, all: number): void;
}

const lookMs = 200;

export async function copyDirectory(from: string, to: string, watch?: WatchCopy): Promise<DirectoryReport> {
	checkReadable(from);
	const isThere = existsSync(to);
	refuseFilled(to);
	const draft = `${resolve(to)}.partial`;
	try {
		removeDraft(draft);
		makeWithParents(draft);
		await watched(from, draft, watch, () => copyData(from, draft));
		copyNote(from, draft);
		const report = await checkDirectory(draft, watch && ((done, all) => watch.checked(done, all)));
		rmSync(`${storePath(draft)}-lock`, { force: true });
		if (report.findings.length > 0) {
			const [first] = report.findings;
			removeDraft(draft);
			throw new UsageError(
				`what ${from} holds is damaged, so there is no copy: ${first?.where}: ${first?.sentence} verso ` +
					`check ${from} says more`,
				1,
			);
		}
		syncPath(draft);
		if (isThere) {
			rmdirSync(to);
		}
		renameSync(draft, to);
		syncPath(dirname(resolve(to)));
		return { ...report, directory: to };
	} catch (failure) {
		if (failure instanceof UsageError) {
			throw failure;
		}
		const sentence = failure instanceof StoreRefusal ? failure.message : (failure as Error).message.split("\n", 1)[0];
		throw new UsageError(`cannot copy ${from} to ${to}: ${sentence}`, 1);
	}
}

/** LMDB copies on a thread of its own without progress; the growth of the copy is the progress. */
async function watched(
	from: string,
	draft: string,
	watch: WatchCopy | undefined,
	copy: () => Promise<void>,
): Promise<void> {
	const look = (): void => {
		const atMost = statSync(storePath(from)).size;
		watch?.copied(Math.min(statSync(storePath(draft), { throwIfNoEntry: false })?.size ?? 0, atMost), atMost);
	};
	const timer = watch && setInterval(look, lookMs);
	try {
		await copy();
	} finally {
		clearInterval(timer);
	}
}

/**
 * A server that commits to a log puts it into the store when it sees us read. What a dead one left in its log is put
 * into the copy.
 */
async function copyData(from: string, draft: string): Promise<void> {
	const source = await openDirectory(from, { readOnly: true });
	const snapshot = source.snapshot();
	try {
		await copyStore(storePath(from), storePath(draft));
		if (existsSync(logPath(from))) {
			copyFileSync(logPath(from), logPath(draft));
			await (await openDirectory(draft)).close();
			rmSync(logPath(draft));
		}
	} finally {
		snapshot.release();
		await source.close();
	}
}

/** Leftovers of an interrupted copy. Other files stay. */
function removeDraft(draft: string): void {
	if (existsSync(draft)) {
		for (const name of directoryFiles) {
			rmSync(join(draft, name), { force: true });
		}
		rmdirSync(draft);
	}
}

/** The note of the last opening is copied, too: the release decides how text is sorted. */
function copyNote(from: string, draft: string): void {
	if (existsSync(noteFileOf(from))) {
		copyFileSync(noteFileOf(from), noteFileOf(draft));
		syncPath(noteFileOf(draft));
	}
}

function syncPath(path: string): void {
	const file = openSync(path, "r");
	try {
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
}
