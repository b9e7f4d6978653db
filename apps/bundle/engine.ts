/**
 * Loads the library's engine once a thread, part by part, with the code that V8 compiled of it before.
 *
 * It is loaded into the realm of Node itself: a test runner that gives each test file a realm of its own loads the
 * library's front for each, and this engine once, so that data directories that are open, rule books and what V8 has
 * optimized are shared by the files of a process. Timers and clocks are Node's, whatever a test makes of those of its
 * realm.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { cachedDataVersionTag } from "node:v8";
import { constants, runInThisContext, Script } from "node:vm";
import type { ProgramScript } from "./program-script.ts";

/** Modules by the names that the bundle gives them (`library.mjs`). */
type Engine = Readonly<Record<string, unknown>>;

interface Loaded {
	readonly engine: Engine;
	/** Keeps the compiled code of all parts, once there is something worth keeping. */
	keepCode(): void;
}

/** Then a first database has been opened, and mostly been asked. */
const keptAfterMs = 5000;

const realm = runInThisContext("globalThis") as typeof globalThis;
const file = sourceOf("program");
/** A script of Node's own realm imports as Node does, whatever its caller's realm does. */
const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
/** By the engine's file: two versions of the package may be loaded. */
function loaded(): Loaded {
	const place = Symbol.for("verso-db/engine");
	const known = ((realm as Record<symbol, unknown>)[place] ??= new Map()) as Map<string, Loaded>;
	const found = known.get(file) ?? load();
	known.set(file, found);
	return found;
}

function load(): Loaded {
	const code = new PartCode();
	const { createRequire } = realm.process.getBuiltinModule("node:module");
	const importModule = new Script("(address) => import(address)", { importModuleDynamically }).runInThisContext();
	const program = code.load("program") as ProgramScript<Engine>;
	return {
		engine: program(createRequire(file), file, __dirname, pathToFileURL(file).href, importModule, (name) =>
			code.load(name),
		),
		keepCode: () => code.keep(),
	};
}

function sourceOf(part: string): string {
	return join(__dirname, `${part}.js`);
}

/** The parts' compiled code: kept where there was none that fits. */
class PartCode {
	/** Of parts that were loaded before it was to be kept. */
	readonly #waiting: (() => void)[] = [];
	#isKept = false;

	load(part: string): unknown {
		// The name tells of Node and of V8's flags: code of others is not even looked at.
		const tag = cachedDataVersionTag().toString(16);
		const codeFile = join(__dirname, `${part}.${process.version}-${process.arch}-${tag}.code`);
		const cachedData = read(codeFile);
		const script = new Script(readFileSync(sourceOf(part), "latin1"), {
			filename: sourceOf(part),
			importModuleDynamically,
			...(cachedData === undefined ? {} : { cachedData }),
		});
		if (cachedData === undefined || script.cachedDataRejected !== false) {
			const keep = (): void => keepLater(script, codeFile);
			this.#isKept ? keep() : this.#waiting.push(keep);
		}
		return script.runInThisContext();
	}

	keep(): void {
		this.#isKept = true;
		this.#waiting.splice(0).forEach((keep) => keep());
	}
}

function read(path: string): Buffer | undefined {
	try {
		return readFileSync(path);
	} catch {
		return undefined;
	}
}

/** When the process ends, or some time from now, whichever comes first. */
function keepLater(script: Script, codeFile: string): void {
	const timer = realm.setTimeout(keep, keptAfterMs);
	timer.unref();
	realm.process.once("exit", keep);
	function keep(): void {
		realm.clearTimeout(timer);
		realm.process.off("exit", keep);
		try {
			const draft = `${codeFile}.${process.pid}`;
			writeFileSync(draft, script.createCachedData());
			renameSync(draft, codeFile);
		} catch {
			// Where the folder can't be written, the next process is as slow as this one was.
		}
	}
}

const { engine, keepCode } = loaded();

export { engine, keepCode };
