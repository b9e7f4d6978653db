/**
 * Comments of a statement for its fingerprint: where they end, and which may be left out of it.
 *
 * Tools that tell of a statement's caller or request (query tags, traces) put it into a comment before the statement,
 * behind its first word or at its end. No token's text reaches over these places, so the comment is left out, and
 * statements that differ in nothing else share a plan. All other comments stay, to the letter.
 */
import type { ByteString } from "../../types/value/value.ts";
import { isDigit, isNamePart, isSpace, skipSpace } from "../lex/character.ts";
import { skipComment } from "../lex/comment.ts";

const exclamation = 33;
const star = 42;
const plus = 43;
const slash = 47;
const semicolon = 59;

export function isComment(text: ByteString, at: number): boolean {
	return text.charCodeAt(at) === slash && text.charCodeAt(at + 1) === star;
}

/** Neither a version comment nor an optimizer hint, both of which are read. */
export function isPlainComment(text: ByteString, at: number): boolean {
	const code = text.charCodeAt(at + 2);
	return isComment(text, at) && code !== exclamation && code !== plus;
}

/** Position after a comment; -1 where it is not closed, or is a version comment of more than words. */
export function commentEnd(text: ByteString, start: number): number {
	return text.charCodeAt(start + 2) === exclamation ? wordsEnd(text, start) : skipComment(text, start);
}

/** A version comment with a literal or another comment is left to the parser. */
function wordsEnd(text: ByteString, start: number): number {
	let at = start + 3;
	while (isDigit(text.charCodeAt(at))) {
		at++;
	}
	for (let code = text.charCodeAt(at); isSpace(code) || (isNamePart(code) && !isDigit(code)); ) {
		code = text.charCodeAt(++at);
	}
	return text.charCodeAt(at) === star && text.charCodeAt(at + 1) === slash ? at + 2 : -1;
}

/** Position of a statement's first word, after comments. */
export function firstWord(text: ByteString): number {
	return skipPlain(text, 0);
}

/** Whether a plain comment stands before the statement, behind its first word or at its end. */
export function isApart(text: ByteString, start: number, end: number): boolean {
	return isInHead(text, start) || endsText(text, end);
}

function isInHead(text: ByteString, start: number): boolean {
	let at = skipPlain(text, 0);
	if (at >= start) {
		return true;
	}
	while (isNamePart(text.charCodeAt(at))) {
		at++;
	}
	return skipPlain(text, at) >= start;
}

function endsText(text: ByteString, from: number): boolean {
	let at = skipPlain(text, from);
	if (text.charCodeAt(at) === semicolon) {
		at = skipPlain(text, at + 1);
	}
	return at >= text.length;
}

/** Skips white space and plain comments. */
function skipPlain(text: ByteString, from: number): number {
	let at = skipSpace(text, from);
	while (isPlainComment(text, at)) {
		const end = skipComment(text, at);
		at = end < 0 ? text.length : skipSpace(text, end);
	}
	return at;
}
