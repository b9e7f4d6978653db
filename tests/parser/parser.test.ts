/**
 * Second grammar: its reading of the corpus matches `docs/reference/parsers.md`, and a server runs on it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { openKernel } from "../../core/open.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import { bookOf } from "../../plugins/index.ts";
import { createPackageParser } from "../../plugins/parser/index.ts";
import { runScript } from "../client.ts";
import { root } from "../root.ts";
import { printOpinions, secondOpinions } from "./opinion.ts";

test("the package's trees of the corpus", (t) => {
	const opinions = secondOpinions();
	t.true(opinions.length >= 1500, "the corpus has 1,500 statements");
	const page = join(root, "docs", "reference", "parsers.md");
	const text = printOpinions(opinions);
	if (process.env.VERSO_UPDATE === "1") {
		writeFileSync(page, text);
	}
	t.is(text, readFileSync(page, "utf8"));
});

test("a server runs on it", async (t) => {
	const path = join(root, "tests", "parser", "tour.txt");
	const kernel = await openKernel({
		store: openMemoryStore(),
		release: "2.1.7",
		book: bookOf("2.1.7"),
		parser: createPackageParser(),
	});
	const played = await runScript(kernel, readFileSync(path, "utf8"));
	if (process.env.VERSO_UPDATE === "1") {
		writeFileSync(path, played);
	}
	t.is(played, readFileSync(path, "utf8"));
	await kernel.close();
});
