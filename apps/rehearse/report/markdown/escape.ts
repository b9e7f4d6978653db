/**
 * Foreign text in Markdown: nothing of it is markup, a mention or an address.
 */
import { plainLine, plainLines } from "../../../terminal/plain-line.ts";

/** An underscore inside a word begins nothing, and names have many. */
const marks = /[\\`*[\]<>&|~@#!$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|(?<=\b(?:https?|ftp)):|(?<=\bwww)\./giu;

/** On one line, also in a cell of a table. */
export function words(text: string): string {
	return plainLine(text).replace(marks, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** A block of code, its fence longer than any in it. */
export function codeBlock(text: string, language: string): string {
	const plain = plainLines(text)
		.split("\n")
		.map((line) => line.trimEnd())
		.join("\n");
	const longest = Math.max(2, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length));
	const fence = "`".repeat(longest + 1);
	return `${fence}${language}\n${plain}\n${fence}\n`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[], right: number): string {
	const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
	return line(head) + line(head.map((_, at) => (at >= right ? "---:" : "---"))) + rows.map(line).join("");
}
