/**
 * Blocks this thread for some milliseconds: used to wait for another process before the store is open.
 */
export function pause(ms: number): void {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
