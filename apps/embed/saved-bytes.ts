/**
 * Saves a state as bytes, and begins with them: for worker threads, caches and files of the caller's own.
 *
 *     "versobytes1\n"
 *     {"release": "2.1.7", "mode": "documented", ...}\n      the note of a data directory
 *     key length: 2   value length: 4   key   value           entries in the order of their keys, little endian
 *     0: 2            count of entries: 4                     the end
 *
 * Values stay where they are: databases that begin with the bytes, of several threads where they are shared memory,
 * have one copy of them.
 */
import { types } from "node:util";
import { type KernelState, type MemoryStore, openMemoryStore, type Write } from "../../core/index.ts";
import type { OpeningNote } from "../compose/data-directory.ts";
import { UsageError } from "../compose/usage-error.ts";

const mark = "versobytes1\n";
const lineEnd = 10;
const headBytes = 6;

/** Of this realm or another. */
export function isBytes(value: unknown): value is Uint8Array {
	return types.isUint8Array(value);
}

export async function bytesOf(state: KernelState, note: OpeningNote): Promise<Uint8Array> {
	const store = state.data.open();
	const pieces: Buffer[] = [Buffer.from(`${mark}${JSON.stringify(note)}\n`)];
	let count = 0;
	const scan = store.snapshot().scan({ from: "", to: "\xff" });
	for (let batch = await scan.next(); batch !== null; batch = await scan.next()) {
		for (const { key, value } of batch) {
			// A value read of a directory is its memory, which changes when the next batch is read.
			pieces.push(headOf(key.length, value.length), Buffer.from(key, "latin1"), Buffer.from(value));
			count++;
		}
	}
	await store.close();
	return Buffer.concat([...pieces, headOf(0, count)]);
}

function headOf(keyBytes: number, valueBytes: number): Buffer {
	const head = Buffer.allocUnsafe(headBytes);
	head.writeUInt16LE(keyBytes, 0);
	head.writeUInt32LE(valueBytes, 2);
	return head;
}

/** Throws UsageError for bytes that are none of a saved state. */
export function noteOfBytes(bytes: Uint8Array): OpeningNote {
	const text = viewOf(bytes);
	const end = text.indexOf(lineEnd, mark.length);
	if (text.toString("latin1", 0, mark.length) !== mark || end === -1) {
		throw new UsageError("the bytes to begin with are not those of a saved state", 1);
	}
	return JSON.parse(text.toString("utf8", mark.length, end)) as OpeningNote;
}

/** A store with the entries. Throws UsageError for bytes that are cut short. */
export async function storeOfBytes(bytes: Uint8Array): Promise<MemoryStore> {
	const store = openMemoryStore();
	const writes = writesOf(viewOf(bytes));
	await store.commit({ writes, conditions: [] });
	return store;
}

function writesOf(bytes: Buffer): Write[] {
	const writes: Write[] = [];
	let at = bytes.indexOf(lineEnd, mark.length) + 1;
	while (at + headBytes <= bytes.length) {
		const keyBytes = bytes.readUInt16LE(at);
		const valueBytes = bytes.readUInt32LE(at + 2);
		if (keyBytes === 0 && valueBytes === writes.length) {
			return writes;
		}
		const value = at + headBytes + keyBytes;
		at = value + valueBytes;
		writes.push({
			key: bytes.toString("latin1", value - keyBytes, value),
			value: bytes.subarray(value, at),
		});
	}
	throw new UsageError("the bytes to begin with are cut short", 1);
}

function viewOf(bytes: Uint8Array): Buffer {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
