/**
 * Doubt about a logged text: why it is not, for certain, the statement that was sent.
 */
import type { ByteString } from "../../../core/index.ts";
import { skipUnit } from "../../cli/script.ts";

interface Scanned {
	/** `?` outside of quotes and comments. */
	readonly markers: number;
	/** A comment to the end of its line. */
	readonly hasLineComment: boolean;
}

export function scanText(text: ByteString): Scanned {
	let markers = 0;
	let hasLineComment = false;
	if (text.includes("?") || text.includes("#") || text.includes("--")) {
		for (let at = 0; at < text.length; ) {
			const end = skipUnit(text, at);
			const character = text[at];
			markers += character === "?" ? 1 : 0;
			hasLineComment ||= end > at + 1 && (character === "#" || character === "-");
			at = end;
		}
	}
	return { markers, hasLineComment };
}

export const hiddenPassword = "the log hides a password in it";
export const missingHead = "the line that begins this entry is missing";
export const missingValues = "the log has no values for its ?";

/** Of a text with its line breaks, and with values in the place of its `?`. */
export function doubtOf(text: ByteString): string | undefined {
	// In quotes it is a password as any other.
	if (/(?<!')<secret>/.test(text)) {
		return hiddenPassword;
	}
	return text.includes("?") && scanText(text).markers > 0 ? missingValues : undefined;
}
