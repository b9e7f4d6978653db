/**
 * Parts of one program: what a start needs, what applications ask every day, and so on; the last one is the rest.
 *
 * In: the program's sources, by way of esbuild, and to which part each module belongs. Out: the text of a script for each part.
 *
 *     program.js    (function (require, ..., $load) { function $part(number) { ... } its modules; return { $names, $part, m0, m1, ... } })
 *     everyday.js   (function ($build, require, ..., $part, names of the program's) { its modules; return { m0, m1, ..., names of its own } })
 *     late.js       (function ($build, require, ..., $part, names of the program's, { names of everyday's }) { its modules; return { m0, m1, ... } })
 *
 * An import from a later part gets the stand-ins that `calls.mjs` makes. An `import()` of one of our own modules gives that module, one of a
 * package the package, which is loaded when it is looked at.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join, posix, relative, sep } from "node:path";
import { transform } from "esbuild";
import { callsOf } from "./calls.mjs";
import { withoutFace } from "./face.mjs";
import { exportsOf } from "./modules.mjs";

/** Parameters of every script. */
const surroundings = "require, __filename, __dirname, programAddress, importModule";
/** Of a module that is named, or of one whose name is computed. */
const importCall = /(?<!typeof )\bimport\((?:"([^"]+)"\))?/g;

/** For esbuild: none of them stands in a file. */
export function entryPointsOf(partNames) {
	return Object.fromEntries(partNames.map((name, part) => [name, entryOf(part)]));
}

function entryOf(part) {
	return `the part ${part}`;
}

/**
 * `partOf` and `called` are of `sortModules`, `face` of `readFace`. `entry` is the module that is run, `given` those that the first part hands on.
 */
