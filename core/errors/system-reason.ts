/**
 * Reason of a failed system call, as errors on files show it: `Errcode: 28 - No space left on device`.
 */
import { getSystemErrorMap } from "node:util";

const noSuchFile = 2;

/** Returns the system's number and words; 0 and the failure's own sentence where it has none. */
export function systemReason(failure: unknown): readonly [number: number, words: string] {
	const { errno, code, message } = failure as NodeJS.ErrnoException;
	// Node refuses a path with a NUL byte itself: no file has one.
	const number = code === "ERR_INVALID_ARG_VALUE" ? noSuchFile : -(errno ?? 0);
	const words = getSystemErrorMap().get(-number)?.[1] ?? message;
	return [number, words.charAt(0).toUpperCase() + words.slice(1)];
}
