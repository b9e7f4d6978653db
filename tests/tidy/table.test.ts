/**
 * README rules: every README lists its files as their headers describe them, and fits a page.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { root } from "../root.ts";
import { listTree, readSources, type Source } from "./source.ts";
import { headerSentence, type Page, withTable } from "./table.ts";

const sources = readSources();
const pages: readonly Page[] = listTree()
	.filter((path) => path.endsWith("/README.md"))
	.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

test("tables of files are as `npm run tables` writes them", (t) => {
	t.deepEqual(
		pages.filter((page) => withTable(page, sources, pages) !== page.text).map(({ path }) => path),
		[],
	);
});

test("the README of every room of core and apps has a table of its files", (t) => {
	const rooms = new Set(sources.filter(({ path }) => /^(core|apps)\//.test(path)).map(({ folder }) => folder));
	const bare = [...rooms].filter(
		(room) => pages.find(({ path }) => path === `${room}/README.md`)?.text.includes("<!-- files -->") !== true,
	);
	t.deepEqual(
		bare.filter((room) => !/\/data$/.test(room)),
		[],
	);
});

test("a README fits a page", (t) => {
	const withoutBlocks = (text: string): string =>
		text.replace(/<!-- files -->[\s\S]*?<!-- \/files -->/g, "").replace(/^```[\s\S]*?^```$/gm, "");
	const long = pages
		.filter(({ path }) => /^(core|apps|tests|bench)\//.test(path))
		.filter(({ text }) => withoutBlocks(text).split(/\s+/).length > 1200);
	t.deepEqual(
		long.map(({ path }) => path),
		[],
	);
});

test("a first sentence is found, and a planted change of it changes the table", (t) => {
	t.is(
		headerSentence("/**\n * A map: keys to values of 5.7 rows, e.g. (a).\n * More.\n */"),
		"A map: keys to values of 5.7 rows, e.g. (a).",
	);
	const source = { ...(sources[0] as Source), folder: "core/x", name: "a.ts", text: "/** Sorts. Then. */" };
	const page = { path: "core/x/README.md", text: "# X\n<!-- files -->\n<!-- /files -->\n" };
	t.regex(withTable(page, [source], [page]), /\| `a\.ts` \| Sorts\. \|/);
	t.not(withTable(page, [source], [page]), withTable(page, [{ ...source, text: "/** Merges. */" }], [page]));
});
