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

/**
 * In bytes. `processes`: so many share the machine.
 */
export function usualMemoryBytes(processes: number): number {
	const outside = Math.min(totalmem(), constrainedBytes(), processLimit("Max data size"));
	return Math.floor(Math.min(getHeapStatistics().heap_size_limit, (outside * outsideHeap) / processes));
}

/** Of the control group; infinite where there is none. */
function constrainedBytes(): number {
	const bytes = process.constrainedMemory?.() ?? 0;
	return bytes > 0 ? bytes : Number.POSITIVE_INFINITY;
}
