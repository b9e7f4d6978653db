/**
 * Traps: internals of Node, V8 and package `lmdb` that throw, or are gone, where this project's own code uses them.
 *
 * Set before the first module of the project is loaded. The packages keep what they need of their own.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import v8 from "node:v8";

/** Functions of lmdb's addon that its types leave out. */
const addonNames = [
	"createBufferForAddress",
	"detachBuffer",
	"getAddress",
	"getBufferAddress",
	"getCurrentShared",
	"getCurrentValue",
	"globalBuffer",
	"iterate",
	"position",
];

export async function setTraps(): Promise<void> {
	Object.assign(process, { binding: () => refuse("process.binding") });
	v8.setFlagsFromString = () => refuse("setFlagsFromString");
	const { readFileSync } = fs;
	fs.readFileSync = ((...words: Parameters<typeof readFileSync>) =>
		words[0] === "/proc/self/maps" ? refuse("/proc/self/maps") : readFileSync(...words)) as typeof readFileSync;
	syncBuiltinESMExports();
	for (const name of ["Function", "FinalizationRegistry"] as const) {
		Object.defineProperty(globalThis, name, {
			value: new Proxy(globalThis[name], {
				construct(made, words, target) {
					return isOurs() ? refuse(name) : (Reflect.construct(made, words, target) as object);
				},
			}),
		});
	}
	const { nativeAddon } = (await import("lmdb")) as unknown as { readonly nativeAddon: Record<string, unknown> };
	for (const name of addonNames) {
		delete nativeAddon[name];
	}
}

/** Whether the caller of a trap is a module of this project: above it are this function and the trap itself. */
function isOurs(): boolean {
	const [, , , caller = ""] = (new Error().stack ?? "").split("\n");
	return /\/(core|apps|plugins)\//.test(caller) && !caller.includes("node_modules");
}

function refuse(name: string): never {
	process.exitCode = 3;
	throw new Error(`${name} is used although its fallback is forced.`);
}
