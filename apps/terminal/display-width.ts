/**
 * Width of text on a terminal: characters that take two columns, and text cut to fit.
 */

/** Characters of East Asian scripts, and emoji. */
const wide = new RegExp(
	"[\\u1100-\\u115f\\u2e80-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe6f\\uff00-\\uff60\\uffe0-\\uffe6" +
		"\\u{1f300}-\\u{1faff}\\u{20000}-\\u{3fffd}]",
	"u",
);
const unseen = /\p{Mn}|\p{Cf}/u;

export function displayWidth(text: string): number {
	return [...text].reduce((width, character) => width + widthOf(character), 0);
}

function widthOf(character: string): number {
	return unseen.test(character) ? 0 : wide.test(character) ? 2 : 1;
}

/** Returns the text, or as much of it as fits with an ellipsis behind. */
export function cutToWidth(text: string, columns: number): string {
	if (displayWidth(text) <= columns) {
		return text;
	}
	let cut = "";
	let width = 1;
	for (const character of text) {
		width += widthOf(character);
		if (width > columns) {
			break;
		}
		cut += character;
	}
	return `${cut}…`;
}

export function padToWidth(text: string, columns: number): string {
	return text + " ".repeat(Math.max(columns - displayWidth(text), 0));
}

/** Columns of the terminal; of a pipe or file, those given. */
export function outputColumns(otherwise: number): number {
	return process.stdout.columns || otherwise;
}
