/**
 * Foreign text on one line of a terminal or a log: no control sequence and no change of writing direction gets through.
 */

/** Control characters, and marks that turn the direction of what follows them. */
const harmful = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu;

/** Runs of white space become one blank; a harmful character becomes its escape: `\u001b`. */
export function plainLine(text: string): string {
	return escapeHarmful(text.replace(/[ \t\r\n\f\v]+/g, " ").trim());
}

/** Lines and tabs are kept; ends of lines become `\n`. */
export function plainLines(text: string): string {
	return text
		.split(/\r\n|[\r\n]/)
		.map((line) => line.split("\t").map(escapeHarmful).join("\t"))
		.join("\n");
}

/** The same length of words: only harmful characters change. */
export function escapeHarmful(text: string): string {
	return text.replace(harmful, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
