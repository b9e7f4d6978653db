/**
 * One consistent state of a store as a file of its own, while others go on writing.
 *
 * In: two paths, the second of nothing. Out: a promise, settled when the copy is on disk.
 *
 * LMDB copies page by page what one read transaction can reach, so that the copy has no free pages. Writers wait only
 * while it begins.
 */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { reasonOf, StoreRefusal } from "../failure.ts";
import { openEnvironment } from "./lmdb-environment.ts";

export async function copyStore(from: string, to: string): Promise<void> {
	const database = openEnvironment({ path: from, readOnly: true, syncs: true });
	try {
		await database.backup(to, true);
	} catch (failure) {
		throw new StoreRefusal(`The store at ${from} cannot be copied: ${reasonOf(failure)}`);
	} finally {
		await database.close();
	}
	const file = openSync(to, "r+");
	try {
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
}
