/** Stub of UTF-8 validity: signatures first, bodies follow. */
import type { ByteString } from "./value.ts";

/** Where the first byte that is not valid UTF-8 is, or -1. */
export function firstInvalidByte(_bytes: ByteString): number {
	return -1;
}

/** Where the first character of four bytes begins, or -1. */
export function firstWideCharacter(_bytes: ByteString): number {
	return -1;
}
