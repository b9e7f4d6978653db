/**
 * `verso run FILE.sql`: plays SQL without a server or a client.
 *
 * In: a script's bytes and options. Out: results and errors as the mysql client prints them; exit code 1 after an
 * error, at which it stops unless it is forced on.
 */
import { readFileSync } from "node:fs";
import { SqlError, type Kernel, type Session } from "../../core/index.ts";
import { UsageError } from "../compose/usage-error.ts";
import { openDatabase, printWarnings } from "./open-database.ts";
import type { Options } from "./options.ts";
import { type ResultStyle, TextSink, printError } from "./result-text.ts";
import { type ScriptStatement, splitScript } from "./script.ts";

interface RunFlags {
	readonly table?: boolean;
	readonly force?: boolean;
	readonly database?: string;
}

const utf8mb4GeneralCi = 45;
const unknownDatabase = 1049;

/** Answers with the exit code. */
export async function run(file: string, options: Options, flags: RunFlags): Promise<number> {
	if (options.flag("watch")) {
		const { runWatched } = await import("./watch.ts");
		return runWatched(options, file);
	}
	const script = readScript(file);
	const { kernel, warnings, leaveNote } = await openDatabase(options);
	leaveNote();
	printWarnings(warnings);
	try {
		const session = await connect(kernel, flags.database);
		return await playScript(session, splitScript(script), flags);
	} catch (failure) {
		if (failure instanceof SqlError) {
			process.stderr.write(Buffer.from(printError(failure), "latin1"));
			return 1;
		}
		throw failure;
	} finally {
		await kernel.close();
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

async function playScript(session: Session, statements: readonly ScriptStatement[], flags: RunFlags): Promise<number> {
	const style: ResultStyle = (flags.table ?? process.stdout.isTTY === true) ? "table" : "batch";
	let exitCode = 0;
	for (const { text, line, vertical } of statements) {
		const sink = new TextSink(vertical ? "vertical" : style, (bytes) =>
			process.stdout.write(Buffer.from(bytes, "latin1")),
		);
		await session.execute(text, sink);
		if (sink.failure !== undefined) {
			process.stderr.write(Buffer.from(printError(sink.failure, line), "latin1"));
			exitCode = 1;
			if (flags.force !== true) {
				break;
			}
		}
	}
	return exitCode;
}

export function readScript(file: string): string {
	try {
		return readFileSync(file === "-" ? 0 : file).toString("latin1");
	} catch (failure) {
		throw new UsageError(`cannot read ${file}: ${(failure as Error).message}`, 1);
	}
}
