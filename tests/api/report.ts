/**
 * API report: the exported names and signatures of a built module's declaration file, as text.
 *
 * Re-exports are followed to the file that declares the name, but for `export *` of an index, which has its own
 * report. Comments and private members are left out.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../root.ts";

/** Returns the report of a module, such as `core/index.ts`: one declaration a paragraph, sorted by name. */
export function apiReport(module: string): string {
	const path = join(root, "dist", module.replace(/\.ts$/, ".d.ts"));
	const faces = wholeFiles(path).filter((file) => file.endsWith("/index.d.ts"));
	const reportedApart = new Set(faces.flatMap((file) => [...exportedNames(file)]));
	const names = [...exportedNames(path)].filter((name) => !reportedApart.has(name)).sort();
	return [`// ${module}`, ...namedFaces(path), ...names.map((name) => declarationOf(path, name))].join("\n\n");
}

interface Exported {
	readonly name: string;
	/** The name in the file that is re-exported. */
	readonly original: string;
	readonly from: string;
}

function declarationsIn(path: string): string {
	return readFileSync(path, "utf8")
		.replace(/\/\*[\s\S]*?\*\//g, "")
		.replace(/^\s*\/\/.*$/gm, "");
}

function target(path: string, specifier: string): string {
	return join(dirname(path), specifier.replace(/\.(ts|js)$/, ".d.ts"));
}

function reExports(path: string): Exported[] {
	const text = declarationsIn(path);
	return [...text.matchAll(/export (?:type )?\{([^}]*)\} from "([^"]+)"/g)].flatMap(([, names = "", from = ""]) =>
		names
			.split(",")
			.map((each) => each.trim().replace(/^type /, ""))
			.filter((each) => each !== "")
			.map((each) => {
				const [original = each, name = original] = each.split(" as ");
				return { name, original, from: target(path, from) };
			}),
	);
}

function wholeFiles(path: string): string[] {
	return [...declarationsIn(path).matchAll(/export \* from "([^"]+)"/g)].map(([, from = ""]) => target(path, from));
}

/** Faces that are handed on whole under a name of their own. */
function namedFaces(path: string): string[] {
	return [...declarationsIn(path).matchAll(/export \* as \w+ from "[^"]+";/g)].map(([statement]) => statement);
}

const declared = /^export (?:declare )?(?:abstract )?(?:class|function|const|let|interface|type|enum) (\w+)/gm;

function exportedNames(path: string): Set<string> {
	const own = [...declarationsIn(path).matchAll(declared)].map(([, name = ""]) => name);
	const passed = reExports(path).map(({ name }) => name);
	return new Set([...own, ...passed, ...wholeFiles(path).flatMap((each) => [...exportedNames(each)])]);
}

function declarationOf(path: string, name: string): string {
	const text = declarationsIn(path);
	const starts = [...text.matchAll(declared)].filter((match) => match[1] === name);
	if (starts.length > 0) {
		return starts.map(({ index }) => declarationAt(text, index)).join("\n");
	}
	const passed = reExports(path).find((each) => each.name === name);
	if (passed !== undefined) {
		const declaration = declarationOf(passed.from, passed.original);
		return passed.original === name ? declaration : `// ${passed.original} as ${name}\n${declaration}`;
	}
	const file = wholeFiles(path).find((each) => exportedNames(each).has(name));
	return file === undefined ? `// ${name}` : declarationOf(file, name);
}

/** Returns the text up to the semicolon or brace that ends the declaration. */
function declarationAt(text: string, start: number): string {
	const isBlock = /^export (?:declare )?(?:abstract )?(?:class|interface|enum) /.test(text.slice(start, start + 60));
	let depth = 0;
	let end = start;
	for (; end < text.length; end++) {
		const sign = text[end] as string;
		if ("{([".includes(sign)) {
			depth++;
		} else if ("})]".includes(sign)) {
			depth--;
		}
		if (depth === 0 && sign === (isBlock ? "}" : ";")) {
			break;
		}
	}
	return text
		.slice(start, end + 1)
		.split("\n")
		.filter((line) => line.trim() !== "" && !/^\s*(private|#)/.test(line))
		.join("\n");
}
