/**
 * House rules checked on the source files: names, length, headers, imports, one test for each rule.
 */
import test from "ava";
import { circlesOf } from "./tidy/circle.ts";
import { forbiddenNames, layerOf, mayImport } from "./tidy/house.ts";
import { type Source, readSources } from "./tidy/source.ts";

const sources = readSources();
const code = sources.filter(({ path }) => /^(core|plugins|apps|bench)\//.test(path));

test("a file name is a noun, without utils, helpers, common", (t) => {
	const drawers = sources.filter(({ path }) => path.split(/[/.]/).some((part) => forbiddenNames.includes(part)));
	t.deepEqual(paths(drawers), []);
	t.deepEqual(paths(sources.filter(({ name }) => !/^[a-z0-9]+([.-][a-z0-9]+)*\.ts$/.test(name))), []);
});

test("a file has at most 400 lines", (t) => {
	const long = sources.filter(({ lines }) => lines.length > 400);
	t.deepEqual(
		long.map(({ path, lines }) => `${path}: ${lines.length}`),
		[],
	);
});

test("a file opens with a header", (t) => {
	const silent = sources.filter(({ text }) => !/^(#!.*\n)?\/\*\*[\s*]+\S.{8,}/.test(text));
	t.deepEqual(paths(silent), []);
});

test("a folder has a README", (t) => {
	const folders = new Set(code.map(({ folder }) => folder));
	const bare = [...folders].filter((folder) => !hasReadme(folder));
	t.deepEqual(bare, []);
});

test("imports point down", (t) => {
	const wrong = code.flatMap((source) =>
		source.imports
			.filter((target) => !mayImport(layerOf(source.path), layerOf(target), source.path, target))
			.map((target) => `${source.path} -> ${target}`),
	);
	t.deepEqual(wrong, []);
});

test("imports make no cycles", (t) => {
	const imports = new Map(sources.map((source) => [source.path, source.imports]));
	t.deepEqual(
		circlesOf(imports.keys(), (path) => (imports.get(path) ?? []).filter((target) => imports.has(target))),
		[],
	);
});

test("tsyringe is used in two or three files only", (t) => {
	const users = code.filter(({ text }) => /from "tsyringe"/.test(text));
	t.true(users.length <= 3, paths(users).join(", "));
});

test("core names no release", (t) => {
	const named = code.filter(
		({ path, text }) =>
			path.startsWith("core/") &&
			/(?<![\d.])2\.[01](\.\d)?(?![\d.]|\s?[sx%])\b/.test(text.replace(/\b\d+\.\d+\.\d+\.\d+\b/g, "")),
	);
	t.deepEqual(paths(named), []);
});

test("no any, no ts-ignore", (t) => {
	const escaped = sources.filter(
		({ path, text }) =>
			!path.startsWith("tests/tidy") &&
			(/(: any|<any|as any)\s*([,;)=>\]|&]|$)/m.test(text.replace(/\/\*[\s\S]*?\*\//g, "")) ||
				/@ts-(ignore|nocheck)/.test(text)),
	);
	t.deepEqual(paths(escaped), []);
});

test("no test sets a timeout, which would disable the common one", (t) => {
	t.deepEqual(
		paths(
			sources.filter(
				({ path, text }) => path.endsWith(".test.ts") && !path.endsWith("tidy.test.ts") && /\bt\.timeout\(/.test(text),
			),
		),
		[],
	);
});

test("no test is skipped or runs alone", (t) => {
	const odd = sources.filter(
		({ path, text }) =>
			path.endsWith(".test.ts") && !path.endsWith("tidy.test.ts") && /test\.(only|todo|failing)\b/.test(text),
	);
	t.deepEqual(paths(odd), []);
});

function paths(found: readonly Source[]): string[] {
	return found.map(({ path }) => path);
}

function hasReadme(folder: string): boolean {
	return readSources.readmes.has(folder) || /^plugins\/(2\.\d(\.\d)?)$/.test(folder);
}
