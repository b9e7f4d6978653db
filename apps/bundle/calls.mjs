/**
 * Stand-ins for imports from a later part: functions and classes that load the part when they are called.
 *
 * In: the exports of the later module, the part's number and the module's in it. Out: the text of a module with the same
 * exports. A part is loaded by `$part`, which `parts.mjs` writes, and which calls each of `$shown` with it.
 *
 * Once the part is there, every importer has the function itself, since the export is assigned anew. So nothing is lost
 * even where it is called for every row, except where the value was taken before: in a list made at the start, say.
 */
import { isClass } from "./modules.mjs";

export function callsOf(exported, part, place) {
	const called = Object.entries(exported).filter(([, value]) => typeof value === "function");
	const lines = called.map(([name, value]) =>
		isClass(value)
			? classOf(name, value, part)
			: `export let ${name} = (...words) => ($part(${part}), ${name}(...words));`,
	);
	return `${lines.join("\n")}\n$shown[${part}].push(({ m${place} }) => { ({ ${called.map(([name]) => name).join(", ")} } = m${place}); });`;
}

/** Nothing is an instance of it as long as the part is not there. */
function classOf(name, value, part) {
	const own = Object.getOwnPropertyNames(value).filter((each) => !["length", "name", "prototype"].includes(each));
	return [
		`export let ${name} = function (...words) { $part(${part}); return new ${name}(...words); };`,
		...own.map(
			(each) =>
				`Object.defineProperty(${name}, ${JSON.stringify(each)}, { get: () => ($part(${part}), ${name}${member(name, value, each)}) });`,
		),
	].join("\n");
}

/** A static function is called for its class. */
function member(name, value, own) {
	return typeof value[own] === "function" ? `.${own}.bind(${name})` : `.${own}`;
}
