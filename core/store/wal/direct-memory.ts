/**
 * Page-aligned memory for writes past the page cache (O_DIRECT).
 *
 * Why: such a write costs the kernel less. A server that answers and writes 4 KB for each request, CPU time, quiet
 * machine: 44 to 49 us instead of 53 to 60; with 512 bytes 47 to 49 instead of 51.5.
 */
import { readSync } from "node:fs";
import { usesFastPath } from "../../async/fast-path.ts";
import { lmdbNative } from "../lmdb/lmdb-native.ts";
import { sectorBytes } from "./log-group.ts";

interface AddressNative {
	getAddress?(memory: ArrayBuffer): number;
}

const native = lmdbNative<AddressNative>();
const pageBytes = 4096;

/** Undefined where memory addresses are not available. */
export function directMemory(bytes: number): Buffer | undefined {
	const memory = new ArrayBuffer(bytes + pageBytes);
	const address = usesFastPath("direct-memory") ? native.getAddress?.(memory) : undefined;
	return address === undefined
		? undefined
		: Buffer.from(memory, (pageBytes - (address % pageBytes)) % pageBytes, bytes);
}

/**
 * Tests a file that is open with O_DIRECT and has at least one sector: some disks have larger ones. Reads only, so
 * that nothing written by another process is overwritten.
 */
export function takesDirectly(file: number): boolean {
	try {
		const memory = directMemory(sectorBytes);
		return memory !== undefined && readSync(file, memory, 0, sectorBytes, 0) === sectorBytes;
	} catch {
		return false;
	}
}
