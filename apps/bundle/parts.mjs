/**
 * Two parts of one program: what a start needs, and what can come late.
 *
 * In: the program's sources, by way of esbuild, and which modules may come late. Out: the text of a script for each part.
 *
 *     program.js   (function (require, ..., loadLate) { what both parts import; (function (...) { what starts })(...) })
 *     late.js      (function ($build, require, ..., $lateModules, what it imports from there, each by its name) { ...; return { m0, m1, ... } })
 *
 * Whoever imports a late module gets functions that load the late part and call it. So does an `import()` of one of our own modules; one of a
 * package gets the package, which is loaded when it is looked at. It refuses to know what the modules are about.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";

/** What both scripts are called with first. */
const surroundings = "require, __filename, __dirname, programAddress, importModule";
/** Of a module that is named, or of one whose name is computed. */
const importCall = /(?<!typeof )\bimport\((?:"([^"]+)"\))?/g;

/** The entry point of the late part, which stands in no file. */
export const lateEntry = "the late part";

/** `folders` hold the sources; `always` is the module that is imported when it is wanted, but always wanted. */
export function partsPlugin({ root, folders, lateModules, always }) {
	const texts = new Map(folders.flatMap((folder) => filesBelow(join(root, folder))).map((path) => [path, readFileSync(path, "utf8")]));
	const nameOf = (path) => relative(root, path).replaceAll(sep, "/");
	const importing = new Map([...texts].filter(([, text]) => text.search(importCall) !== -1));
	const modules = [...new Set([...lateModules, ...[...importing].flatMap(([path, text]) => calledIn(path, text)).map(nameOf)])].filter((module) => module !== always);
	const placeOf = (path) => modules.indexOf(nameOf(path));
	return {
		name: "two parts",
		setup(builder) {
			builder.onResolve({ filter: new RegExp(`^${lateEntry}$`) }, ({ path }) => ({ path, namespace: lateEntry }));
			builder.onLoad({ filter: /.*/, namespace: lateEntry }, () => ({
				resolveDir: root,
				contents: modules.map((module, place) => `export * as m${place} from ${JSON.stringify(`./${module}`)};`).join("\n"),
			}));
			builder.onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir, namespace }) => {
				const full = join(resolveDir, path);
				return namespace !== lateEntry && lateModules.includes(nameOf(full)) ? { path: full, namespace: "late module" } : undefined;
			});
			builder.onLoad({ filter: /.*/, namespace: "late module" }, async ({ path }) => ({ contents: await callsOf(join(root, "dist", nameOf(path)), placeOf(path)) }));
			builder.onLoad({ filter: /\.ts$/, namespace: "file" }, ({ path }) => {
				const text = importing.get(path);
				return text === undefined ? undefined : { loader: "ts", contents: withoutImportCalls(text, (module) => placeOf(join(dirname(path), module))) };
			});
		},
	};
}

function filesBelow(folder) {
	return readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".ts")).map((name) => join(folder, name));
}

/** The modules of our own that a module imports by a call. */
function calledIn(path, text) {
	return [...text.matchAll(importCall)].map(([, module]) => module).filter((module) => module?.startsWith(".")).map((module) => join(dirname(path), module));
}

/** A module that exports the same functions, which load the late part. */
async function callsOf(path, place) {
	const exported = Object.entries(await import(pathToFileURL(path.replace(/\.ts$/, ".js")).href));
	for (const [name, value] of exported) {
		if (typeof value !== "function" || /^class\b/.test(Function.prototype.toString.call(value))) {
			throw new Error(`${path} can't come late: ${name} is no function`);
		}
	}
	return exported.map(([name]) => `export function ${name}(...words) { return $lateModules().m${place}.${name}(...words); }`).join("\n");
}

/** A script with compiled code knows no import(), and no line for a shell. */
function withoutImportCalls(text, placeOf) {
	const imports = [];
	const called = text.replace(importCall, (_call, module) => {
		if (module === undefined) {
			return "importModule(";
		}
		const place = module.startsWith(".") ? placeOf(module) : -1;
		if (place !== -1) {
			return `Promise.resolve().then(() => $lateModules().m${place})`;
		}
		imports.push(`import * as $imported${imports.length} from ${JSON.stringify(module)};`);
		return `Promise.resolve($imported${imports.length - 1})`;
	});
	return imports.join("") + called.replace(/^#!.*/, "");
}

/**
 * The texts of both scripts, of the three files that esbuild makes: one for each entry point, and one for what both import. A late part of
 * another build would take its imports for others: it asks first.
 */
export async function joinParts(files) {
	if (files.length !== 3) {
		throw new Error(`expected three files, not ${files.map(({ path }) => path).join(", ")}`);
	}
	const partOf = (name) => takeApart(files.find(({ path }) => name.test(path)).text);
	const [both, start, late] = [partOf(/chunk-[^/]*$/), partOf(/program\.js$/), partOf(/late\.js$/)];
	const shared = new Map(both.exported.map(({ own, other }) => [other, own]));
	const given = ({ imported }) => imported.map(({ own }) => shared.get(own)).join(", ");
	const taken = ({ imported }) => imported.map(({ other }) => other).join(", ");
	const texts = { both: await scriptOf(both), start: await scriptOf(start), late: await scriptOf(late) };
	const build = createHash("sha256").update(Object.values(texts).join("\n")).digest("hex").slice(0, 16);
	return {
		program: `(function (${surroundings}, $loadLate) { "use strict";
let $late;
function $lateModules() { return $late ??= $loadLate()("${build}", ${surroundings}, $lateModules, ${given(late)}); }
${texts.both}
(function (${taken(start)}) {
${texts.start}
})(${given(start)});
})`,
		late: `(function ($build, ${surroundings}, $lateModules, ${taken(late)}) { "use strict";
if ($build !== "${build}") { throw new Error("verso was replaced by another version while it ran: it has to be started again"); }
${texts.late}
return { ${late.exported.map(({ own, other }) => `${other}: ${own}`).join(", ")} };
})`,
	};
}

/** What a file imports from the one that both import stands at its top, what it exports at its end. */
function takeApart(text) {
	const [, head, imported = ""] = /^((?:\/\/.*\n)*(?:import \{([^}]*)\} from "\.\/chunk-[^"]*";\n)?)/.exec(text);
	const [tail, exported = ""] = /\nexport \{([^}]*)\};\n$/.exec(text) ?? [""];
	return { imported: namesIn(imported), exported: namesIn(exported), code: text.slice(head.length, text.length - tail.length) };
}

/** `a, b as c`: each name of its own and the name it goes by elsewhere. */
function namesIn(list) {
	return list.split(",").map((each) => each.trim()).filter((each) => each !== "").map((each) => {
		const [own, other = own] = each.split(" as ");
		return { own, other };
	});
}

async function scriptOf({ code }) {
	return (await transform(code, { format: "cjs", target: "node20.19", platform: "node", charset: "ascii", minifyWhitespace: true, legalComments: "none" })).code;
}
