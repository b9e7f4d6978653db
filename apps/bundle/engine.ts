/**
 * Loads the library's engine once a thread, with the code that V8 compiled of it before, into the realm of Node itself.
 *
 * A test runner that gives each test file a realm of its own loads the library's front for each, and this engine once:
 * data directories that are open, rule books and what V8 has optimized are shared by the files of a process. Timers and
 * clocks are Node's, whatever a test makes of those of its realm.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { constants, runInThisContext, Script } from "node:vm";

/** Modules by their path from the root of the sources. */
type Engine = Readonly<Record<string, unknown>>;

type Wrapper = (module: { exports: object }, require: NodeJS.Require, file: string, folder: string) => void;

interface Loaded {
	readonly engine: Engine;
	/** Keeps the compiled code, once there is something worth keeping. */
	keepCode(): void;
}

/** Then a first database has been opened, and mostly been asked. */
const keptAfterMs = 5000;

const realm = runInThisContext("globalThis") as typeof globalThis;
const file = join(__dirname, "engine.js");
const { engine, keepCode } = loaded();

export { engine, keepCode };

/** By the engine's file: two versions of the package may be loaded. */
function loaded(): Loaded {
	const place = Symbol.for("verso-db/engine");
	const known = ((realm as Record<symbol, unknown>)[place] ??= new Map()) as Map<string, Loaded>;
	const found = known.get(file) ?? load();
	known.set(file, found);
	return found;
}

function load(): Loaded {
	// The name tells of Node and of V8's flags: code of others is not even looked at.
	const tag = cachedDataVersionTag().toString(16);
	const codeFile = join(__dirname, `engine.${process.version}-${process.arch}-${tag}.code`);
	const cachedData = read(codeFile);
	const script = new Script(readFileSync(file, "latin1"), {
		filename: file,
		importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
		...(cachedData === undefined ? {} : { cachedData }),
	});
	const { createRequire } = realm.process.getBuiltinModule("node:module");
	const module = { exports: {} };
	(script.runInThisContext() as Wrapper)(module, createRequire(file), file, __dirname);
	const isKept = cachedData !== undefined && script.cachedDataRejected === false;
	return { engine: module.exports as Engine, keepCode: isKept ? () => {} : keeper(script, codeFile) };
}

function read(path: string): Buffer | undefined {
	try {
		return readFileSync(path);
	} catch {
		return undefined;
	}
}

/** When the process ends, or some time after the first call, whichever comes first. */
function keeper(script: Script, codeFile: string): () => void {
	let isAsked = false;
	return () => {
		if (!isAsked) {
			isAsked = true;
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
	};
}
