/**
 * Splits a script into statements as the mysql client does: at the delimiter, outside quotes and comments, and at \g
 * and \G.
 *
 * In: the bytes of a file. Out: statements with the line each begins on, comments before it left out. It understands
 * the client's own DELIMITER and USE, and no SQL.
 */
import type { ByteString } from "../../core/index.ts";

export interface ScriptStatement {
	readonly text: ByteString;
	/** From 1. */
	readonly line: number;
	/** Ended by \G: each row is to be printed as a block. */
	readonly vertical: boolean;
	/** `source FILE` and `\. FILE`, which the client itself reads: a file whose statements take this one's place. */
	readonly source?: string;
	/** The file of a statement that was sourced. */
	readonly file?: string;
}

/** With its place in the script, in bytes from 0. */
export interface PlacedStatement extends ScriptStatement {
	/** Where the text begins. */
	readonly start: number;
	/** Behind the text and its delimiter: where the next statement's comments begin. */
	readonly end: number;
}

/** A path is at most so long. */
const longestCommand = 4200;

export function splitScript(script: ByteString): PlacedStatement[] {
	const statements: PlacedStatement[] = [];
	let delimiter = ";";
	let at = 0;
	let start = 0;
	let line = 1;
	let counted = 0;
	/** Places of backslashes that end a line outside of quotes: the client leaves them out. */
	let continued: number[] = [];
	const push = (to: number, end: number, vertical = false): void => {
		const from = skipComments(script, start, to);
		const text = blanked(script.slice(from, to), continued, from).trimEnd();
		continued = [];
		if (text !== "") {
			line += countBreaks(script, counted, from);
			counted = from;
			statements.push({ text, line, start: from, end, vertical });
		}
		at = end;
		start = end;
	};
	while (at < script.length) {
		const command =
			/^[dsu\\]/i.test(script.charAt(at)) && skipComments(script, start, at) === at
				? clientCommand(script, at)
				: undefined;
		if (command?.source !== undefined) {
			line += countBreaks(script, counted, at);
			counted = at;
			const { source, end } = command;
			statements.push({ text: script.slice(at, end), line, start: at, end, vertical: false, source });
			at = end;
			start = at;
		} else if (command?.delimiter !== undefined) {
			delimiter = command.delimiter;
			at = command.end;
			start = at;
		} else if (command !== undefined) {
			push(command.end, command.end + (script.startsWith(delimiter, command.end) ? delimiter.length : 0));
		} else if (script.startsWith(delimiter, at)) {
			push(at, at + delimiter.length);
		} else if (script[at] === "\\" && /[gG]/.test(script.charAt(at + 1))) {
			push(at, at + 2, script[at + 1] === "G");
		} else if (script[at] === "\\" && /^\r?(?:\n|$)/.test(script.slice(at + 1, at + 3))) {
			continued.push(at);
			at++;
		} else {
			at = skipUnit(script, at);
		}
	}
	push(script.length, script.length);
	return statements;
}

/** The text with blanks at these places of the script: all else stays where it is. */
function blanked(text: ByteString, places: readonly number[], from: number): ByteString {
	let rest = 0;
	let result = "";
	for (const place of places) {
		if (place >= from) {
			result += `${text.slice(rest, place - from)} `;
			rest = place - from + 1;
		}
	}
	return rest === 0 ? text : result + text.slice(rest);
}

interface ClientCommand {
	readonly delimiter?: string;
	readonly source?: string;
	readonly end: number;
}

/** A line that the client itself reads: `delimiter //`, `source file`, and `use name` with or without a delimiter. */
function clientCommand(script: ByteString, at: number): ClientCommand | undefined {
	const [line = ""] = /^[^\n]*/.exec(script.slice(at, at + longestCommand)) ?? [];
	const source = /^(?:source[ \t]+|\\\.[ \t]*)(.*)$/i.exec(line)?.[1];
	if (source !== undefined) {
		// As the client does: the name is the rest of the line without a delimiter behind.
		const name = source
			.trim()
			.replace(/;$/, "")
			.trim()
			.replace(/^(["'])(.*)\1$/, "$2");
		return { source: Buffer.from(name, "latin1").toString("utf8"), end: at + line.length };
	}
	const delimiter = /^delimiter[ \t]+(\S+)/i.exec(line)?.[1];
	if (delimiter !== undefined) {
		return { delimiter, end: at + line.length };
	}
	const use = /^use[ \t]+(`[^`]*`|[^\s;]+)[ \t\r]*(?=;|$)/i.exec(line);
	return use === null ? undefined : { end: at + use[0].length };
}

/** Where the first character after blanks and comments stands, at most `end`. */
function skipComments(script: ByteString, start: number, end: number): number {
	let at = start;
	while (at < end) {
		const isComment = /^(#|--[\s]?$|--\s|\/\*(?![!+]))/.test(script.slice(at, at + 3));
		if (isComment) {
			at = skipUnit(script, at);
		} else if (/\s/.test(script.charAt(at))) {
			at++;
		} else {
			return at;
		}
	}
	return end;
}

/** The end of the quoted text, comment or single character at `at`. */
export function skipUnit(script: ByteString, at: number): number {
	const character = script[at];
	if (character === "'" || character === '"' || character === "`") {
		return skipQuoted(script, at, character);
	}
	if (character === "#" || (script.startsWith("--", at) && /^[\s]?$/.test(script.charAt(at + 2)))) {
		const end = script.indexOf("\n", at);
		return end < 0 ? script.length : end;
	}
	if (script.startsWith("/*", at)) {
		const end = script.indexOf("*/", at + 2);
		return end < 0 ? script.length : end + 2;
	}
	return at + 1;
}

function skipQuoted(script: ByteString, from: number, quote: string): number {
	for (let at = from + 1; at < script.length; at++) {
		if (script[at] === "\\" && quote !== "`") {
			at++;
		} else if (script[at] === quote) {
			return at + 1;
		}
	}
	return script.length;
}

function countBreaks(text: string, from: number, end: number): number {
	let breaks = 0;
	for (let at = text.indexOf("\n", from); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) {
		breaks++;
	}
	return breaks;
}
