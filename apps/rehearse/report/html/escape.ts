/**
 * Foreign text in HTML: nothing of it is markup, and control characters show as escapes.
 */
import { escapeHarmful, plainLine, plainLines } from "../../../terminal/plain-line.ts";

function entities(text: string): string {
	return text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;")
		.replaceAll("'", "&#39;");
}

/** On one line, also in an attribute in quotes. */
export function words(text: string): string {
	return entities(plainLine(text));
}

/** Lines and tabs are kept: for `pre`. */
export function lines(text: string): string {
	return entities(plainLines(text));
}

/** For `code` on one line: runs of white space are a blank, ends are kept. */
export function code(text: string): string {
	return entities(escapeHarmful(text.replace(/[ \t\r\n\f\v]+/g, " ")));
}

/** Name of an element or a target: no character of it ends an attribute or an address. */
export function name(text: string): string {
	return text.replace(/[^\w.-]/gu, (character) => `_${character.codePointAt(0)?.toString(16)}_`);
}
