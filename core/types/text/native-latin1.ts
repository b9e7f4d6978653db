/**
 * Node's native methods beneath `toString("latin1")` and `write`, which cost half of them, or those two.
 */
import { usesFastPath } from "../../async/fast-path.ts";
import type { ByteString } from "../value/value.ts";

interface Latin1 {
	latin1Slice(this: Uint8Array, start: number, end: number): ByteString;
	latin1Write(this: Uint8Array, text: ByteString, start: number, length: number): number;
}

const native: Partial<Latin1> = usesFastPath("latin1") ? (Buffer.prototype as unknown as Partial<Latin1>) : {};

/** Called with the bytes as `this`. */
export const latin1Slice: Latin1["latin1Slice"] =
	native.latin1Slice ??
	function (start, end) {
		return bufferOf(this).toString("latin1", start, end);
	};

/** Called with the bytes as `this`; what exceeds them is cut off. */
export const latin1Write: Latin1["latin1Write"] =
	native.latin1Write ??
	function (text, start, length) {
		return bufferOf(this).write(text, start, length, "latin1");
	};

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
	return Buffer.from(buffer, byteOffset, byteLength);
}
