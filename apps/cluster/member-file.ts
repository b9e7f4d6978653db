/**
 * Note in a data directory of the member that runs on it: keeps a second server away, and names the member that a
 * server which is started again replaces.
 *
 *     DIR/member.json   {"name": "5f…", "file": 8812, "process": 77, "born": "123"}
 *
 * `file` is the inode of the store: in a copy of the directory the note means nothing.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { birthOf, isRunningProcess } from "../../core/index.ts";
import { storeInode } from "../compose/data-directory.ts";
import { UsageError } from "../compose/usage-error.ts";

interface MemberNote {
	readonly name: string;
	readonly file: number;
	readonly process: number;
	readonly born: string | null;
}

const noteName = "member.json";

/** The store must be there. Returns the name of the member before. Throws a UsageError if it runs. */
export function claimDirectory(path: string, name: string): string | undefined {
	const file = storeInode(path);
	const before = readNote(path);
	const isOfThis = before?.file === file;
	if (isOfThis && before.process !== process.pid && isRunningProcess(before.process, before.born)) {
		throw new UsageError(
			`another server, process ${before.process}, runs on ${path}: with --log each has a data directory of its own`,
			1,
		);
	}
	const note: MemberNote = { name, file, process: process.pid, born: birthOf(process.pid) };
	const draft = join(path, `${noteName}.${process.pid}`);
	writeFileSync(draft, `${JSON.stringify(note)}\n`);
	renameSync(draft, join(path, noteName));
	return isOfThis ? before.name : undefined;
}

/** The directory is no member's any more. */
export function releaseDirectory(path: string): void {
	rmSync(join(path, noteName), { force: true });
}

function readNote(path: string): MemberNote | undefined {
	try {
		return JSON.parse(readFileSync(join(path, noteName), "utf8")) as MemberNote;
	} catch {
		return undefined;
	}
}
