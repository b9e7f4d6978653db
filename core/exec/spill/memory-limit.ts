/**
 * Memory that the process may take: the least of V8's heap, the machine, the control group and RLIMIT_DATA.
 *
 * Values, write sets and buffers lie outside of V8's heap, whose limit alone would let them take a small machine.
 */
import { readFileSync } from "node:fs";
import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";

/** Of the memory that is not V8's heap, statements may fill so much. */
const outsideHeap = 0.5;

/** In bytes. */
export function memoryLimitBytes(): number {
	const outside = Math.min(totalmem(), constrainedBytes(), dataLimitBytes());
	return Math.floor(Math.min(getHeapStatistics().heap_size_limit, outside * outsideHeap));
}

/** Of the control group; infinite where there is none. */
function constrainedBytes(): number {
	const bytes = process.constrainedMemory?.() ?? 0;
	return bytes > 0 ? bytes : Number.POSITIVE_INFINITY;
}

/** RLIMIT_DATA, where the system tells it. */
function dataLimitBytes(): number {
	try {
		const found = /^Max data size\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "latin1"));
		return found === null ? Number.POSITIVE_INFINITY : Number(found[1]);
	} catch {
		return Number.POSITIVE_INFINITY;
	}
}
