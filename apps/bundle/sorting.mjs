/**
 * To which part of the program each module belongs.
 *
 * In: the compiled modules in `dist/`, which of them had work in which conversation. Out: the number of each module's part, and of each part
 * the modules that those before it call. It refuses to know how parts are made of them: `parts.mjs` does.
 *
 * A module belongs to the first part in whose conversation one of its functions ran, unless one of an earlier part needs more of it than a
 * function or a class that can be had when it is called: a constant, a class to extend, all it exports.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { everyday, first, making, serveOnce } from "./conversation.mjs";

/** In the order in which they are loaded. */
export const partNames = ["program", "everyday", "late"];

/** They tell of a part that can't be had. */
const inProgram = ["core/session/internal-failure.ts"];

/** In which a server has done what it does by itself. */
const idleMs = 1500;

/** Where functions are called for every value; others are called a few times a statement. */
const perValue = /^core\/(types|functions)\//;

const folders = ["core", "plugins", "apps"];
/** As the compiler prints them, each on one line. */
const staticImport = /^(import|export) (?:\{([^}]*)\}|\S.*) from "(\.[^"]+)";/gm;
const comment = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const importCall = /\bimport\("(\.[^"]+)"\)/g;

/**
 * The part of each module, and those that one of an earlier part calls. Modules are named by their sources' paths from the root, as `core/open.ts`.
 */
export async function sortModules({ root, entry }) {
	const compiled = join(root, "dist");
	const modules = readModules(compiled);
	const conversations = await worked(compiled, entry);
	const wished = (name) => (inProgram.includes(name) ? 0 : conversations.findIndex((names) => names.has(name)) >>> 0);
	const partOf = new Map();
	const calls = [];
	for (let part = 0; part < partNames.length; part++) {
		const isLast = part === partNames.length - 1;
		const waiting = part === 0 ? [entry] : calls.map(({ to }) => to).filter((name) => isLast || wished(name) <= part);
		for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
			if (partOf.has(name)) {
				continue;
			}
			partOf.set(name, part);
			const { imports, body } = modules.get(name);
			for (const each of imports) {
				if (!isLast && wished(each.to) > part && (await canBeCalled(compiled, each, body))) {
					calls.push({ from: name, to: each.to });
				} else {
					waiting.push(each.to);
				}
			}
		}
	}
	const called = new Set(calls.filter(({ from, to }) => partOf.get(to) > partOf.get(from)).map(({ to }) => to));
	return { partOf, called };
}

/** What each module imports, without `names` where it asks when it needs them, and what is asked of a name. */
function readModules(compiled) {
	const files = folders.flatMap((folder) => readdirSync(join(compiled, folder), { recursive: true }).filter((name) => name.endsWith(".js")).map((name) => posix.join(folder, name)));
	return new Map(files.map((file) => {
		const text = readFileSync(join(compiled, file), "utf8").replace(comment, "");
		const target = (address) => sourceOf(posix.join(posix.dirname(file), address));
		const statically = [...text.matchAll(staticImport)].map(([, word, names, address]) => ({ to: target(address), names: names === undefined ? "all" : namesIn(names), isExport: word === "export" }));
		const dynamically = [...text.matchAll(importCall)].map(([, address]) => ({ to: target(address) }));
		return [sourceOf(file), { imports: [...statically, ...dynamically], body: text.replace(staticImport, "") }];
	}));
}

function sourceOf(file) {
	return file.replace(/\.js$/, ".ts");
}

function namesIn(list) {
	return list.split(",").map((each) => each.trim().split(" as ")).map(([exported, own = exported]) => ({ exported, own }));
}

/** A function can be had when it is called, a class when an instance is made or something is asked of it. */
async function canBeCalled(compiled, { to, names = [], isExport }, body) {
	if (names === "all") {
		return false;
	}
	const exported = await exportsOf(compiled, to);
	const isHandedOn = (name, own) => (isClass(exported[name]) ? isExport || handsOnClass(own, body) : perValue.test(to) && handsOnFunction(own, body));
	return names.every(({ exported: name, own }) => typeof exported[name] === "function" && !isHandedOn(name, own));
}

/** Who hands on a class has to have it: it may be compared. */
function handsOnClass(name, body) {
	return new RegExp(`(?<!\\bnew |\\binstanceof |[.#\\w$])${name}\\b(?!\\.\\w+\\()`).test(body);
}

/** Who hands on a function, in a list of them say, hands on the one that looks each time whether its part is loaded. */
function handsOnFunction(name, body) {
	return new RegExp(`(?<![.#\\w$])${name}\\b(?!\\(|:)`).test(body);
}

export function isClass(value) {
	return /^class\b/.test(Function.prototype.toString.call(value));
}

export async function exportsOf(compiled, name) {
	return await import(pathToFileURL(join(compiled, name.replace(/\.ts$/, ".js"))).href);
}

/** Of each conversation the modules of which a function ran. */
async function worked(compiled, entry) {
	const folder = mkdtempSync(join(tmpdir(), "verso-sorting-"));
	const words = [join(compiled, entry.replace(/\.ts$/, ".js")), "--data-dir", join(folder, "data")];
	try {
		await serveOnce({ words, statements: making });
		const sets = [];
		for (const statements of [first, everyday]) {
			const report = join(folder, `report ${sets.length}`);
			await serveOnce({ words, statements, idleMs, environment: { NODE_V8_COVERAGE: report } });
			sets.push(new Set(readdirSync(report).flatMap((file) => workedIn(compiled, join(report, file)))));
		}
		return sets;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** A module's own code is reported as a function from its first character on. One without other functions has nothing that could be called later. */
function workedIn(compiled, report) {
	const { result } = JSON.parse(readFileSync(report, "utf8"));
	const inside = ({ functionName, ranges }) => ranges[0].startOffset > 0 && functionName !== "<static_initializer>";
	return result
		.filter(({ url, functions }) => url.startsWith("file:") && (!functions.some(inside) || functions.some((each) => inside(each) && each.ranges[0].count > 0)))
		.map(({ url }) => fileURLToPath(url))
		.filter((path) => path.startsWith(compiled))
		.map((path) => sourceOf(path.slice(compiled.length + 1)).replaceAll("\\", "/"));
}
