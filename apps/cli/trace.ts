/**
 * `verso trace STATEMENT`: shows how a statement passes through the database, section by section.
 *
 * Runs in memory: no data directory is read or written. Exit code 0, also for a statement that fails; 2 for a setup or
 * a command line that is wrong.
 */
import { existsSync } from "node:fs";
import { composeBook, type Mode } from "../compose/book.ts";
import { UsageError } from "../compose/usage-error.ts";
import { plainTrace, printTrace } from "../trace/print.ts";
import { parseSections } from "../trace/section.ts";
import { traceStatement } from "../trace/trace.ts";
import type { Options } from "./options.ts";
import { readScript } from "./read-statements.ts";
import { splitScript } from "./script.ts";
import type { TraceFlags } from "./trace-options.ts";

export async function printStatementTrace(
	words: string | undefined,
	options: Options,
	flags: TraceFlags,
): Promise<void> {
	const wanted = parseSections(flags.only);
	const text = words === undefined || words === "-" ? readScript("-") : Buffer.from(words, "utf8").toString("latin1");
	const statements = splitScript(text).map((each) => each.text);
	const statement = statements.pop();
	if (statement === undefined) {
		throw new UsageError("there is no statement to trace", 2);
	}
	const version = options.text("version");
	const { release, book } = await composeBook({
		...(version === undefined ? {} : { release: version }),
		mode: options.text("as") as Mode,
		mixes: options.list("mix"),
		quirks: options.list("quirk"),
		plugins: options.list("plugin"),
	});
	const side = { release, book };
	const trace = await traceStatement({
		statement,
		side,
		preparations: [{ side, statements: [...setupOf(flags.setup), ...statements] }],
		...(flags.sqlMode === undefined ? {} : { sqlMode: flags.sqlMode }),
	});
	const answer =
		flags.json === true ? JSON.stringify(plainTrace(trace, wanted), undefined, 2) : printTrace(trace, wanted);
	process.stdout.write(`${answer}\n`);
}

/** A file's statements where there is one of the name, else those written. */
function setupOf(setup: string | undefined): readonly string[] {
	if (setup === undefined) {
		return [];
	}
	const isSql = !existsSync(setup) && /\s/.test(setup);
	const text = isSql ? Buffer.from(setup, "utf8").toString("latin1") : readScript(setup);
	return splitScript(text).map((each) => each.text);
}
