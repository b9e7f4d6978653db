/**
 * Probe in a server under load: collects all garbage and tells what memory is left, each time it is asked.
 *
 * Loaded by `--import` before the program, which knows nothing of it; asks and answers are lines on descriptor 3.
 */
import { Socket } from "node:net";

/** The descriptor between the two. */
export const probeDescriptor = 3;

/** Bytes. */
export interface HeapFacts {
	readonly heapUsed: number;
	readonly external: number;
	readonly rss: number;
}

const { gc } = globalThis as { gc?: () => void };

if (process.execArgv.includes("--expose-gc")) {
	const line = new Socket({ fd: probeDescriptor, readable: true, writable: true });
	line.on("data", () => {
		// The second collection frees objects that the first one finalized.
		gc?.();
		gc?.();
		line.write(`${JSON.stringify(process.memoryUsage())}\n`);
	});
	line.on("error", () => {});
	line.unref();
}
