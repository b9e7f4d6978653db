/**
 * Makes five scripts of the program, and lets it run so that their compiled code is kept: see apps/bundle/README.md.
 *
 * In: the sources, node_modules/. Out: dist/bundle/. Plain JavaScript, as build.mjs is, which calls it.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import {
	administration,
	definitions,
	everyday,
	first,
	making,
	manyRows,
	serveOnce,
} from "./apps/bundle/conversation.mjs";
import { readFace } from "./apps/bundle/face.mjs";
import { warmUpLibrary as warmUpWith, workWith, writeLibrary } from "./apps/bundle/library.mjs";
import { licences } from "./apps/bundle/licences.mjs";
import { readModules } from "./apps/bundle/modules.mjs";
import { nodeCheck } from "./apps/bundle/node-version.mjs";
import { entryPointsOf, joinParts, partsPlugin } from "./apps/bundle/parts.mjs";
import { sortModules, workedInServer } from "./apps/bundle/sorting.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
const entry = "apps/cli/verso.ts";
/** A start, what applications ask every day, tables and what there is of them, work on many rows, the rest. */
const partNames = ["program", "everyday", "definitions", "many", "late"];
const folder = join(root, "dist", "bundle");
const requirePackage = createRequire(join(root, "package.json"));

/** The grammar of `--parser node-sql-parser`, one of that package's many builds: bundled into a file of its own. */
const packageGrammar = { path: "node-sql-parser/build/mysql.js", file: "node-sql-parser.cjs" };

/** The topology suite: bundled into a file of its own beside each script that may load it. */
const topologySuite = "core/types/topology/topology-suite.ts";

/** Loaded at first use: from node_modules/, and those of Node's own that a start can do without. */
const apart = [
	"node:crypto",
	"node:tls",
	"node:fs/promises",
	"node:http",
	"node:timers/promises",
	"cli-table3",
	"fastify",
	"iconv-lite",
	packageGrammar.path,
	"pino",
	"re2js",
	"smol-toml",
];

export async function bundle() {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const compiled = join(root, "dist");
	const face = await readFace(compiled);
	const modules = readModules(compiled, face);
	const worked = await workedInServer(compiled, entry);
	const sorted = await sortModules({ compiled, modules, entries: [{ to: entry, names: "all" }], worked });
	const { outputFiles, metafile } = await build({
		...shared,
		format: "esm",
		splitting: true,
		write: false,
		entryPoints: entryPointsOf(partNames),
		outdir: folder,
		define: { "import.meta.url": "programAddress" },
		plugins: [packagesApart(modules), nativeAddons, partsPlugin({ root, partNames, entry, face, ...sorted })],
	});
	const texts = await joinParts(outputFiles, partNames);
	for (const name of partNames) {
		writeFileSync(join(folder, `${name}.js`), texts[name]);
	}
	const grammar = await build({
		...shared,
		format: "cjs",
		minify: true,
		entryPoints: [requirePackage.resolve(packageGrammar.path)],
		outfile: join(folder, packageGrammar.file),
	});
	const suite = await buildSuite("esm", folder);
	const library = await writeLibrary({
		...{ root, folder, compiled, face, modules, shared },
		plugins: [packagesApart(modules), nativeAddons],
	});
	await buildSuite("cjs", join(folder, "library"));
	writeFileSync(join(folder, "THIRD-PARTY.txt"), licences(root, [metafile, grammar.metafile, suite.metafile, library]));
	await build({
		...shared,
		format: "cjs",
		minifyWhitespace: true,
		entryPoints: [join(root, "apps", "bundle", "launch.ts")],
		outfile: join(folder, "verso.cjs"),
		banner: { js: nodeCheck },
		// An old Node must be able to parse the file that tells it so.
		target: "es2017",
	});
	await warmUp();
	await warmUpLibrary();
}

/** Names of classes and functions stay: the rules are listed by them. */
const shared = {
	bundle: true,
	platform: "node",
	target: "node20.19",
	charset: "ascii",
	legalComments: "none",
	logLevel: "warning",
	metafile: true,
	absWorkingDir: root,
};

/** The scripts call for it as they do for a module beside them. */
function buildSuite(format, outdir) {
	return build({ ...shared, format, minify: true, entryPoints: [join(root, topologySuite)], outdir });
}

/** A package that is loaded when one of its exports is first looked at. */
const packagesApart = (modules) => ({
	name: "packages apart",
	setup(builder) {
		builder.onResolve({ filter: /^\.\/node-sql-parser\.cjs$/ }, ({ path }) => ({ path, external: true }));
		builder.onResolve({ filter: new RegExp(`^(${apart.join("|")})$`) }, ({ path, pluginData, namespace }) =>
			pluginData === "inside"
				? { path, external: true }
				: { path, namespace: path.startsWith("node:") && namespace !== "once" ? "once" : "apart" },
		);
		// Whoever imports from a CommonJS module has an object made with all its names: of Node's own there are a hundred.
		builder.onLoad({ filter: /.*/, namespace: "once" }, ({ path }) => {
			const names =
				importedNames(modules, path) ?? Object.keys(requirePackage(path)).filter((name) => name !== "default");
			return { contents: `export { ${names.join(", ")} } from ${JSON.stringify(path)};` };
		});
		builder.onLoad({ filter: /.*/, namespace: "apart" }, ({ path }) => {
			const address = path === packageGrammar.path ? `./${packageGrammar.file}` : path;
			const load = `() => loaded ??= require(${JSON.stringify(address)})`;
			const exported = requirePackage(path);
			const names =
				importedNames(modules, path) ??
				Object.keys(exported).filter((name) => name !== "default" && name !== "__esModule");
			const lines = names.map((name) => `get ${JSON.stringify(name)}() { return load()[${JSON.stringify(name)}]; }`);
			const target =
				typeof exported === "function"
					? "Object.defineProperties(function (...words) { return new.target ? new (load())(...words) : load()(...words); }, Object.getOwnPropertyDescriptors(all))"
					: "all";
			return {
				contents: `let loaded; const load = ${load}; const all = { ${lines.join(", ")} }; module.exports = ${target};`,
				pluginData: "inside",
			};
		});
	},
});

