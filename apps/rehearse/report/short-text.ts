/**
 * A statement on one line of a report, cut to fit; with a mark in it, the part around the mark.
 */
import { escapeHarmful } from "../../terminal/plain-line.ts";
import { cutToWidth, displayWidth } from "../../terminal/display-width.ts";

/** A statement may have a megabyte; no line is so long that more than this can show. */
const looked = 4096;

export function shortText(text: string, columns: number): string {
	return cutToWidth(collapse(text.slice(0, looked)).trim(), columns);
}

interface MarkedText {
	readonly text: string;
	/** Columns before the mark, and those that it takes: 0 for a place between two characters. */
	readonly at: number;
	readonly width: number;
}

/** `from`, `to`: the mark, in UTF-16 code units. */
export function markedText(text: string, columns: number, from: number, to: number): MarkedText {
	const mark = collapse(text.slice(from, Math.min(to, from + looked)));
	const after = collapse(text.slice(to, to + looked));
	const before = collapse(text.slice(Math.max(0, from - looked), from)).trimStart();
	const behind = Math.min(displayWidth(after), fewBehind);
	const room = Math.max(columns - Math.min(displayWidth(mark), Math.floor(columns / 2)) - behind, fewBefore);
	const head = endWithin(before, room);
	const line = cutToWidth(head + mark + after, columns);
	const at = displayWidth(head);
	return { text: line, at, width: Math.min(displayWidth(mark), Math.max(displayWidth(line) - at, 1)) };
}

const fewBehind = 16;
const fewBefore = 12;

function collapse(text: string): string {
	return escapeHarmful(text.replace(/[ \t\r\n\f\v]+/g, " "));
}

/** The text, or as much of its end as fits with an ellipsis before it. */
export function endWithin(text: string, columns: number): string {
	if (displayWidth(text) <= columns) {
		return text;
	}
	const characters = [...text];
	let width = 1;
	let from = characters.length;
	while (from > 0) {
		width += displayWidth(characters[from - 1] as string);
		if (width > columns) {
			break;
		}
		from--;
	}
	return `…${characters.slice(from).join("")}`;
}
