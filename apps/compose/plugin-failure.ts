/**
 * Sentences for plugins that cannot be loaded: a syntax error with its file and line, TypeScript where Node
 * reads none, an ES module in a package of CommonJS.
 */
import { existsSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageFolder } from "./plugin-file.ts";
import { UsageError } from "./usage-error.ts";

/** Naming the line runs Node once more. */
const parseWaitMs = 10_000;

export function refused(name: string, cause: string): UsageError {
	return new UsageError(`plugin ${name} cannot be loaded: ${cause}`, 2);
}

/** The first line of a failure's message. */
export function sentence(failure: unknown): string {
	return (failure instanceof Error ? failure.message : String(failure)).split("\n", 1)[0] ?? "";
}

/** The same of a failed import: of a syntax error with its file and line. */
export async function importSentence(failure: unknown, file: string): Promise<string> {
	if (!(failure instanceof SyntaxError)) {
		return sentence(failure);
	}
	const kind = moduleSentence(failure, file);
	if (kind !== undefined) {
		return kind;
	}
	const place = placeIn(failure.stack ?? "") ?? placeIn(await parseAgain(file));
	return place === undefined ? sentence(failure) : `${place}: ${sentence(failure)}`;
}

/** Returns a sentence where Node took an ES module for CommonJS, as its package.json says. */
function moduleSentence({ message }: SyntaxError, file: string): string | undefined {
	const isTaken = /^Unexpected token 'export'|^Cannot use import statement outside a module/.test(message);
	const description = join(packageFolder(dirname(file)), "package.json");
	if (!/\.[jt]s$/.test(file) || !isTaken || !existsSync(description)) {
		return undefined;
	}
	const name = `${basename(file, extname(file))}.m${extname(file).slice(1)}`;
	return `it is an ES module, which ${description} does not say: name it ${name}, or write "type": "module" there`;
}

/** Returns a sentence where Node does not read TypeScript. */
export function typeScriptRefusal(file: string): string | undefined {
	if (!/\.[cm]?ts$/.test(file) || (process.features as { readonly typescript?: unknown }).typescript) {
		return undefined;
	}
	return `Node ${process.version.slice(1)} reads no TypeScript: compile it to JavaScript, or use Node 22.18 or newer`;
}

/** Node says the place of a syntax error in a module only where nothing catches it. None of its code runs. */
async function parseAgain(file: string): Promise<string> {
	// Loaded here, since it takes time at every start.
	const { spawnSync } = await import("node:child_process");
	const { stderr } = spawnSync(process.execPath, [file], {
		encoding: "utf8",
		stdio: ["ignore", "ignore", "pipe"],
		timeout: parseWaitMs,
	});
	return stderr ?? "";
}

function placeIn(text: string): string | undefined {
	const [, address, line] = /^(file:\/\/\S+|\/.+|[A-Za-z]:\\.+):(\d+)$/m.exec(text) ?? [];
	return address === undefined
		? undefined
		: `${address.startsWith("file:") ? fileURLToPath(address) : address} line ${line}`;
}
