/**
 * Finds names of files in prose that the tree does not have.
 *
 * In Markdown a name is text in backticks or a link's target; in comments, text that looks like a path. A name
 * without a folder is looked for everywhere, one with a folder as the end of a path.
 */
const fileName = /(?<![\w./*<{$-])(?:[\w.-]+\/)*[A-Za-z][\w-]*(?:\.[\w-]+)*\.(?:ts|mjs|cjs|md|sh|tsv)(?![\w-])/g;

interface NamedFile {
	readonly name: string;
	readonly line: number;
}

/** Files of other projects, and generated ones, which are named as examples. */
const elsewhere =
	/^(dist|node_modules|\.\.\/shared)\/|^(?:\.\/)?(mine|no-shouting|my-[\w-]+|x|page|plugin|package|index|verso)\.(mjs|ts|cjs)$|^\w+\.d\.ts$/;

/** Blocks of code are examples: their files need not exist. */
export function filesNamedIn(prose: string): NamedFile[] {
	let isCode = false;
	return prose.split("\n").flatMap((text, at) => {
		isCode = /^\s*```/.test(text) ? !isCode : isCode;
		return isCode || /^( {4}|\t)/.test(text)
			? []
			: (text.match(fileName) ?? []).filter((name) => !elsewhere.test(name)).map((name) => ({ name, line: at + 1 }));
	});
}

/** Returns whether a name leads to a file: from its page's folder, from the root, or as the end of a path. */
export function fileFinder(paths: readonly string[]): (name: string, folder: string) => boolean {
	const ends = new Set(
		paths.flatMap((path) => {
			const parts = path.split("/");
			return parts.map((_, at) => parts.slice(at).join("/"));
		}),
	);
	return (name, folder) => {
		const clean = name.replace(/^(\.{1,2}\/)+/, "");
		return ends.has(clean) || ends.has(`${folder}/${clean}`);
	};
}