/** What our modules import of one that is apart, where each of them says so by name: all the others need not be there. */
function importedNames(modules, path) {
	const lists = [...modules.values()]
		.flatMap(({ imports }) => imports)
		.filter(({ to }) => to === path)
		.map(({ names }) => names);
	return lists.length > 0 && lists.every(Array.isArray)
		? [...new Set(lists.flat().map(({ exported }) => exported))]
		: undefined;
}

/**
 * The two addons are found by their packages' names, without a search through folders: it takes longer than loading them. Where
 * that fails, the search finds what there is. msgpackr and its addon are left out, since values are bytes here. So are keys: what else makes
 * them, which compiles a function of its own when it is loaded, is there for who calls it.
 */
const nativeAddons = {
	name: "native addons",
	setup(builder) {
		builder.onResolve({ filter: /^lmdb$/ }, () => ({ path: requirePackage.resolve("lmdb") }));
		builder.onResolve({ filter: /^msgpackr(-extract)?$/ }, ({ path }) => ({ path, namespace: "nothing" }));
		builder.onResolve({ filter: /^ordered-binary$/ }, ({ path, resolveDir }) => ({
			path: createRequire(join(resolveDir, "_")).resolve(path),
			namespace: "keys",
		}));
		builder.onLoad({ filter: /.*/, namespace: "keys" }, ({ path }) => {
			const names = Object.entries(requirePackage(path))
				.filter(([name, value]) => typeof value === "function" && name !== "enableNullTermination")
				.map(([name]) => name);
			const calls = names.map((name) => `${name}: (...words) => loaded().${name}(...words)`);
			const load = `require(${JSON.stringify(path)})`;
			return {
				contents: `let loadedKeys; function loaded() { return loadedKeys ??= (${load}.enableNullTermination(), ${load}); }
					module.exports = { ${calls.join(", ")}, enableNullTermination() {} };`,
				resolveDir: dirname(path),
			};
		});
		builder.onLoad({ filter: /.*/, namespace: "nothing" }, () => ({ contents: "module.exports = {};" }));
		builder.onResolve({ filter: /^node-gyp-build-optional-packages$/ }, ({ path, pluginData }) =>
			pluginData === "inside" ? { path, external: true } : { path, namespace: "addon" },
		);
		builder.onLoad({ filter: /.*/, namespace: "addon" }, () => ({ contents: addonLoader, pluginData: "inside" }));
	},
};

const addonLoader = `
const { existsSync, realpathSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname, join } = require("node:path");
const { platform, arch, versions } = process;
const addon = join("@lmdb", "lmdb-" + platform + "-" + arch, "node.abi" + versions.modules + (platform === "linux" ? ".glibc" : "") + ".node");
module.exports = () => {
	const program = createRequire(__filename);
	try {
		const folder = program.resolve.paths("lmdb").find((each) => existsSync(join(each, "lmdb")));
		const module = { exports: {} };
		process.dlopen(module, join(dirname(realpathSync(join(folder, "lmdb"))), addon));
		return module.exports;
	} catch {}
	const lmdb = program.resolve("lmdb");
	return createRequire(lmdb)("node-gyp-build-optional-packages")(join(dirname(lmdb), ".."));
};`;

/**
 * A server that starts, answers a few statements and ends keeps its compiled code: of the program what a start needs, of each other part what is
 * asked for every day.
 */
async function warmUp() {
	const data = mkdtempSync(join(tmpdir(), "verso-warm-up-"));
	const words = [join(folder, "verso.cjs"), "--data-dir", data];
	try {
		await serveOnce({ words, statements: making });
		forgetCode(folder);
		await serveOnce({ words, statements: first });
		await serveOnce({ words, statements: [...everyday, ...definitions, ...manyRows, ...administration] });
	} finally {
		rmSync(data, { recursive: true, force: true });
	}
}

/** Code is made of processes that begin with the states, as all will: of the first part what a first database needs. */
async function warmUpLibrary() {
	await workWith(folder, "states");
	await warmUpWith(folder, async (task, work) => {
		if (task === "first") {
			forgetCode(join(folder, "library"));
		}
		await work();
	});
}

/** Removes the compiled code beside scripts. */
function forgetCode(place) {
	for (const name of readdirSync(place).filter((each) => each.endsWith(".code"))) {
		rmSync(join(place, name));
	}
}
