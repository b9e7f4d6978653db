/**
 * Online backup: copies one consistent state of a store into a new file while others commit.
 *
 * LMDB copies the pages that one read transaction can reach, so the copy has no free pages. Writers wait only while
 * it begins. Resolves when the copy is on disk.
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
