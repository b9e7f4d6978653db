/**
 * Opens a database inside the process: in memory, in a data directory, or in memory over one.
 */
import { SqlError } from "../../core/index.ts";
import { programVersion } from "../cli/program.ts";
import { composedRules, hasRules } from "./composed-rules.ts";
import { Database, forkOf, root } from "./database.ts";
import { callerStack, toldCaller } from "./database-error.ts";
import { isBytes } from "./saved-bytes.ts";
import { Snapshot } from "./snapshot.ts";
import { checkOpenOptions, type OpenOptions } from "./open-options.ts";
import { type OpenedKernel, openFrom, openIn, openBytes, openNew, partsOf, notedRules } from "./opened-kernel.ts";

const usualDatabase = "test";

/**
 * Opens a database. Nothing of it keeps the process running, and nothing is printed.
 * @param options the release, its rules, and what the database begins with; default: the newest release, empty, in
 *   memory
 * @returns the database; `await using` closes it
 * @throws TypeError for a wrong option; UsageError for an unknown release, quirk, plugin or switch, and for a directory
 *   that cannot be opened; DatabaseError for a variable that the release does not take
 */
export function open(options: OpenOptions = {}): Promise<Database> {
	return toldCaller(callerStack(open), () => opening(options));
}

async function opening(options: OpenOptions): Promise<Database> {
	checkOpenOptions(options);
	const { from, dataDir, database: wanted } = options;
	if (from instanceof Snapshot) {
		from.assertHeld();
		const database = await forkOf(from, options, wanted);
		return made(database, options);
	}
	const path = dataDir ?? from;
	// The rules that a directory was opened with last are those its data is meant for.
	const noted = path !== undefined && !hasRules(options) ? notedRules(path) : undefined;
	const rules = await composedRules(noted ?? options);
	const parts = partsOf(options);
	const opened = await (dataDir !== undefined
		? openIn(dataDir, rules, parts, programVersion())
		: from !== undefined
			? isBytes(from)
				? openBytes(from, rules, parts)
				: openFrom(from, rules, parts)
			: openNew(rules, parts));
	const isThere = path === undefined || (await holdsDatabase(opened));
	return made(new Database(opened, options, wanted ?? (isThere ? usualDatabase : undefined)), options);
}

/** Whether the usual database is in a directory. */
async function holdsDatabase({ kernel }: OpenedKernel): Promise<boolean> {
	const unknownDatabase = 1049;
	try {
		const session = await kernel.connect({ ...root, database: usualDatabase });
		await session.close();
		return true;
	} catch (failure) {
		if (failure instanceof SqlError && failure.code === unknownDatabase) {
			return false;
		}
		throw failure;
	}
}

/** The database with what its options ask of it, or closed. */
async function made(database: Database, { database: name, variables, switches }: OpenOptions): Promise<Database> {
	try {
		await database.setUp({ name, variables: variables ?? {}, switches: switches ?? {} });
		return database;
	} catch (failure) {
		await database.close();
		throw failure;
	}
}
