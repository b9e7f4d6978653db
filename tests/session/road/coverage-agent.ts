/**
 * Counts the functions that a server enters: loaded into its process, answers over the channel to the parent.
 *
 * `start` begins V8's precise coverage, which disables optimized code; `take` sends the functions entered since the
 * last `take`, by file.
 */
import { Session } from "node:inspector";
import { fileURLToPath } from "node:url";

/** Entered functions by file below `dist`, one entry for each function of a name. */
export type EnteredFunctions = Readonly<Record<string, readonly string[]>>;

interface Coverage {
	readonly result: readonly {
		readonly url: string;
		readonly functions: readonly { readonly functionName: string; readonly ranges: readonly { count: number }[] }[];
	}[];
}

const session = new Session();
const measuredFolder = /\/dist\/((?:core|plugins|apps)\/.*)\.js$/;

function entered({ result }: Coverage): EnteredFunctions {
	const files: Record<string, string[]> = {};
	for (const { url, functions } of result) {
		const file = url.startsWith("file:") ? measuredFolder.exec(fileURLToPath(url))?.[1] : undefined;
		const names = functions.filter(({ ranges: [whole] }) => (whole?.count ?? 0) > 0).map((each) => each.functionName);
		if (file !== undefined && names.length > 0) {
			files[file] = names.map((name) => name || "(arrow)");
		}
	}
	return files;
}

process.on("message", (message) => {
	if (message === "start") {
		session.connect();
		session.post("Profiler.enable");
		session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true }, () => process.send?.("started"));
	} else if (message === "take") {
		session.post("Profiler.takePreciseCoverage", (failure, coverage) => {
			process.send?.(failure === null ? entered(coverage) : String(failure));
		});
	}
});
