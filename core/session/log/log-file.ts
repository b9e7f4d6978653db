/**
 * Log file writer: appends entries in order, in the background, to the file that a variable names.
 *
 * Failures to write are reported in the server's own log.
 */
import { appendFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { type ByteString, decodeText } from "../../types/value/value.ts";
import type { Server } from "../server/server.ts";

/** Entries to write next, by file, once the write in progress has finished. */
const pending = new Map<string, ByteString[]>();

/** The store's own files in the data directory are named `verso.*`: a log entry appended to one would destroy it. */
function isStores(file: string, folder: string): boolean {
	return dirname(file) === folder && basename(file).startsWith("verso.");
}

export function writeEntry(
	variable: string,
	entry: ByteString,
	{ globals, log }: Pick<Server, "globals" | "log">,
): void {
	const text = (name: string): string => decodeText(String(globals.read(name)));
	const file = resolve(text("datadir"), text(variable));
	if (isStores(file, resolve(text("datadir")))) {
		log.error(`${variable} cannot be written: ${file} is a file of the store`);
		return;
	}
	const waiting = pending.get(file);
	if (waiting !== undefined) {
		waiting.push(entry);
		return;
	}
	const entries = [entry];
	pending.set(file, entries);
	void (async () => {
		try {
			while (entries.length > 0) {
				await appendFile(file, entries.splice(0).join(""), "latin1");
			}
		} catch (failure) {
			log.error(`${variable} cannot be written: ${(failure as Error).message}`);
		} finally {
			pending.delete(file);
		}
	})();
}
