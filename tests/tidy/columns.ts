/**
 * Finds lines of code and prose that are wider than a screen shows.
 *
 * A tab counts as two columns, as the formatter counts it. Tables, drawings, code blocks, links and generated data
 * are left out.
 */
export const maximumColumns = 120;

/** Text within a template of several lines is data, and a drawing in a comment is a picture. */
export function wideCodeLines(lines: readonly string[]): number[] {
	let isTemplate = false;
	return wide(lines, (line) => {
		const isData = isTemplate;
		if (!/^\s*(\*|\/\/|\/\*)/.test(line) && (line.replace(/\\`/g, "").match(/`/g) ?? []).length % 2 === 1) {
			isTemplate = !isTemplate;
		}
		return isData || isTemplate || /^\s*\*?\s*\|/.test(line) || /^\s*\*\s{4,}/.test(line) || isUnbreakable(line);
	});
}

/** Lines of Markdown prose: code blocks, indented code and tables may be wider. */
export function wideProseLines(lines: readonly string[]): number[] {
	let isCode = false;
	return wide(lines, (line) => {
		if (/^\s*```/.test(line)) {
			isCode = !isCode;
		}
		return isCode || /^( {4}|\t|\s*\|)/.test(line) || isUnbreakable(line);
	});
}

function wide(lines: readonly string[], isLeftOut: (line: string) => boolean): number[] {
	return lines.flatMap((line, at) => {
		const leftOut = isLeftOut(line);
		return !leftOut && line.replaceAll("\t", "  ").length > maximumColumns ? [at + 1] : [];
	});
}

/** A regular expression, a text, an address or one long word of more than half a line cannot be broken. */
function isUnbreakable(line: string): boolean {
	return (
		/https?:\/\/\S{60,}/.test(line) ||
		/\/(?:[^/\\\n]|\\.){60,}\/[dgimsuvy]*/.test(line) ||
		/(["'`])(?:(?!\1)[^\\]|\\.){60,}\1/.test(line) ||
		/\S{60,}/.test(line)
	);
}
