/**
 * Arguments of a prepared statement as the line's logs write them behind its text, and the values that they are.
 *
 *     select ? [arguments: 10, nice, <nil>]            before 4.0: joined as they are
 *     select ?, ? [arguments: (10, "nice", NULL)]      from 4.0: texts in quotes, without escapes
 *
 * What could be read in two ways is not read.
 */
import type { ByteString } from "../../../core/index.ts";
import { missingValues, scanText } from "./doubt.ts";

interface LoggedStatement {
	readonly text: ByteString;
	/** SQL literals, for each `?` one. */
	readonly values?: readonly ByteString[];
	readonly notJudged?: string;
	/** Values that look like numbers: the log does not say of which type they were. */
	readonly numbers: number;
}

const opening = " [arguments: ";
const number = /^-?(?:0|[1-9]\d{0,64})(?:\.\d{1,30})?$/;

/** `joinsLines`: the log has blanks in the place of line breaks. `quotes`: later logs may have texts in quotes. */
export function readArguments(logged: ByteString, joinsLines: boolean, quotes: boolean): LoggedStatement {
	const [text, list] = cutArguments(logged);
	const { markers, hasLineComment } = scanText(text);
	const unclear = (notJudged: string): LoggedStatement => ({ text: logged, notJudged, numbers: 0 });
	if (joinsLines && hasLineComment) {
		return unclear("the log has no line breaks: where its comment ends is not known");
	}
	if (list === undefined) {
		return markers === 0 ? { text, numbers: 0 } : unclear(missingValues);
	}
	if (list === "unclear" || markers === 0) {
		return unclear("where its arguments begin is not clear");
	}
	const parts = partsOf(list.slice(opening.length, -1), markers, quotes);
	if (parts === undefined) {
		return unclear(`its arguments can be divided in more than one way: ${list.slice(1)}`);
	}
	const numbers = parts.filter((part) => number.test(part)).length;
	return { text, values: parts, numbers };
}

/** The text and ` [arguments: ...]`, which some releases write twice. */
function cutArguments(logged: ByteString): readonly [text: ByteString, list?: ByteString] {
	const first = logged.indexOf(opening);
	if (first < 0 || !logged.endsWith("]")) {
		return [logged];
	}
	const list = logged.slice(first);
	const half = list.length / 2;
	if (list.slice(0, half) === list.slice(half)) {
		return [logged.slice(0, first), list.slice(0, half)];
	}
	return list.indexOf(opening, 1) < 0 ? [logged.slice(0, first), list] : [logged, "unclear"];
}

/** SQL literals, or undefined where the list can be divided in several ways or none. */
function partsOf(list: ByteString, count: number, quotes: boolean): readonly ByteString[] | undefined {
	const isQuoted = quotes && (count === 1 ? /^".*"$/s.test(list) || list === "NULL" : /^\(.*\)$/s.test(list));
	if (!isQuoted) {
		const parts = count === 1 ? [list] : list.split(", ");
		return parts.length === count
			? parts.map((part) => (part === "<nil>" ? "NULL" : number.test(part) ? part : literalOf(part)))
			: undefined;
	}
	const parts = count === 1 ? [list] : quotedParts(list.slice(1, -1));
	return parts?.length === count
		? parts.map((part) =>
				part.startsWith('"')
					? literalOf(part.slice(1, -1))
					: /^NULL$/.test(part) || number.test(part)
						? part
						: literalOf(part),
			)
		: undefined;
}

/** Undefined where a text has a quote of its own, or was cut. */
function quotedParts(list: ByteString): readonly ByteString[] | undefined {
	const parts: ByteString[] = [];
	const part = /("[^"]*"|[^",]*)(?:, |$)/y;
	while (part.lastIndex < list.length) {
		const found = part.exec(list);
		if (found === null) {
			return undefined;
		}
		parts.push(found[1] as ByteString);
	}
	return parts;
}

function literalOf(text: ByteString): ByteString {
	return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
