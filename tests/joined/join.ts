/**
 * Makes one script of the modules that many tests need of the kernel and its apps, with V8's compiled code of it.
 *
 * In: `dist/`, as the compiler made it. Out: `dist/joined/`. What is imported by a call stays apart, since it is to be
 * loaded later.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { invariant } from "../../core/errors/invariant.ts";
import { root } from "../root.ts";
import { exportedAs, joinedModule, joinedScript, joinedTable, type JoinedTable } from "./table.ts";

const compiled = join(root, "dist");
/** A module is joined if every so many-th test file needs it. */
const many = 8;
const kernel = /^(core|plugins|apps)\//;
/** As the compiler prints them, each on one line, and none of types. */
const staticImport = /^(?:import|export) (?:[^"\n]* from )?"(\.[^"]+)";/gm;

const imports = new Map<string, readonly string[]>();

/** Imports of a compiled module of ours, by paths from `dist/`. */
function importsOf(file: string): readonly string[] {
	let found = imports.get(file);
	if (found === undefined) {
		const text = readFileSync(join(compiled, file), "utf8");
		found = [...text.matchAll(staticImport)].map(([, address = ""]) => join(dirname(file), address));
		imports.set(file, found);
	}
	return found;
}

/** A module and all that it imports. */
function reach(file: string, seen = new Set<string>()): Set<string> {
	if (!seen.has(file)) {
		seen.add(file);
		importsOf(file).forEach((each) => reach(each, seen));
	}
	return seen;
}

/** With every module all that it imports. */
function neededByMany(tests: readonly string[]): readonly string[] {
	const counts = new Map<string, number>();
	for (const file of tests.flatMap((test) => [...reach(test)])) {
		counts.set(file, (counts.get(file) ?? 0) + 1);
	}
	return [...counts.keys()].filter((file) => kernel.test(file) && counts.get(file)! * many >= tests.length).sort();
}

/** Where a module is, which it would ask the joined one for; what it imports by a call. */
const asApart: Plugin = {
	name: "as apart",
	setup(builder) {
		builder.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) =>
			kind === "dynamic-import" ? { path: pathToFileURL(join(resolveDir, path)).href, external: true } : undefined,
		);
		builder.onLoad({ filter: /\.js$/ }, ({ path }) => {
			const text = readFileSync(path, "utf8");
			return text.includes("import.meta.url")
				? { contents: text.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)) }
				: undefined;
		});
	},
};

async function joinModules(): Promise<void> {
	rmSync(dirname(joinedScript), { recursive: true, force: true });
	mkdirSync(dirname(joinedScript), { recursive: true });
	const tests = (readdirSync(join(compiled, "tests"), { recursive: true }) as string[])
		.filter((file) => file.endsWith(".js"))
		.map((file) => join("tests", file));
	const joined = neededByMany(tests.filter((file) => file.endsWith(".test.js")));
	const table: JoinedTable = { names: {}, users: {} };
	for (const file of joined) {
		table.names[file] = Object.keys((await import(pathToFileURL(join(compiled, file)).href)) as object);
	}
	for (const file of tests) {
		table.users[file] = [...reach(file)].filter((each) => each in table.names).length;
	}
	const lines = joined.map((file, at) => {
		const names = table.names[file]!.map((name) => `${name} as ${exportedAs(at, name)}`).join(", ");
		return `export { ${names} } from ${JSON.stringify(`./${file}`)};`;
	});
	const { outputFiles } = await build({
		bundle: true,
		platform: "node",
		format: "esm",
		target: "node20.19",
		packages: "external",
		keepNames: true,
		legalComments: "none",
		logLevel: "warning",
		write: false,
		stdin: { contents: lines.join("\n"), resolveDir: compiled, sourcefile: "joined.js" },
		plugins: [asApart],
	});
	const { script, packages } = asFunction(outputFiles[0]!.text);
	writeFileSync(joinedScript, script);
	writeFileSync(joinedModule, moduleOf(packages));
	writeFileSync(joinedTable, JSON.stringify(table));
	execFileSync(process.execPath, [join(compiled, "tests", "joined", "keep-code.js")], { stdio: ["ignore", 2, 2] });
}

/** As esbuild prints them. */
const packageImport = /^import (?:(\w+)(?:, )?)?(?:\{([^}]*)\}|\* as (\w+))? ?(?:from )?"([^"]+)";\n/gm;
const exportList = /^export \{([^}]*)\};\n/gm;

/**
 * A script has no imports and exports: its value is a function from the packages by their names, and from what imports
 * by a call, to the exports.
 */
function asFunction(text: string): { readonly script: string; readonly packages: readonly string[] } {
	const packages = new Set<string>();
	const exported: string[] = [];
	const body = text
		.replace(packageImport, (_all, whole?: string, list = "", space?: string, name = "") => {
			packages.add(name);
			const from = `packages[${JSON.stringify(name)}]`;
			const parts = list.replaceAll(" as ", ": ");
			return [
				...(whole === undefined ? [] : [`const ${whole} = ${from}.default;`]),
				...(space === undefined ? [] : [`const ${space} = ${from};`]),
				...(parts.trim() === "" ? [] : [`const {${parts}} = ${from};`]),
				"",
			].join("\n");
		})
		.replace(exportList, (_all, list: string) => {
			exported.push(
				...list
					.split(",")
					.map((each) => each.trim().split(" as "))
					.map(([own = "", name = own]) => `${name}: ${own}`),
			);
			return "";
		})
		.replace(/\bimport\(/g, "importModule(");
	invariant(!/^(import|export)\b/m.test(body), "All imports and exports of the joined script are understood");
	return {
		script: `(function (packages, importModule) {\n${body}\nreturn { ${exported.join(", ")} };\n})`,
		packages: [...packages],
	};
}

/** The script's exports as a module: its packages are those of the modules that are not joined. */
function moduleOf(packages: readonly string[]): string {
	const lines = packages.map((name, at) => `import * as p${at} from ${JSON.stringify(name)};`);
	const list = packages.map((name, at) => `${JSON.stringify(name)}: p${at}`).join(", ");
	return [
		...lines,
		'import { runScript } from "../tests/joined/run-script.js";',
		`export const kernel = runScript({ ${list} });`,
		"",
	].join("\n");
}

// `build.mjs` imports it.
export { joinModules };
