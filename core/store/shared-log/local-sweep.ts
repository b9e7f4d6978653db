/**
 * Local sweep: removes from this server's file what the cluster has swept.
 *
 * What a file removes in one commit depends on its layout, which is another on every server. So the log says only that
 * a space is no more, and each server clears it by itself, without a trace in the log.
 */
import type { Key } from "../contract.ts";
import { rangeOf } from "../encoding/keys.ts";
import type { Memtable } from "../wal/memtable.ts";
import { layersOver } from "../wal/memtable.ts";
import type { LocalFile } from "./fold.ts";

/** False: the memtable has entries of it, which a fold must write first. */
export function isOnlyInFile(memtable: Memtable, prefix: Key): boolean {
	return layersOver(memtable, rangeOf(prefix)).length === 0;
}

/** Removes as much of a prefix as one commit may. */
export async function clearOnce(file: LocalFile, prefixes: readonly Key[]): Promise<void> {
	await file.commit({ writes: [], conditions: [], cleared: prefixes, aside: true });
}

/** Removes all of a prefix. */
export async function clearAll(file: LocalFile, prefix: Key, isStopped: () => boolean): Promise<void> {
	while (!isStopped() && (await isAnythingIn(file, prefix))) {
		await clearOnce(file, [prefix]);
	}
}

async function isAnythingIn(file: LocalFile, prefix: Key): Promise<boolean> {
	const snapshot = file.snapshot();
	try {
		const scan = snapshot.scan({ ...rangeOf(prefix), limit: 1 });
		const first = await scan.next();
		scan.close();
		return first !== null;
	} finally {
		snapshot.release();
	}
}
