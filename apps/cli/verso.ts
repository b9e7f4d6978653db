#!/usr/bin/env node
/**
 * The `verso` command: starts a server, or reads the command line further.
 *
 * In: arguments. Out: exit code 0; 1 where what was asked for can't be had, 2 where the command line is wrong. What
 * goes wrong is one sentence on stderr.
 */
import { SqlError } from "../../core/index.ts";
import { UsageError } from "../compose/usage-error.ts";
import { endWithOutput } from "./output.ts";
import { Options } from "./options.ts";
import { plainServeFlags } from "./plain-serve.ts";
import { serverSettings } from "./setting.ts";

endWithOutput();
// Not awaited: the bundled program is a script, in which only functions may wait.
main(process.argv.slice(2)).catch((failure) => {
	process.exitCode = explain(failure);
});

async function main(words: readonly string[]): Promise<void> {
	const flags = plainServeFlags(words, serverSettings);
	if (flags === undefined) {
		const { runCommandLine } = await import("./command-line.ts");
		await runCommandLine(words);
	} else {
		const { serve } = await import("./serve.ts");
		await serve(new Options(serverSettings, flags, process.env));
	}
}

/** One sentence for the person, and the exit code. */
function explain(failure: unknown): number {
	const { code, exitCode } = failure as { readonly code?: unknown; readonly exitCode?: number };
	if (typeof code === "string" && code.startsWith("commander.")) {
		// It has said why.
		return exitCode === 0 ? 0 : 2;
	}
	if (failure instanceof SqlError) {
		// A rule that could not answer while the database was opened: the sentence names it.
		process.stderr.write(`verso: cannot open the database: ${failure.message}\n`);
		return 1;
	}
	if (failure instanceof UsageError) {
		process.stderr.write(`verso: ${failure.message}\n`);
		return failure.exitCode;
	}
	process.stderr.write(`verso: ${failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)}\n`);
	return 1;
}
