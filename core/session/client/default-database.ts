/**
 * USE: sets the session's default database and the variables that follow it; errors 1044, 1049.
 *
 * 1044 where the account has no privilege on the database.
 */
import { usableDatabases } from "../../catalog/computed-database.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { after } from "../../async/maybe-promise.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { encodeText } from "../../types/value/value.ts";
import type { SessionContext } from "../api/session-context.ts";
import type { SessionProcess } from "../status/process-entry.ts";
import type { StatementFrame } from "../run/statement-frame.ts";

export function useDatabase(name: string, frame: StatementFrame, process: SessionProcess): MaybePromise<void> {
	const { facts, variables }: SessionContext = frame.conversation;
	const known = name.toLowerCase();
	const found = after(frame.admitStatement({ kind: "use", database: name }), () =>
		frame.readSchema((schema) => schema.databases.get(known)),
	);
	return after(found, (database) => {
		if (database === undefined && !usableDatabases.includes(known)) {
			throw sqlError("unknownDatabase", encodeText(name));
		}
		facts.database = database?.name ?? known;
		process.database = facts.database;
		variables.assign("character_set_database", database?.charset ?? "utf8");
		variables.assign("collation_database", database?.collation ?? "utf8_general_ci");
	});
}
