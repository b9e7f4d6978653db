/**
 * Format stamp of a data directory: the program that owns it and the version of its byte layout.
 *
 * Written into an empty store; a store of another program, or of an unknown format, is refused.
 *
 *     "verso" 00 format number in decimal digits
 */
import { BrokenStore, StoreRefusal } from "./failure.ts";
import { formatKey, spaces } from "./encoding/keys.ts";
import type { FastReader, FastStore } from "./fast-store.ts";

const product = "verso";
/** Incremented with every change of the layout of keys, rows or checksummed values. */
export const currentFormat = 3;

/** Returns the store's format, or `null` if it has no stamp. Throws a `StoreRefusal` at another program's stamp. */
export async function readFormat(reader: FastReader): Promise<number | null> {
	const value = await reader.get(formatKey);
	if (value === undefined) {
		return null;
	}
	const parts = /^(\w+)\0(\d+)$/.exec(Buffer.from(value).toString("latin1"));
	if (parts === null || parts[1] !== product) {
		throw new StoreRefusal("The data directory was not written by verso.");
	}
	const format = Number(parts[2]);
	if (format !== currentFormat) {
		throw new StoreRefusal(
			`The data directory has format ${format}; this verso reads and writes format ${currentFormat}.`,
		);
	}
	return format;
}

/** Stamps the store if it is empty, else verifies the stamp. */
export async function claimFormat(store: FastStore): Promise<void> {
	if (await hasStamp(store)) {
		return;
	}
	const value = Buffer.from(`${product}\0${currentFormat}`, "latin1");
	const commit = await store.commit({
		writes: [{ key: formatKey, value }],
		conditions: [{ key: formatKey, seen: undefined }],
	});
	if (!commit.done) {
		// Another process has stamped it first: its stamp is verified.
		await claimFormat(store);
	}
}

/** `false`: the store is empty. */
async function hasStamp(store: FastStore): Promise<boolean> {
	const snapshot = store.snapshot();
	try {
		if ((await readFormat(snapshot)) !== null) {
			return true;
		}
		const scan = snapshot.scan({ from: "", to: spaces.commitMarks, limit: 1 });
		const first = await scan.next();
		scan.close();
		if (first === null) {
			return false;
		}
	} catch (error) {
		if (error instanceof BrokenStore) {
			throw new StoreRefusal(`The data directory was not written by verso, or it is damaged. ${error.message}`);
		}
		throw error;
	} finally {
		snapshot.release();
	}
	throw new StoreRefusal(
		"The data directory holds data but not verso's format stamp: it was written by another program.",
	);
}
