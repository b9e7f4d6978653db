/**
 * Memory that the process may take: the least of V8's heap, the machine, the control group and RLIMIT_DATA.
 *
 * Values, write sets and buffers lie outside of V8's heap, whose limit alone would let them take a small machine.
 */
import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import { processLimit } from "../../store/platform/process-limit.ts";

/** Of the memory that is not V8's heap, statements may fill so much. */
const outsideHeap = 0.5;

/** Read once: a process may open a kernel for each test, and for each trial of a rehearsal. */
let limits: { readonly heapBytes: number; readonly outsideBytes: number } | undefined;

/**
 * In bytes. `processes`: so many share the machine.
 */
export function usualMemoryBytes(processes: number): number {
	limits ??= {
		heapBytes: getHeapStatistics().heap_size_limit,
		outsideBytes: Math.min(totalmem(), constrainedBytes(), processLimit("Max data size")) * outsideHeap,
	};
	return Math.floor(Math.min(limits.heapBytes, limits.outsideBytes / processes));
}

/** Of the control group; infinite where there is none. */
function constrainedBytes(): number {
	const bytes = process.constrainedMemory?.() ?? 0;
	return bytes > 0 ? bytes : Number.POSITIVE_INFINITY;
}
