/**
 * Log contract of the kernel: warnings and errors that no client receives, and debug lines; an app implements it.
 */

/** Writes facts and a sentence as one line. */
export type DebugLine = (facts: object, sentence: string) => void;

export interface Log {
	warn(sentence: string): void;
	error(sentence: string, failure?: unknown, facts?: object): void;
	/** Writes a debug line; undefined while debug lines are off, so that `log.debug?.(...)` costs a test. */
	readonly debug?: DebugLine | undefined;
}