export function partsPlugin({ root, partNames, entry, given = [], face, partOf, called }) {
	const nameOf = (path) => relative(root, path).replaceAll(sep, "/");
	const calledIn = partNames.map((_name, part) => [...called].filter((name) => partOf.get(name) === part));
	const placeOf = (name) => calledIn[partOf.get(name)].indexOf(name);
	const isLater = (name, importer) => partOf.get(name) > partOf.get(importer);
	return {
		name: "parts",
		setup(builder) {
			for (const part of partNames.keys()) {
				builder.onResolve({ filter: new RegExp(`^${entryOf(part)}$`) }, ({ path }) => ({ path, namespace: "entry" }));
				builder.onLoad({ filter: new RegExp(`^${entryOf(part)}$`), namespace: "entry" }, () => ({
					resolveDir: root,
					contents: contentsOf(part),
				}));
				// Each part has calls of its own, so that what is assigned anew is in its scope.
				builder.onLoad({ filter: /.*/, namespace: callsFrom(part) }, ({ path }) => calls(nameOf(path)));
			}
			builder.onResolve({ filter: /^\..*\.ts$/, namespace: "file" }, ({ path, importer, resolveDir }) => {
				const full = join(resolveDir, path);
				return isLater(nameOf(full), nameOf(importer))
					? { path: full, namespace: callsFrom(partOf.get(nameOf(importer))) }
					: undefined;
			});
			builder.onResolve({ filter: /^\..*\.ts$/, namespace: "entry" }, ({ path, importer }) => {
				const full = join(root, path);
				return importer === entryOf(0) && partOf.get(nameOf(full)) > 0
					? { path: full, namespace: callsFrom(0) }
					: { path: full };
			});
			builder.onLoad({ filter: /\.ts$/, namespace: "file" }, ({ path }) => {
				const name = nameOf(path);
				return {
					loader: "ts",
					contents: withoutImportCalls(withoutFace(readFileSync(path, "utf8"), name, face), name),
				};
			});
		},
	};

	/** Whatever stands in a part is imported by those after it, so that esbuild keeps each part in one piece. */
	function contentsOf(part) {
		const run = entry === undefined ? [] : [`./${entry}`];
		const before = part === 0 ? run : partNames.slice(0, part).map((_name, earlier) => entryOf(earlier));
		const shown = part === 0 ? given : calledIn[part];
		const own = shown.map((name, place) => `export * as m${place} from ${JSON.stringify(`./${name}`)};`);
		return [...before.map((path) => `import ${JSON.stringify(path)};`), ...own].join("\n");
	}

	async function calls(name) {
		return { contents: callsOf(await exportsOf(join(root, "dist"), name), partOf.get(name), placeOf(name)) };
	}

	/** A script with compiled code knows no import(), and no line for a shell. */
	function withoutImportCalls(text, importer) {
		const imports = [];
		const replaced = text.replace(importCall, (_call, module) => {
			if (module === undefined) {
				return "importModule(";
			}
			const name = posix.join(posix.dirname(importer), module);
			if (module.startsWith(".") && isLater(name, importer)) {
				return `Promise.resolve().then(() => $part(${partOf.get(name)}).m${placeOf(name)})`;
			}
			imports.push(`import * as $imported${imports.length} from ${JSON.stringify(module)};`);
			return `Promise.resolve($imported${imports.length - 1})`;
		});
		return imports.join("") + replaced.replace(/^#!.*/, "");
	}
}

function callsFrom(part) {
	return `calls from part ${part}`;
}

/**
 * The texts of the scripts, of the files that esbuild makes: one for each entry point, and one for each part that another imports, which then
 * has all that stands in the part. A part of another build would take its imports for others: it asks first.
 */
export async function joinParts(files, partNames, lineLimit = 0) {
	const taken = files.map(takeApart);
	const parts = partsOf(taken, partNames);
	if (parts === undefined) {
		throw new Error(`expected a file for each part, not ${files.map(({ path }) => path).join(", ")}`);
	}
	const codes = await Promise.all(parts.map((each) => scriptOf(each, lineLimit)));
	const build = createHash("sha256").update(codes.join("\n")).digest("hex").slice(0, 16);
	const given = (part) => parts[part].imported.find(({ file }) => file === parts[0].file)?.names ?? [];
	const shared = new Map(parts[0].exported.map(({ own, other }) => [other, own]));
	return Object.fromEntries(partNames.map((name, part) => [name, part === 0 ? program() : laterPart(part)]));

	function program() {
		const gifts = parts.map((_part, part) =>
			part === 0
				? ""
				: `() => [${given(part)
						.map(({ own }) => shared.get(own))
						.join(", ")}]`,
		);
		return `(function (${surroundings}, $load) { "use strict";
const $names = ${JSON.stringify(partNames)};
const $parts = [];
const $shown = [${parts.map(() => "[]").join(", ")}];
const $given = [${gifts.join(", ")}];
const $needed = ${JSON.stringify(
			parts.map(({ imported }) => imported.map(({ file }) => numberOf(file)).filter((part) => part > 0)),
		)};
function $part(number) {
	if ($parts[number] === undefined) {
		$needed[number].forEach($part);
		$parts[number] = $load($names[number])("${build}", ${surroundings}, $part, $shown, $parts, $given[number]());
		$shown[number].forEach((show) => show($parts[number]));
	}
	return $parts[number];
}
${codes[0]}
return { ${["$names", "$part", pairs(calledIn(0))].filter(Boolean).join(", ")} };
})`;
	}

	function numberOf(file) {
		return parts.findIndex((each) => each.file === file);
	}

	/** The modules that are called, by the names that the entry point gives them. */
	function calledIn(part) {
		const entry = taken.find(({ file }) => file === `${partNames[part]}.js`);
		const local = new Map(entry.imported.flatMap(({ names }) => names.map(({ own, other }) => [other, own])));
		const inPart = new Map(parts[part].exported.map(({ own, other }) => [other, own]));
		return entry === parts[part]
			? []
			: entry.exported.map(({ own, other }) => ({ own: inPart.get(local.get(own)), other }));
	}

	/** `var`: functions look each time whether a constant of an outer one is there yet. */
	function laterPart(part) {
		const { imported, exported } = parts[part];
		const earlier = imported
			.filter(({ file }) => file !== parts[0].file)
			.map(({ file, names }) => {
				return `var { ${names.map(({ own, other }) => `${own}: ${other}`).join(", ")} } = $parts[${numberOf(file)}];\n`;
			});
		return `(function ($build, ${surroundings}, $part, $shown, $parts, $given) { "use strict";
if ($build !== "${build}") { throw Object.assign(new Error("verso was replaced by another version while it ran: it has to be started again"), { name: "ProgramReplaced" }); }
var [${given(part)
			.map(({ other }) => other)
			.join(", ")}] = $given;
${earlier.join("")}${codes[part]}
return { ${pairs([...exported, ...calledIn(part)])} };
})`;
	}
}

/**
 * The files of the parts in order: what an entry point imports and the one before it does not; the last part is its entry point.
 * Undefined where a part is in pieces, or imports from a later one.
 */
function partsOf(taken, partNames) {
	const entryOf = (name) => taken.find(({ file }) => file === `${name}.js`);
	const parts = [];
	for (const name of partNames.slice(0, -1)) {
		const [own, ...others] = entryOf(name).imported.filter(({ file }) => !parts.some((each) => each.file === file));
		if (own === undefined || others.length > 0) {
			return undefined;
		}
		parts.push(taken.find(({ file }) => file === own.file));
	}
	parts.push(entryOf(partNames.at(-1)));
	const isDownward = ({ imported }, part) =>
		imported.every(({ file }) => parts.slice(0, part).some((each) => each.file === file));
	return taken.length === 2 * parts.length - 1 && parts.every(isDownward) ? parts : undefined;
}

/** Imports are at the top of a file, exports at its end. */
function takeApart({ path, text }) {
	const [head] = /^(?:\/\/.*\n)*(?:import (?:\{[^}]*\} from )?"\.\/chunk-[^"]*";\n)*/.exec(text);
	const imported = [...head.matchAll(/import (?:\{([^}]*)\} from )?"\.\/(chunk-[^"]*)";/g)].map(
		([, names = "", file]) => ({ file, names: namesIn(names) }),
	);
	const [tail, exported = ""] = /\nexport \{([^}]*)\};\n$/.exec(text) ?? [""];
	return {
		file: basename(path),
		imported,
		exported: namesIn(exported),
		code: text.slice(head.length, text.length - tail.length),
	};
}

function pairs(names) {
	return names.map(({ own, other }) => `${other}: ${own}`).join(", ");
}

/** `a, b as c`: each name of its own and the name it goes by elsewhere. */
function namesIn(list) {
	return list
		.split(",")
		.map((each) => each.trim())
		.filter((each) => each !== "")
		.map((each) => {
			const [own, other = own] = each.split(" as ");
			return { own, other };
		});
}

/** Names stay: rules are listed by those of their classes. */
async function scriptOf({ code }, lineLimit) {
	return (
		await transform(code, {
			format: "cjs",
			target: "node20.19",
			platform: "node",
			charset: "ascii",
			minifyWhitespace: true,
			legalComments: "none",
			lineLimit,
		})
	).code;
}
