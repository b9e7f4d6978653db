/**
 * Starts the bundled program with the code that V8 compiled of it before.
 *
 * In: `program.js` beside this file and, if any, its compiled code. Out: the running program.
 *
 * Measured, one core to itself: 24 ms for Node itself, 540 ms until the modules in `dist/` serve, see
 * `bench/README.md` for the bundle.
 */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";
import { underOwnFlags } from "../cli/engine/flags.ts";
import { offerParts } from "../cli/engine/program-parts.ts";
import { keepCodeOnce } from "./compiled-code.ts";
import type { ProgramScript } from "./program-script.ts";

/** The first part's hold on the others: their names, and how one is loaded by its place among them. */
interface Parts {
	readonly $names: readonly string[];
	$part(place: number): unknown;
}

const loaded = new Set<string>();
/** Scripts of parts that are about to be loaded. */
const ready = new Map<string, Script>();
const source = sourceOf("program");
const { $names, $part } = (load("program") as ProgramScript<Parts>)(
	createRequire(source),
	source,
	__dirname,
	pathToFileURL(source).href,
	(address) => import(address),
	load,
);
offerParts($names.slice(1).map((name, at) => () => void (!loaded.has(name) && isCompiled(name) && $part(at + 1))));

function sourceOf(part: string): string {
	return join(__dirname, `${part}.js`);
}

function codeOf(part: string): string {
	return join(__dirname, `${part}.${process.version}-${process.arch}.code`);
}

/** A part of the program, and its compiled code kept where there was none that fits. */
function load(part: string): unknown {
	const code = codeOf(part);
	const script = ready.get(part) ?? underOwnFlags(() => read(sourceOf(part), code));
	ready.delete(part);
	loaded.add(part);
	// Nothing is said where there was no compiled code.
	if (script.cachedDataRejected !== false && isServer() && process.env["VERSO_FALLBACKS"] === undefined) {
		keepCodeOnce(code, () => underOwnFlags(() => script.createCachedData()));
	}
	return script.runInThisContext();
}

/** Without compiled code a part is left to the statement that needs it: what has run by then is what is kept. */
function isCompiled(part: string): boolean {
	const script = underOwnFlags(() => read(sourceOf(part), codeOf(part)));
	const isFit = script.cachedDataRejected === false;
	if (isFit) {
		ready.set(part, script);
	}
	return isFit;
}

/**
 * One file after the other is read into the same memory: each page of it that is new costs the system as much as
 * reading into it.
 */
function read(path: string, code: string): Script {
	const codeBytes = sizeOf(code);
	const memory = Buffer.allocUnsafeSlow(Math.max(sizeOf(path), codeBytes));
	const text = readInto(memory, path).toString("latin1");
	const cachedData = codeBytes === 0 ? undefined : readCode(memory, code);
	return new Script(text, { filename: path, ...(cachedData === undefined ? {} : { cachedData }) });
}

/** Undefined where this user may not read it, or it has just gone: it can be done without. */
function readCode(memory: Buffer, code: string): Buffer | undefined {
	try {
		return readInto(memory, code);
	} catch {
		return undefined;
	}
}

/** 0 where there is no such file. */
function sizeOf(path: string): number {
	return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function readInto(memory: Buffer, path: string): Buffer {
	const file = openSync(path, "r");
	try {
		return memory.subarray(0, readSync(file, memory, 0, memory.length, 0));
	} finally {
		closeSync(file);
	}
}

/** Functions that ran are in the compiled code, so the command that matters should be the one that ran. */
function isServer(): boolean {
	const [word = "serve"] = process.argv.slice(2);
	return word === "serve" || (word.startsWith("-") && !["-h", "--help", "-V"].includes(word));
}
