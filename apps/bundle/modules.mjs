/**
 * The compiled modules and what they import.
 *
 * In: `dist/`. Out: of each module, by its source's path from the root, its imports and the text of the rest, without comments.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { behindFace } from "./face.mjs";

const folders = ["core", "plugins", "apps"];
/** As the compiler prints them, each on one line, and none of types. */
const staticImport = /^(import|export) (?:\{([^}]*)\}|\S.*) from "([^"]+)";/gm;
const importCall = /\bimport\("([^"]+)"\)/g;
const comment = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** Of an import: `to` a module of ours or a package; `names`: "all" where it takes what there is, undefined where it asks when it needs it. */
export function readModules(compiled, face) {
	const files = folders.flatMap((folder) =>
		readdirSync(join(compiled, folder), { recursive: true })
			.filter((name) => name.endsWith(".js"))
			.map((name) => posix.join(folder, name)),
	);
	return new Map(
		files.map((file) => {
			const text = readFileSync(join(compiled, file), "utf8").replace(comment, "");
			const target = (address) =>
				address.startsWith(".") ? sourceOf(posix.join(posix.dirname(file), address)) : address;
			const statically = [...text.matchAll(staticImport)].map(([, word, names, address]) => ({
				to: target(address),
				names: names === undefined ? "all" : namesIn(names),
				isExport: word === "export",
			}));
			const dynamically = [...text.matchAll(importCall)].map(([, address]) => ({ to: target(address) }));
			return [
				sourceOf(file),
				{
					imports: [...statically.flatMap((each) => behindFace(each, face)), ...dynamically],
					body: text.replace(staticImport, ""),
				},
			];
		}),
	);
}

export function sourceOf(file) {
	return file.replace(/\.js$/, ".ts");
}

export function namesIn(list) {
	return list
		.split(",")
		.map((each) => each.trim())
		.filter((each) => each !== "")
		.map((each) => each.split(" as "))
		.map(([exported, own = exported]) => ({ exported, own }));
}

export async function exportsOf(compiled, name) {
	return await import(pathToFileURL(join(compiled, name.replace(/\.ts$/, ".js"))).href);
}

export function isClass(value) {
	return /^class\b/.test(Function.prototype.toString.call(value));
}
