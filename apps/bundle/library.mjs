/**
 * Makes the library: a front for each realm that loads it, an engine for the thread, and the modules to import and require.
 *
 *     library/index.js     the front: classes, errors and values of its caller's realm; loads the engine (engine.ts)
 *     library/engine.js    (function (module, require, ...) { all else }), with a module for each that the front imports
 *     library/*.code       what V8 made of the engine, one a version of Node and set of its flags
 *     library/new/*.bytes  what a new database begins with, one a page and mode (library-warm-up.mjs)
 *     database.js, .cjs    of each entry a module to import and one to require; so are rules and testing
 *
 * In: bundle.mjs's way of building. Out: the files.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const entry = "apps/testing/library.ts";

/** What makes values, errors and classes of the caller's realm; all else is the engine's. */
const front =
	/^apps\/(embed\/(client-config|database|database-error|error-code|index|memory-stream|object-sink|open|open-options|parameter|session|snapshot|value-reader)|testing\/(?!tested-plugin)[^/]+|compose\/usage-error|bundle\/engine)\.ts$/;

/** Lines of a script are short, since Node prints the one that an error came from. */
const script = { format: "cjs", minifyWhitespace: true, lineLimit: 160 };

/** `shared` and `plugins` are options of esbuild, `plugins` those for packages of the engine. */
export async function writeLibrary({ root, folder, shared, plugins }) {
	const library = join(folder, "library");
	mkdirSync(library, { recursive: true });
	writeFileSync(join(library, "package.json"), '{ "type": "commonjs" }\n');
	// Loading it is enough: in a worker thread the library answers.
	writeFileSync(join(library, "facts-worker.js"), 'require("./index.js");\n');
	const taken = new Set();
	await build({
		...shared,
		...script,
		entryPoints: [join(root, entry)],
		outfile: join(library, "index.js"),
		define: { "import.meta.url": "libraryAddress" },
		banner: { js: 'const libraryAddress = require("node:url").pathToFileURL(__filename).href;' },
		plugins: [frontPlugin(root, taken)],
	});
	const engine = await build({
		...shared,
		...script,
		stdin: {
			contents: [...taken].map((path, at) => `export * as m${at} from "./${path}";`).join("\n"),
			resolveDir: root,
		},
		write: false,
		outfile: join(library, "engine.js"),
		external: ["./node-sql-parser.cjs"],
		define: { "import.meta.url": "engineAddress" },
		plugins,
	});
	const [{ text }] = engine.outputFiles;
	const names = [...taken].map((path, at) => `${JSON.stringify(path)}: module.exports.m${at}`).join(",\n");
	writeFileSync(
		join(library, "engine.js"),
		`(function (module, require, __filename, __dirname) {
const exports = module.exports, engineAddress = require("node:url").pathToFileURL(__filename).href;
${text}
module.exports = {${names}};
})`,
	);
	await writeEntries(root, folder);
	return engine.metafile;
}

/** `taken`: paths of the engine's modules that the front imports. */
function frontPlugin(root, taken) {
	return {
		name: "front",
		setup(builder) {
			builder.onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir }) => {
				const full = join(resolveDir, path);
				const name = relative(root, full).replaceAll(sep, "/");
				return front.test(name) ? undefined : { path: name, namespace: "engine" };
			});
			builder.onLoad({ filter: /.*/, namespace: "engine" }, ({ path }) => {
				taken.add(path);
				return {
					contents: `module.exports = require("./apps/bundle/engine.ts").engine[${JSON.stringify(path)}];`,
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
		writeFileSync(join(folder, `${name}.cjs`), `module.exports = ${value};\n`);
		writeFileSync(
			join(folder, `${name}.js`),
			`import ${name} from "./${name}.cjs";\nexport const { ${exported.join(", ")} } = ${name};\n`,
		);
	}
}
