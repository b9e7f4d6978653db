/**
 * Converts an unexpected failure to a catalogue error for the client, and logs it.
 */
import { SqlError, sqlError } from "../../errors/catalogue.ts";
import { BrokenStore } from "../../store/failure.ts";
import { type ByteString, decodeText, encodeText } from "../../types/value/value.ts";
import type { Log } from "../log/log.ts";

/** V8's words for strings and buffers that it cannot make. */
const tooLarge = /^(?:Invalid (?:string|array|typed array) length|Array buffer allocation failed)/;

/** `process`: whose statement failed; its text is logged without passwords. */
export function asSqlError(
	failure: unknown,
	log: Log,
	process?: { readonly id: number; readonly statement: ByteString | null },
): SqlError {
	if (failure instanceof SqlError) {
		return failure;
	}
	if (failure instanceof RangeError && failure.message === "Maximum call stack size exceeded") {
		return sqlError("stackOverrun");
	}
	if (failure instanceof RangeError && tooLarge.test(failure.message)) {
		return sqlError("outOfMemory");
	}
	const sentence = failure instanceof Error ? failure.message : String(failure);
	log.error(`A statement failed: ${sentence}`, failure, {
		connection: process?.id,
		statement: decodeText(process?.statement ?? ""),
	});
	if (failure instanceof BrokenStore) {
		return sqlError("storeFailed", encodeText(sentence));
	}
	return sqlError("unknownError", encodeText(`Internal error: ${sentence}`));
}
