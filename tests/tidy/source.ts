/**
 * Reads the project's source files: text, lines and imports of every TypeScript file in the working tree.
 */
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { root } from "../root.ts";

export interface Source {
	/** From the root: `core/types/value/value.ts`. */
	readonly path: string;
	readonly folder: string;
	readonly name: string;
	readonly text: string;
	readonly lines: readonly string[];
	/** Paths of project files that it imports values from. */
	readonly imports: readonly string[];
	/** Paths of project files that it imports values or types from. */
	readonly allImports: readonly string[];
	/** Paths of the project's own files that it names in `import(...)`, as a call or as a type. */
	readonly dynamicImports: readonly string[];
	/** Names that it exports by a declaration. */
	readonly exports: readonly string[];
}

const folders = ["core", "plugins", "apps", "tests", "bench"];

export function readSources(): Source[] {
	return folders
		.flatMap((folder) => listFiles(folder))
		.filter((path) => path.endsWith(".ts"))
		.map(readSource);
}

/** Folders with a README. */
readSources.readmes = new Set(
	folders
		.flatMap((folder) => listFiles(folder))
		.filter((path) => path.endsWith("README.md"))
		.map((path) => dirname(path)),
);

/** Returns every file of the working tree but generated and installed ones, as paths from the root. */
export function listTree(folder = ""): string[] {
	return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
		const isMade = ["node_modules", "dist", ".git", ".applications", "verso-data"].includes(entry.name);
		return isMade ? [] : entry.isDirectory() ? listTree(path) : [path];
	});
}

function listFiles(folder: string): string[] {
	try {
		return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
	} catch {
		return [];
	}
}

function readSource(path: string): Source {
	const text = readFileSync(join(root, path), "utf8");
	const folder = dirname(path);
	const lines = text.trimEnd().split("\n");
	const statements = [...text.matchAll(/^(?:import|export)\s+(?:[^;"']*?\sfrom\s+)?"(\.[^"]+)"/gm)];
	const pathOf = ([, target]: RegExpMatchArray): string => normalize(join(folder, target as string));
	const imports = statements.filter(([statement]) => !isTypeOnly(statement)).map(pathOf);
	const declared = text.matchAll(
		/^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|class|const|let|type|interface) (\w+)/gm,
	);
	const exports = [...declared].map(([, name]) => name as string);
	return {
		path,
		folder,
		name: path.slice(folder.length + 1),
		text,
		lines,
		imports,
		allImports: statements.map(pathOf),
		dynamicImports: [...text.matchAll(/\bimport\(\s*["'`](\.[^"'`]+)["'`]/g)].map(pathOf),
		exports,
	};
}

/** `import { type A, type B } from` has no effect at run time. */
function isTypeOnly(statement: string): boolean {
	if (/^(import|export)\s+type\b/.test(statement)) {
		return true;
	}
	const names = /\{([^}]*)\}/.exec(statement)?.[1];
	return names?.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type ")) ?? false;
}
