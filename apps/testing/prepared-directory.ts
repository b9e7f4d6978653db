/**
 * Prepares a data directory once for all test files: a new database, migrated, and saved.
 */
import { callerStack, toldCaller } from "../embed/database-error.ts";
import { type Database, open, type OpenOptions } from "../embed/index.ts";

export interface PrepareOptions extends Omit<OpenOptions, "dataDir"> {
	/** The data directory to make; one that is there gives way. */
	readonly to: string;
	/** Makes the state: schema and rows that all tests share. */
	readonly migrate: (db: Database) => unknown;
}

/**
 * Makes a prepared state, for a runner's global set-up. Where `migrate` fails, what was there stays.
 * @param options `to` and `migrate`; all others are those of `open`
 * @returns `to`, for `useDatabase({ from })`
 * @throws what `migrate` throws; UsageError where `to` holds other files
 */
export async function prepare({ to, migrate, ...options }: PrepareOptions): Promise<string> {
	if (typeof to !== "string" || typeof migrate !== "function") {
		throw new TypeError("prepare() takes to, a directory, and migrate, a function of a database");
	}
	const caller = callerStack(prepare);
	const db = await toldCaller(caller, () => open(options));
	try {
		await migrate(db);
		await toldCaller(caller, () => db.saveOver(to, true));
		return to;
	} finally {
		await db.close();
	}
}
