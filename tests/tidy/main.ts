/**
 * `npm run tables`: rewrites the tables of files in all READMEs.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";
import { listTree, readSources } from "./source.ts";
import { type Page, withTable } from "./table.ts";

const sources = readSources();
const pages: readonly Page[] = listTree()
	.filter((path) => path.endsWith("/README.md"))
	.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
let written = 0;
for (const page of pages) {
	const wanted = withTable(page, sources, pages);
	if (wanted !== page.text) {
		writeFileSync(join(root, page.path), wanted);
		written++;
	}
}
process.stdout.write(`${written} of ${pages.length} READMEs written\n`);
