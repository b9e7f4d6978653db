/**
 * Saves a state as a data directory, which `verso --data-dir`, `from` and `dataDir` open.
 *
 * It is made under another name, and renamed when it is complete.
 */
import { existsSync, readdirSync, renameSync, rmSync, rmdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { FastSnapshot, FastStore, KernelState, Write } from "../../core/index.ts";
import {
	directoryFiles,
	makeWithParents,
	openDirectory,
	type OpeningNote,
	refuseFilled,
	writeNote,
} from "../compose/data-directory.ts";
import { UsageError } from "../compose/usage-error.ts";
import type { ComposedRules } from "./composed-rules.ts";

/** Entries of one commit. */
const mostEntries = 4096;

/** `replaces`: a data directory that is there gives way. */
export async function saveState(state: KernelState, path: string, note: OpeningNote, replaces: boolean): Promise<void> {
	const isThere = existsSync(path);
	if (!replaces) {
		refuseFilled(path);
	} else if (isThere && !readdirSync(path).every(isOurs)) {
		throw new UsageError(`${path} holds other files, and does not give way`, 1);
	}
	const draft = `${resolve(path)}.partial`;
	removeDirectory(draft);
	makeWithParents(draft);
	const target = await openDirectory(draft, { durability: { syncs: false, gatherMs: 0 } });
	const source = state.data.open();
	try {
		await copyEntries(source.snapshot(), target);
	} finally {
		await source.close();
		await target.close();
	}
	writeNote(draft, note);
	rmSync(join(draft, "verso.mdb-lock"), { force: true });
	if (isThere) {
		removeDirectory(path);
	}
	renameSync(draft, resolve(path));
}

/** Returns the note of a directory under these rules; of plugins that are functions it says nothing. */
export function noteOf({ composed, options }: ComposedRules, program: string, openedAt: Date): OpeningNote {
	const { mixes = [], quirks = [], plugins = [] } = options;
	const { release, mode } = composed;
	const files = plugins.filter((each) => typeof each === "string");
	return { release, mode, mixes, quirks, plugins: files, openedAt: openedAt.toISOString(), program };
}

/** A file of a data directory, or one that a killed process left half made. */
function isOurs(name: string): boolean {
	return directoryFiles.some((file) => name === file || name.startsWith(`${file}.`));
}

/** With what a killed process left half made. Other files in it stay, and then it does, too: an error. */
function removeDirectory(path: string): void {
	if (existsSync(path)) {
		for (const name of readdirSync(path).filter(isOurs)) {
			rmSync(join(path, name), { force: true });
		}
		rmdirSync(path);
	}
}

async function copyEntries(from: FastSnapshot, to: FastStore): Promise<void> {
	const scan = from.scan({ from: "", to: "\xff" });
	let writes: Write[] = [];
	for (let batch = await scan.next(); batch !== null; batch = await scan.next()) {
		for (const { key, value } of batch) {
			writes.push({ key, value: Uint8Array.from(value) });
		}
		if (writes.length >= mostEntries) {
			await to.commit({ writes, conditions: [] });
			writes = [];
		}
	}
	await to.commit({ writes, conditions: [] });
}
