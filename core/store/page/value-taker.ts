/**
 * Receiver of the values of a lookup of many keys, read where they are stored (zero-copy).
 */

/**
 * An object with a method instead of a closure: V8 drops the optimized code of a closure together with the closure.
 */
export interface ValueTaker {
	/** The value of key `at` is in `bytes`, `start` to `end`, valid until this returns. False ends the lookup. */
	take(at: number, bytes: Uint8Array, start: number, end: number): boolean;
}
