/** Stub of character iteration: signatures first, bodies follow. */
import type { ByteString } from "./value.ts";

export function countCharacters(bytes: ByteString, _charset: string): number {
	return bytes.length;
}

/** The first `count` characters. */
export function cutCharacters(bytes: ByteString, charset: string, count: number): ByteString {
	return bytes.slice(0, characterOffset(bytes, charset, count));
}

/** Where character number `count` (from 0) begins, or the length if there are not so many. */
export function characterOffset(bytes: ByteString, _charset: string, count: number): number {
	return Math.min(count, bytes.length);
}

/** How many bytes the character at byte `at` takes. */
export function characterWidth(_bytes: ByteString, _at: number, _charset: string): number {
	return 1;
}

export function splitCharacters(bytes: ByteString, _charset: string): ByteString[] {
	return bytes.split("");
}
