/**
 * Prose rules: line widths, names of files, banned phrases, formatting.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "ava";
import { root } from "../root.ts";
import { maximumColumns, wideCodeLines, wideProseLines } from "./columns.ts";
import { fileFinder, filesNamedIn } from "./named-file.ts";
import { scriptsNamedIn } from "./named-script.ts";
import { bannedOpening, commentsOf, phrasesIn } from "./phrase.ts";
import { listTree, readSources } from "./source.ts";

const sources = readSources();
const paths = listTree();
const pages = paths
	.filter((path) => path.endsWith(".md") && !isLog(path))
	.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

/** Measurements and histories, kept as they were written. */
function isLog(path: string): boolean {
	return path.startsWith("bench/notes/") || path === "tests/crash/log.md" || path === "CHANGELOG.md";
}

test(`a line of code has at most ${maximumColumns} columns`, (t) => {
	const wide = sources
		.filter(({ path }) => !path.includes("/data/"))
		.flatMap(({ path, lines }) => wideCodeLines(lines).map((line) => `${path}:${line}`));
	t.deepEqual(wide, []);
});

test(`a line of Markdown prose has at most ${maximumColumns} columns`, (t) => {
	t.deepEqual(
		pages.flatMap(({ path, text }) => wideProseLines(text.split("\n")).map((line) => `${path}:${line}`)),
		[],
	);
});

test("a planted wide line is found, a wide table is not", (t) => {
	const words = "word ".repeat(30);
	t.deepEqual(wideCodeLines(["short", words, `| ${words}`, ` * | ${words}`]), [2]);
	t.deepEqual(wideProseLines([words, `| ${words}`, "```", words, "```", `    ${words}`, words]), [1, 7]);
});

test("every file that prose names is there", (t) => {
	const isThere = fileFinder(paths);
	const lost = [
		...pages.flatMap(({ path, text }) => named(path, text)),
		...sources.flatMap(({ path, text }) => commentsOf(text).flatMap((comment) => named(path, comment))),
	];
	t.deepEqual(lost, []);

	function named(path: string, prose: string): string[] {
		return filesNamedIn(prose)
			.filter(({ name }) => !isThere(name, dirname(path)))
			.map(({ name }) => `${path} names ${name}`);
	}
});

test("every npm script that prose names is there", (t) => {
	const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
	const proses = [...pages, ...sources].map(({ path, text }) => ({ path, text }));
	t.deepEqual(
		proses.flatMap(({ path, text }) =>
			scriptsNamedIn(text)
				.filter((name) => !(name in scripts))
				.map((name) => `${path} names npm run ${name}`),
		),
		[],
	);
	t.deepEqual(scriptsNamedIn("`npm run crash -- --long`, npm test -- x and npm start"), ["crash", "test", "start"]);
});

test("a planted name of a file that is gone is found", (t) => {
	const isThere = fileFinder(["core/store/store.ts", "core/README.md"]);
	const found = filesNamedIn("See `store/store.ts`, README.md and gone.ts.").map(({ name }) => [
		name,
		isThere(name, "core"),
	]);
	t.deepEqual(found, [
		["store/store.ts", true],
		["README.md", true],
		["gone.ts", false],
	]);
});

/** Each banned phrase of a comment or a page, with its place. */
const offences: readonly string[] = [
	...sources
		.filter(({ path }) => !path.startsWith("tests/tidy/"))
		.flatMap(({ path, text }) =>
			commentsOf(text).flatMap((comment) => [
				...phrasesIn(comment).map((phrase) => `${path}: "${phrase}" in "${comment.slice(0, 80)}"`),
				...(bannedOpening.test(comment) ? [`${path}: opens with "${comment.slice(0, 60)}"`] : []),
			]),
		),
	...pages
		.filter(({ path }) => path !== "CONTRIBUTING.md")
		.flatMap(({ path, text }) =>
			text.split(/\n\s*\n/).flatMap((paragraph) => phrasesIn(paragraph).map((phrase) => `${path}: "${phrase}"`)),
		),
];

test("comments and pages name parts of the program, not persons", (t) => {
	t.deepEqual(offences, []);
});

test("planted phrases are found", (t) => {
	t.deepEqual(phrasesIn('Nobody is told; whoever waits, and `nobody`, and "somebody".'), ["Nobody", "whoever"]);
	t.true(bannedOpening.test("What a lock is."));
	t.deepEqual(commentsOf("/** One\n * comment. */\nlet a; // not this\n\t// two\n\t// lines\n"), [
		"One comment.",
		"two lines",
	]);
});

test("the formatter and the linter report nothing", (t) => {
	const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");
	t.notThrows(() =>
		execFileSync(process.execPath, [biome, "check", "--error-on-warnings", "."], { cwd: root, encoding: "utf8" }),
	);
});
