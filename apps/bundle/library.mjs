/**
 * Makes the library: a front for each realm that loads it, an engine for the thread, and the modules to import and require.
 *
 *     library/index.js     the front: classes, errors and values of its caller's realm; loads the engine (engine.ts)
 *     library/program.js   the engine's first part: a module for each that the front imports; everyday.js and late.js, the others (parts.mjs)
 *     library/*.code       what V8 made of the parts, one a version of Node and set of its flags
 *     library/new/*.bytes  what a new database begins with, one a page and mode (library-warm-up.mjs)
 *     database.js, .cjs    of each entry a module to import and one to require; so are rules and testing
 *
 * In: bundle.mjs's way of building. Out: the files.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { withoutFace } from "./face.mjs";
import { entryPointsOf, joinParts, partsPlugin } from "./parts.mjs";
import { ranIn, sortModules } from "./sorting.mjs";

const entry = "apps/testing/library.ts";

/** Of the engine: a first database, what applications and their tests ask for, the rest. */
const partNames = ["program", "everyday", "late"];

/** What makes values, errors and classes of the caller's realm; all else is the engine's. */
const front =
	/^apps\/(embed\/(client-config|database|database-error|error-code|index|memory-stream|object-sink|open|open-options|parameter|session|snapshot|value-reader)|testing\/(?!tested-plugin)[^/]+|compose\/usage-error|bundle\/(engine|compiled-code))\.ts$/;

/** Lines of a script are short, since Node prints the one that an error came from. */
const script = { format: "cjs", minifyWhitespace: true, lineLimit: 160 };

/** `shared` and `plugins` are options of esbuild, `plugins` those for packages of the engine. */
export async function writeLibrary({ root, folder, compiled, face, modules, shared, plugins }) {
	const library = join(folder, "library");
	mkdirSync(library, { recursive: true });
	writeFileSync(join(library, "package.json"), '{ "type": "commonjs" }\n');
	// Loading it is enough: in a worker thread the library answers.
	writeFileSync(join(library, "facts-worker.js"), 'require("./index.js");\n');
	/** Paths of the front's modules, and of the engine's that they import. */
	const [own, taken] = [new Set(), new Set()];
	await build({
		...shared,
		...script,
		entryPoints: [join(root, entry)],
		outfile: join(library, "index.js"),
		define: { "import.meta.url": "libraryAddress" },
		banner: { js: 'const libraryAddress = require("node:url").pathToFileURL(__filename).href;' },
		plugins: [frontPlugin({ root, face, own, taken })],
	});
	const entries = [...own].flatMap((from) => {
		const { imports, body } = modules.get(from);
		return imports.filter(({ to }) => taken.has(to)).map((each) => ({ ...each, body }));
	});
	const worked = await workedInLibrary(compiled);
	const sorted = await sortModules({ compiled, modules, entries, worked });
	const engine = await build({
		...shared,
		format: "esm",
		splitting: true,
		write: false,
		entryPoints: entryPointsOf(partNames),
		outdir: library,
		define: { "import.meta.url": "programAddress" },
		plugins: [...plugins, partsPlugin({ root, partNames, face, given: [...taken], ...sorted })],
	});
	const texts = await joinParts(engine.outputFiles, partNames, script.lineLimit);
	for (const name of partNames) {
		writeFileSync(join(library, `${name}.js`), texts[name]);
	}
	await writeEntries(root, folder);
	return engine.metafile;
}

/** Of a first database and of everyday work the modules of which a function ran. */
async function workedInLibrary(compiled) {
	const sets = [];
	await warmUpLibrary(compiled, async (_task, work) => sets.push(await ranIn(compiled, work)));
	return sets;
}

/** Works with the library in `folder` for the first time, then as applications do: `each` is given the task, and the call, which takes an environment. */
export async function warmUpLibrary(folder, each) {
	const saved = mkdtempSync(join(tmpdir(), "verso-warm-up-"));
	const run = (task, environment = {}) => workWith(folder, task, join(saved, "state"), environment);
	try {
		await run("making");
		for (const task of ["first", "everyday"]) {
			await each(task, (environment) => run(task, environment));
		}
	} finally {
		rmSync(saved, { recursive: true, force: true });
	}
}

/** `task` is one of library-warm-up.mjs. */
export async function workWith(folder, task, saved = "", environment = {}) {
	const program = fileURLToPath(new URL("library-warm-up.mjs", import.meta.url));
	await promisify(execFile)(process.execPath, [program, folder, task, saved], {
		env: { ...process.env, ...environment },
	});
}

/** `own`: paths of the front's modules; `taken`: those of the engine's that they import. */
function frontPlugin({ root, face, own, taken }) {
	const nameOf = (path) => relative(root, path).replaceAll(sep, "/");
	return {
		name: "front",
		setup(builder) {
			builder.onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir }) => {
				const name = nameOf(join(resolveDir, path));
				return front.test(name) ? undefined : { path: name, namespace: "engine" };
			});
			builder.onLoad({ filter: /\.ts$/, namespace: "file" }, ({ path }) => {
				const name = nameOf(path);
				own.add(name);
				return { loader: "ts", contents: withoutFace(readFileSync(path, "utf8"), name, face) };
			});
			builder.onLoad({ filter: /.*/, namespace: "engine" }, ({ path }) => {
				taken.add(path);
				const place = [...taken].indexOf(path);
				return {
					contents: `module.exports = require("./apps/bundle/engine.ts").engine.m${place};`,
					resolveDir: root,
				};
			});
		},
	};
}

async function writeEntries(root, folder) {
	const own = 'require("./library/index.js")';
	const entries = {
		rules: ["core/rules", `globalThis[Symbol.for("verso-db/rules")] ?? ${own}.rules`],
		testing: ["apps/testing", `${own}.testing`],
		database: ["apps/embed", `${own}.database`],
	};
	for (const [name, [room, value]] of Object.entries(entries)) {
		const exported = Object.keys(await import(pathToFileURL(join(root, "dist", room, "index.js")).href));
		// Where `module.exports = require(...)` stands, an import reads the whole library for names of exports.
		writeFileSync(join(folder, `${name}.cjs`), `const entry = ${value};\nmodule.exports = entry;\n`);
		writeFileSync(
			join(folder, `${name}.js`),
			`import ${name} from "./${name}.cjs";\nexport const { ${exported.join(", ")} } = ${name};\n`,
		);
	}
}
