/**
 * Structure rules: size of folders, direction of imports between rooms, no unused export.
 */
import test from "ava";
import { circlesOf } from "./circle.ts";
import { maximumRoomFiles, roomOf, rooms } from "./rooms.ts";
import { readSources, type Source } from "./source.ts";

const sources = readSources();
const core = sources.filter(({ path }) => path.startsWith("core/"));

test(`a folder of core or apps holds at most ${maximumRoomFiles} source files`, (t) => {
	const counts = new Map<string, number>();
	for (const { path, folder } of sources.filter((source) => /^(core|apps)\//.test(source.path))) {
		if (!path.includes("/data/")) {
			counts.set(folder, (counts.get(folder) ?? 0) + 1);
		}
	}
	t.deepEqual(
		[...counts].filter(([, count]) => count > maximumRoomFiles),
		[],
	);
});

test("imports inside core have no cycles, even of types", (t) => {
	const byPath = new Map(core.map((source) => [source.path, source]));
	t.deepEqual(
		circlesOf(byPath.keys(), (path) => (byPath.get(path)?.allImports ?? []).filter((target) => byPath.has(target))),
		[],
	);
});

test("every folder of core has a place in the order of rooms", (t) => {
	t.deepEqual(
		[...new Set(core.map(({ path }) => roomOf(path)))].filter((room) => !rooms.includes(room)),
		[],
	);
	t.deepEqual(
		rooms.filter((room) => !core.some(({ path }) => roomOf(path) === room)),
		[],
	);
	t.is(new Set(rooms).size, rooms.length);
});

test("a room imports only rooms below it", (t) => {
	t.deepEqual(upward(core), []);
});

test("apps import the kernel through its public face alone", (t) => {
	t.deepEqual(deepImports(sources), []);
	const [app] = sources.filter(({ path }) => path.startsWith("apps/"));
	const planted = { ...(app as Source), path: "apps/planted.ts", allImports: ["core/index.ts", "core/sql/parser.ts"] };
	t.deepEqual(deepImports([{ ...planted, dynamicImports: ["core/kernel.ts"] }]), [
		"apps/planted.ts -> core/sql/parser.ts",
		"apps/planted.ts -> core/kernel.ts",
	]);
});

test("every value that the kernel's public face re-exports is imported through it", (t) => {
	t.deepEqual(unusedReExports(sources), []);
	const face = {
		...(sources.find(({ path }) => path === publicFace) as Source),
		text: 'export { lonely } from "./x.ts";',
	};
	t.deepEqual(unusedReExports([face]), ["lonely"]);
});

test("a planted cycle, a planted import upwards and a planted unused export are found", (t) => {
	const edges = new Map([
		["a", ["b"]],
		["b", ["c"]],
		["c", ["b", "d"]],
		["d", []],
		["e", ["e"]],
	]);
	t.deepEqual(
		circlesOf(edges.keys(), (node) => edges.get(node) ?? []),
		[["b", "c"], ["e"]],
	);
	const planted = { ...(core[0] as Source), path: `${rooms[0]}/planted.ts`, imports: [`${rooms.at(-1)}/index.ts`] };
	t.is(upward([planted]).length, 1);
	const [first] = sources.filter(({ exports }) => exports.length > 0);
	t.deepEqual(
		unusedExports([{ ...(first as Source), path: "core/x.ts", exports: ["lonely"], text: "export const lonely = 1;" }]),
		["core/x.ts: lonely"],
	);
});

test("every export is imported by some file", (t) => {
	t.deepEqual(unusedExports(sources), []);
});

function upward(all: readonly Source[]): string[] {
	return all.flatMap(({ path, imports }) =>
		imports
			.filter((target) => target.startsWith("core/") && rooms.indexOf(roomOf(target)) > rooms.indexOf(roomOf(path)))
			.map((target) => `${path} -> ${target}`),
	);
}

const publicFace = "core/index.ts";

function deepImports(all: readonly Source[]): string[] {
	return all
		.filter(({ path }) => path.startsWith("apps/"))
		.flatMap(({ path, allImports, dynamicImports }) =>
			[...allImports, ...dynamicImports]
				.filter((target) => target.startsWith("core/") && target !== publicFace)
				.map((target) => `${path} -> ${target}`),
		);
}

/** Types are left out: a signature may need them that no file names. */
function unusedReExports(all: readonly Source[]): string[] {
	const importers = all.filter(({ allImports }) => allImports.includes(publicFace));
	const text = all.find(({ path }) => path === publicFace)?.text ?? "";
	return [...text.matchAll(/^export \{([^}]*)\} from/gm)]
		.flatMap(([, names]) => (names as string).split(","))
		.map((name) => name.trim().replace(/^\w+ as /, ""))
		.filter(
			(name) => name !== "" && !name.startsWith("type ") && !importers.some((importer) => names(importer.text, name)),
		);
}

/** Returns exports whose name no importing file contains, unless it re-exports all of the file. */
function unusedExports(all: readonly Source[]): string[] {
	const importers = new Map<string, Source[]>();
	for (const source of all) {
		for (const target of new Set([...source.allImports, ...source.dynamicImports])) {
			importers.set(target, [...(importers.get(target) ?? []), source]);
		}
	}
	return all
		.filter(({ path }) => !/\.d\.ts$/.test(path))
		.flatMap(({ path, exports }) =>
			exports
				.filter((name) => !(importers.get(path) ?? []).some(({ text }) => names(text, name)))
				.map((name) => `${path}: ${name}`),
		);
}

function names(text: string, name: string): boolean {
	return new RegExp(`\\b${name}\\b`).test(text) || /^(import|export) \* /m.test(text);
}
