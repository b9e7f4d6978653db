/**
 * Generates the tables of files in READMEs from the first sentence of each file's header.
 *
 * A README has its table between two marks; `npm run tables` writes it, the tidy test compares. Folders are listed
 * with the first sentence of their own README.
 *
 *     <!-- files -->
 *     | file | what it is |
 *     <!-- /files -->
 */
import type { Source } from "./source.ts";

const open = "<!-- files -->";
const close = "<!-- /files -->";

export interface Page {
	/** From the root: `core/store/README.md`. */
	readonly path: string;
	readonly text: string;
}

/** Returns the README with its current table, or unchanged if it has no marks. */
export function withTable(page: Page, sources: readonly Source[], pages: readonly Page[]): string {
	const [before, rest] = page.text.split(open);
	const after = rest?.split(close)[1];
	if (before === undefined || after === undefined) {
		return page.text;
	}
	const folder = page.path.slice(0, -"/README.md".length);
	const rooms = pages.filter(
		({ path }) => path.slice(0, path.lastIndexOf("/", path.length - "/README.md".length - 1)) === folder,
	);
	const rows = [
		...rooms.map(({ path, text }) => {
			const room = path.slice(folder.length + 1, -"/README.md".length);
			return `| [\`${room}/\`](${room}/README.md) | ${escape(firstSentence(prose(text)))} |`;
		}),
		...sources
			.filter((source) => source.folder === folder && !source.name.endsWith(".test.ts"))
			.map(({ name, text }) => `| \`${name}\` | ${escape(headerSentence(text))} |`),
	];
	return `${before}${open}\n| file | what it is |\n|---|---|\n${rows.join("\n")}\n${close}${after}`;
}

/** Returns the first sentence of a file's opening comment. */
export function headerSentence(text: string): string {
	const header = /^(?:#!.*\n)?\/\*\*([\s\S]*?)\*\//.exec(text)?.[1] ?? "";
	return firstSentence(header.replace(/^[ \t]*\*[ \t]?/gm, ""));
}

/** Returns a page without its title and marks. */
function prose(text: string): string {
	return text.replace(/^#.*\n/gm, "").replace(/<!--.*?-->/g, "");
}

/** Returns the text up to the first full stop behind a word, or to the end of the paragraph. */
function firstSentence(text: string): string {
	const [paragraph = ""] = text.trim().split(/\n\s*\n/);
	const line = paragraph.replace(/\s+/g, " ").trim();
	const end = /(?<!\be\.g|\bi\.e|\bcf|\bvs|\.\.)[.!?:](?= [A-Z`(]|$)/.exec(line);
	return end === null ? line : line.slice(0, end.index + (line[end.index] === ":" ? 0 : 1));
}

function escape(sentence: string): string {
	return sentence.replaceAll("|", "\\|");
}
