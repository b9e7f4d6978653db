/**
 * Splits a script into statements as the mysql client does: at the delimiter, outside quotes and comments, and at \g and \G.
 *
 * In: the bytes of a file. Out: statements with the line each begins on. It understands DELIMITER, and no SQL.
 */
import type { ByteString } from "../../core/types/value.ts";

export interface ScriptStatement {
	readonly text: ByteString;
	/** From 1. */
	readonly line: number;
	/** Ended by \G: each row is to be printed as a block. */
	readonly vertical: boolean;
}

export function splitScript(script: ByteString): ScriptStatement[] {
	const statements: ScriptStatement[] = [];
	let delimiter = ";";
	let at = 0;
	let start = 0;
	const push = (end: number, vertical = false): void => {
		const raw = script.slice(start, end);
		const lead = raw.length - raw.trimStart().length;
		if (raw.trim() !== "") {
			statements.push({ text: raw.trim(), line: countLines(script, start + lead), vertical });
		}
	};
	while (at < script.length) {
		const isLineStart = script.slice(start, at).trim() === "";
		const command = isLineStart ? /^delimiter[ \t]+(\S+)[^\n]*/i.exec(script.slice(at, at + 80)) : null;
		if (command !== null) {
			delimiter = command[1] ?? ";";
			at += command[0].length;
			start = at;
		} else if (script.startsWith(delimiter, at)) {
			push(at);
			at += delimiter.length;
			start = at;
		} else if (script[at] === "\\" && /[gG]/.test(script.charAt(at + 1))) {
			push(at, script[at + 1] === "G");
			at += 2;
			start = at;
		} else {
			at = skipUnit(script, at);
		}
	}
	push(script.length);
	return statements;
}

/** The end of the quoted text, comment or single character at `at`. */
function skipUnit(script: ByteString, at: number): number {
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

function countLines(text: string, end: number): number {
	let lines = 1;
	for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) {
		lines++;
	}
	return lines;
}
