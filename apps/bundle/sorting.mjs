/**
 * To which part of a program each module belongs.
 *
 * In: the compiled modules in `dist/`, as `modules.mjs` reads them; which had work in which conversation. Out: the number of each module's part, and
 * the modules that those of earlier parts call.
 *
 * A module belongs to the first part in whose conversation one of its functions ran, unless one of an earlier part needs more of it than a
 * function or a class that can be had when it is called: a constant, a class to extend, all it exports.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { definitions, everyday, first, making, manyRows, serveOnce } from "./conversation.mjs";
import { exportsOf, isClass, sourceOf } from "./modules.mjs";

/** They tell of a part that can't be had. */
const inProgram = ["core/session/client/internal-failure.ts"];

/** In which a server has done what it does by itself. */
const idleMs = 1500;

/** Where functions are called for every value; others are called a few times a statement. */
const perValue = /^core\/(types|functions)\//;

/**
 * The part of each module, and those that one of an earlier part calls. Modules are named by their sources' paths from the root, as `core/open.ts`.
 * `entries` are imports from outside, which the first part answers; `worked` names the modules that had work in each conversation: there is a part
 * for each, and one for the rest.
 */
export async function sortModules({ compiled, modules, entries, worked }) {
	/** The part in whose conversation it had work; the last one where it had none. */
	const wished = (name) => {
		const found = inProgram.includes(name) ? 0 : worked.findIndex((names) => names.has(name));
		return found === -1 ? worked.length : found;
	};
	const partOf = new Map();
	const calls = [];
	const needed = async (imports, { part, from, body }) => {
		const now = [];
		for (const each of imports.filter(({ to }) => modules.has(to))) {
			if (wished(each.to) > part && (await canBeCalled(compiled, each, body))) {
				calls.push({ from, to: each.to });
			} else {
				now.push(each.to);
			}
		}
		return now;
	};
	for (let part = 0; part <= worked.length; part++) {
		const waiting =
			part === 0
				? (await Promise.all(entries.map((each) => needed([each], { part, body: each.body })))).flat()
				: calls.map(({ to }) => to).filter((name) => wished(name) <= part);
		for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
			if (!partOf.has(name)) {
				partOf.set(name, part);
				const { imports, body } = modules.get(name);
				waiting.push(...(await needed(imports, { part, from: name, body })));
			}
		}
	}
	const called = new Set(calls.filter(({ from, to }) => partOf.get(to) > (partOf.get(from) ?? 0)).map(({ to }) => to));
	return { partOf, called };
}

/** A function can be had when it is called, a class when an instance is made or something is asked of it. */
async function canBeCalled(compiled, { to, names = [], isExport }, body) {
	if (names === "all") {
		return false;
	}
	const exported = await exportsOf(compiled, to);
	const isHandedOn = (name, own) =>
		isClass(exported[name]) ? isExport || handsOnClass(own, body) : perValue.test(to) && handsOnFunction(own, body);
	return names.every(({ exported: name, own }) => typeof exported[name] === "function" && !isHandedOn(name, own));
}

/** A module that passes a class on needs the class itself: it may be compared. */
function handsOnClass(name, body) {
	return new RegExp(`(?<!\\bnew |\\binstanceof |[.#\\w$])${name}\\b(?!\\.\\w+\\()`).test(body);
}

/**
 * A module that passes a function on, in a list say, passes the one that checks at each call whether its part is
 * loaded.
 */
function handsOnFunction(name, body) {
	return new RegExp(`(?<![.#\\w$])${name}\\b(?!\\(|:)`).test(body);
}

/** Rooms of the store of which any module may be needed: what runs depends on sizes, and on what else is committed. */
const timedRooms = ["blocks", "lmdb", "lock", "page", "runs", "transaction", "wal"];

function timedModules(compiled) {
	return timedRooms.flatMap((room) =>
		readdirSync(join(compiled, "core", "store", room))
			.filter((name) => name.endsWith(".js"))
			.map((name) => sourceOf(`core/store/${room}/${name}`)),
	);
}

/** Of each conversation with a server the modules of which a function ran. That of definitions begins with a new data directory. */
export async function workedInServer(compiled, entry) {
	const folder = mkdtempSync(join(tmpdir(), "verso-sorting-"));
	const words = (data) => [join(compiled, entry.replace(/\.ts$/, ".js")), "--data-dir", join(folder, data)];
	const conversations = [
		{ data: "made", statements: first },
		{ data: "made", statements: everyday },
		{ data: "new", statements: definitions },
		{ data: "made", statements: ["USE warm", ...manyRows] },
	];
	try {
		await serveOnce({ words: words("made"), statements: making });
		const sets = [];
		for (const { data, statements } of conversations) {
			const work = (environment) => serveOnce({ words: words(data), statements, idleMs, environment });
			sets.push(await ranIn(compiled, work));
		}
		timedModules(compiled).forEach((module) => sets[1].add(module));
		return sets;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** The modules of which a function ran in the processes that `work` starts with an environment. */
export async function ranIn(compiled, work) {
	const report = mkdtempSync(join(tmpdir(), "verso-coverage-"));
	try {
		await work({ NODE_V8_COVERAGE: report });
		return new Set(readdirSync(report).flatMap((file) => workedIn(compiled, join(report, file))));
	} finally {
		rmSync(report, { recursive: true, force: true });
	}
}

/** A module's own code is reported as a function from its first character on. One without other functions has nothing that could be called later. */
function workedIn(compiled, report) {
	const { result } = JSON.parse(readFileSync(report, "utf8"));
	const inside = ({ functionName, ranges }) => ranges[0].startOffset > 0 && functionName !== "<static_initializer>";
	return result
		.filter(
			({ url, functions }) =>
				url.startsWith("file:") &&
				(!functions.some(inside) || functions.some((each) => inside(each) && each.ranges[0].count > 0)),
		)
		.map(({ url }) => fileURLToPath(url))
		.filter((path) => path.startsWith(compiled))
		.map((path) => sourceOf(path.slice(compiled.length + 1)).replaceAll("\\", "/"));
}
