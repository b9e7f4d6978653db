/**
 * Licence texts of the packages that are bundled into the program, for `dist/bundle/THIRD-PARTY.txt`.
 *
 * The packages are those that esbuild's metafiles name as inputs, so the list cannot fall behind the bundle.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns one text: a head line a package (name, version, licence) with the text of its licence below. */
export function licences(root, metafiles) {
	const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
	const folders = inputs.flatMap(
		(path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replaceAll("\\", "/")) ?? [],
	);
	return [...new Set(folders.map((folder) => folder.replace(/^.*?(?=[^/:]*node_modules\/)/, "")))]
		.sort()
		.map((folder) => licenceOf(join(root, folder)))
		.join(`\n${"=".repeat(80)}\n\n`);
}

/** Packages that come without the text of their licence: the texts are beside this file. */
const textsHere = { jsts: "edl-1.0.txt" };

function licenceOf(folder) {
	const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each));
	const here = textsHere[name] === undefined ? undefined : new URL(textsHere[name], import.meta.url);
	const path = file === undefined ? here : join(folder, file);
	const text = path === undefined || !existsSync(path) ? "" : readFileSync(path, "utf8");
	return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}
