/**
 * Sentences broken into lines, with a mark in front of the first and as many blanks before the others.
 */

/**
 * @param columns a line is no longer, unless a word is
 * @param mark in front of the first line: `- `
 */
export function wrapped(text: string, columns: number, mark = ""): string {
	const lines: string[] = [];
	let line = mark;
	let isEmpty = true;
	for (const word of text.split(" ")) {
		if (!isEmpty && line.length + 1 + word.length > columns) {
			lines.push(line);
			line = " ".repeat(mark.length) + word;
		} else {
			line += isEmpty ? word : ` ${word}`;
		}
		isEmpty = false;
	}
	return [...lines, line].join("\n");
}
