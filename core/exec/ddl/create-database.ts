/**
 * CREATE DATABASE: records the clause as written and as rules resolve it; 1007, or a note under IF NOT EXISTS.
 */
import { computedDatabases } from "../../catalog/computed-database.ts";
import { checkDatabaseName, fold } from "../../catalog/identifier.ts";
import { putDatabase, takeId } from "../../catalog/write.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { DefaultCharset } from "../../rules/default-charset.ts";
import { granted } from "../../rules/warned.ts";
import type { CreateDatabase } from "../../sql/tree/database.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { encodeText } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import { databaseVersion } from "./object-version.ts";
import type { Execution } from "../execution.ts";
import { done, type StatementResult } from "../statement-result.ts";
import { readClause, refuseConflict, writtenWords } from "./charset-clause.ts";

export function createDatabase(
	statement: CreateDatabase,
	execution: Execution,
	_planning: Planning,
): MaybePromise<StatementResult> {
	const { name } = statement;
	checkDatabaseName(name);
	const written = writtenWords(statement.charset, statement.collation);
	refuseConflict(statement.formerCharset, statement.charset, execution);
	const clause = readClause(written, "database", execution);
	if (execution.schema.databases.has(fold(name)) || computedDatabases.includes(fold(name))) {
		if (!statement.ifNotExists) {
			throw sqlError("cantCreateDatabaseExists", encodeText(name));
		}
		execution.warn("Note", "cantCreateDatabaseExists", encodeText(name));
		return done();
	}
	const resolved = granted(execution.book.ask(DefaultCharset).createDatabase(clause), execution);
	return after(takeId(execution.transaction), (id) =>
		after(putDatabase(execution.transaction, { id, name, written, resolved, ...databaseVersion(execution) }), () =>
			done(),
		),
	);
}
