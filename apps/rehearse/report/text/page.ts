/**
 * Lines of a text report: indented, cut or wrapped to the width, painted where the terminal has colours.
 */
import { plainLine } from "../../../terminal/plain-line.ts";
import { cutToWidth, displayWidth } from "../../../terminal/display-width.ts";

export interface TextOptions {
	/** Every statement of every finding, and every place. */
	readonly all: boolean;
	/** Columns of the terminal. */
	readonly width: number;
	readonly colour?: boolean;
}

export type Paint = "bold" | "dim" | "red" | "green" | "yellow";

const codes: Readonly<Record<Paint, readonly [number, number]>> = {
	bold: [1, 22],
	dim: [2, 22],
	red: [31, 39],
	green: [32, 39],
	yellow: [33, 39],
};

const leastColumns = 40;
const leastWords = 20;

export class Page {
	readonly width: number;
	readonly all: boolean;
	readonly #isColoured: boolean;
	readonly #lines: string[] = [];

	constructor({ all, width, colour = false }: TextOptions) {
		this.width = Math.max(width, leastColumns);
		this.all = all;
		this.#isColoured = colour;
	}

	paint(paint: Paint, text: string): string {
		const [on, off] = codes[paint];
		return this.#isColoured && text !== "" ? `\u001b[${on}m${text}\u001b[${off}m` : text;
	}

	/** A line as it is: its text is already safe and fits. */
	line(text = ""): void {
		this.#lines.push(text.trimEnd());
	}

	/** Words from a report on one line, or on several that hang as deep as told. */
	wrapped(text: string, indent: number, paint?: Paint, hanging = indent): void {
		if (text === "") {
			return;
		}
		for (const [at, words] of wrap(plainLine(text), this.width - hanging).entries()) {
			const line = paint === undefined ? words : this.paint(paint, words);
			this.line(" ".repeat(at === 0 ? indent : hanging) + line);
		}
	}

	/** A label, its blanks kept, and words beside it, which hang below each other. */
	labelled(label: string, text: string): void {
		const columns = displayWidth(label);
		const [first = "", ...more] = wrap(plainLine(text), Math.max(this.width - columns, leastWords));
		this.line(label + first);
		for (const words of more) {
			this.line(" ".repeat(columns) + words);
		}
	}

	/** Words from a report on one line, cut. */
	cut(text: string, indent: number): void {
		this.line(" ".repeat(indent) + cutToWidth(plainLine(text), this.width - indent));
	}

	/** An empty line, unless there is one. */
	gap(): void {
		if (this.#lines.length > 0 && this.#lines.at(-1) !== "") {
			this.line();
		}
	}

	text(): string {
		return `${this.#lines.join("\n")}\n`;
	}
}

/** A word that is longer than a line is broken. */
export function wrap(text: string, columns: number): readonly string[] {
	const lines: string[] = [];
	let line = "";
	for (const word of text.split(" ").flatMap((each) => pieces(each, columns))) {
		if (line !== "" && displayWidth(line) + 1 + displayWidth(word) > columns) {
			lines.push(line);
			line = word;
		} else {
			line = line === "" ? word : `${line} ${word}`;
		}
	}
	return [...lines, line];
}

function pieces(word: string, columns: number): readonly string[] {
	if (displayWidth(word) <= columns) {
		return [word];
	}
	const found: string[] = [];
	let piece = "";
	for (const character of word) {
		if (displayWidth(piece) + displayWidth(character) > columns) {
			found.push(piece);
			piece = "";
		}
		piece += character;
	}
	return [...found, piece];
}
