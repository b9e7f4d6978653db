/**
 * Stops this thread for a while: where another process is waited for before there is anything to serve.
 *
 * In: milliseconds. Out: nothing, later.
 */
export function pause(ms: number): void {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
