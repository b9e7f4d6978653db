/**
 * `verso run FILE.sql`: plays SQL without a server or a client.
 *
 * In: a script's bytes and options. Out: results and errors as the mysql client prints them; exit code 1 after an
 * error, at which it stops unless it is forced on.
 */
import { SqlError, type Kernel, type Session } from "../../core/index.ts";
import { UsageError } from "../compose/usage-error.ts";
import { openDatabase, printWarnings } from "./open-database.ts";
import type { Options } from "./options.ts";
import { type ResultStyle, TextSink, printError } from "./result-text.ts";
import { readStatements } from "./read-statements.ts";
import { showProgress } from "./progress.ts";
import type { ScriptStatement } from "./script.ts";
import { Watchdog } from "./watchdog.ts";

interface RunFlags {
	readonly table?: boolean;
	readonly force?: boolean;
	readonly database?: string;
	readonly dataDir?: string;
}

const utf8mb4GeneralCi = 45;
const unknownDatabase = 1049;
const longestTurnMs = 50;

/** Answers with the exit code. */
export async function run(file: string, options: Options, flags: RunFlags): Promise<number> {
	if (options.flag("watch")) {
		const { runWatched } = await import("./watch.ts");
		return runWatched(options, file);
	}
	if (options.flag("memory") && flags.dataDir !== undefined) {
		throw new UsageError("--memory keeps nothing and --data-dir does: use one of them", 2);
	}
	const statements = readStatements(file);
	const { kernel, warnings, leaveNote } = await openDatabase(options);
	try {
		leaveNote();
	} catch {
		// A full disk: the script may read.
	}
	printWarnings(warnings);
	let watchdog: Watchdog | undefined;
	try {
		const session = await connect(kernel, flags.database);
		const watch = watchScript(file, statements.length);
		watchdog = await Watchdog.over(options, ["SIGINT"]);
		try {
			return await playScript(session, statements, flags, watch);
		} finally {
			watch.end();
		}
	} catch (failure) {
		if (failure instanceof SqlError) {
			process.stderr.write(Buffer.from(printError(failure), "latin1"));
			return 1;
		}
		throw failure;
	} finally {
		await kernel.close();
		await watchdog?.close();
	}
}

/** Connects to the database asked for; else to `test`, or to none where that was dropped. */
async function connect(kernel: Kernel, database: string | undefined): Promise<Session> {
	const root = {
		user: "root",
		accountHost: "localhost",
		host: "localhost",
		collationId: utf8mb4GeneralCi,
		multiStatements: true,
	};
	try {
		return await kernel.connect({ ...root, database: database ?? "test" });
	} catch (failure) {
		if (database === undefined && failure instanceof SqlError && failure.code === unknownDatabase) {
			return kernel.connect(root);
		}
		throw failure;
	}
}

interface Watch {
	/** Called before each statement. */
	playing(statement: ScriptStatement, done: number): void;
}

async function playScript(
	session: Session,
	statements: readonly ScriptStatement[],
	flags: RunFlags,
	watch: Watch,
): Promise<number> {
	const style: ResultStyle = (flags.table ?? process.stdout.isTTY === true) ? "table" : "batch";
	let exitCode = 0;
	let yieldedMs = performance.now();
	for (const [done, statement] of statements.entries()) {
		// Else Ctrl-C would be heard at the end: a store in memory waits for nothing.
		if (performance.now() - yieldedMs > longestTurnMs) {
			await new Promise((resolve) => setImmediate(resolve));
			yieldedMs = performance.now();
		}
		const { text, line, vertical, file } = statement;
		watch.playing(statement, done);
		const sink = new TextSink(vertical ? "vertical" : style, (bytes) =>
			process.stdout.write(Buffer.from(bytes, "latin1")),
		);
		await session.execute(text, sink);
		if (sink.failure !== undefined) {
			process.stderr.write(Buffer.from(printError(sink.failure, line, file), "latin1"));
			exitCode = 1;
			if (flags.force !== true) {
				break;
			}
		}
	}
	return exitCode;
}

/** A bar at a terminal while nothing is printed there; Ctrl-C says how far the script came. */
function watchScript(file: string, all: number): Watch & { end(): void } {
	// Between results on the same terminal a bar would be in the way.
	const progress = process.stdout.isTTY === true ? undefined : showProgress();
	let place = "";
	const interrupted = (): void => {
		progress?.end();
		process.stderr.write(`\nverso: interrupted at ${place}\n`);
		process.off("SIGINT", interrupted);
		process.kill(process.pid, "SIGINT");
	};
	process.on("SIGINT", interrupted);
	return {
		playing({ line, file: sourced }, done) {
			place = `line ${line} of ${sourced ?? (file === "-" ? "standard input" : file)}, after ${done} of ${all} statements`;
			progress?.show("played, statements", done, all);
		},
		end() {
			progress?.end();
			process.off("SIGINT", interrupted);
		},
	};
}
