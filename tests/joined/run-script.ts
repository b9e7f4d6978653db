/**
 * Runs the joined script once, with the code that V8 compiled of it before.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { Script } from "node:vm";
import { joinedCode, joinedScript } from "./table.ts";

/** Packages by name. */
type Packages = Readonly<Record<string, object>>;
type Exports = Readonly<Record<string, unknown>>;

type Joined = (packages: Packages, importModule: (address: string) => Promise<unknown>) => Exports;

let script: Script | undefined;

function runScript(packages: Packages): Exports {
	script = new Script(readFileSync(joinedScript, "latin1"), {
		filename: joinedScript,
		...(existsSync(joinedCode) ? { cachedData: readFileSync(joinedCode) } : {}),
	});
	return (script.runInThisContext() as Joined)(packages, (address) => import(address));
}

/** With the functions that have run since. */
export function keepCode(): void {
	writeFileSync(joinedCode, script!.createCachedData());
}

// The joined module imports it.
export { runScript };
