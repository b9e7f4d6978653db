/**
 * Imports through the kernel's public face, `core/index.ts`, resolved to the files that declare the names.
 *
 * The face only re-exports. Left as it is it would be one module of the first part, and each class and constant that
 * it hands on would have to be loaded with it.
 */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { exportsOf, namesIn, sourceOf } from "./modules.mjs";

const face = "core/index.ts";
const reExport = /^export (?:\{([^}]*)\}|\*(?: as (\w+))?) from "([^"]+)";/gm;
const faceImport = /^import (type )?(?:\{([^}]*)\}|(\S.*)) from "([^"]+)";/gm;

/** By the name that the face exports, the file that declares it and its name there, `*` for the whole file. */
export async function readFace(compiled) {
	const text = readFileSync(join(compiled, face.replace(/\.ts$/, ".js")), "utf8");
	const declared = new Map();
	for (const [, names, whole, address] of text.matchAll(reExport)) {
		const to = sourceOf(posix.join(posix.dirname(face), address));
		if (names !== undefined) {
			for (const { exported, own } of namesIn(names)) {
				declared.set(own, { to, name: exported });
			}
		} else if (whole !== undefined) {
			declared.set(whole, { to, name: "*" });
		} else {
			for (const name of Object.keys(await exportsOf(compiled, to))) {
				declared.set(name, { to, name });
			}
		}
	}
	return declared;
}

/** An import, as `modules.mjs` reads them, as those of the files behind the face. */
export function behindFace(each, declared) {
	if (each.to !== face) {
		return [each];
	}
	if (!Array.isArray(each.names)) {
		throw new Error(`a module takes ${face} whole: it has to name what it takes`);
	}
	return each.names.map(({ exported, own }) => {
		const { to, name } = declaredOf(exported, declared);
		return { ...each, to, names: name === "*" ? "all" : [{ exported: name, own }] };
	});
}

/** The text of a module, TypeScript, that imports nothing through the face. */
export function withoutFace(text, importer, declared) {
	return text.replace(faceImport, (statement, type, names, _other, address) => {
		if (posix.join(posix.dirname(importer), address) !== face) {
			return statement;
		}
		const values = type === undefined ? namesIn(names).filter(({ exported }) => !exported.startsWith("type ")) : [];
		const imports = values.map(({ exported, own }) => {
			const { to, name } = declaredOf(exported, declared);
			const path = posix.relative(posix.dirname(importer), to);
			return `import ${name === "*" ? `* as ${own}` : `{ ${name} as ${own} }`} from "${path}";`;
		});
		return imports.join(" ") + "\n".repeat(statement.split("\n").length - 1);
	});
}

function declaredOf(name, declared) {
	const found = declared.get(name);
	if (found === undefined) {
		throw new Error(`${face} does not export ${name}`);
	}
	return found;
}
