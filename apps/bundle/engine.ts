/**
 * Loads the library's engine once a thread, part by part, with the code that V8 compiled of it before.
 *
 * It is loaded into the realm of Node itself: a test runner that gives each test file a realm of its own loads the
 * library's front for each, and this engine once, so that data directories that are open, rule books and what V8 has
 * optimized are shared by the files of a process. Timers and clocks are Node's, whatever a test makes of those of its
 * realm.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { cachedDataVersionTag } from "node:v8";
import { constants, runInThisContext, Script } from "node:vm";
import { keepCodeOnce } from "./compiled-code.ts";
import type { ProgramScript } from "./program-script.ts";

/** Modules by the names that the bundle gives them (`library.mjs`). */
type Engine = Readonly<Record<string, unknown>>;

interface Loaded {
	readonly engine: Engine;
	/** Keeps the compiled code of all parts, once there is something worth keeping. */
	keepCode(): void;
}

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
			const keep = (): void => keepCodeOnce(codeFile, () => script.createCachedData(), realm);
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

const { engine, keepCode } = loaded();

export { engine, keepCode };
