/**
 * ALTER DATABASE: records another default charset for tables to come; existing tables keep theirs. Errors 1046, 1049.
 */
import { fold } from "../../catalog/identifier.ts";
import { putDatabase } from "../../catalog/write.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { DefaultCharset } from "../../rules/default-charset.ts";
import { granted } from "../../rules/warned.ts";
import type { AlterDatabase } from "../../sql/tree/database.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { encodeText } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import { refuseComputedDatabase } from "../named-object.ts";
import { done, type StatementResult } from "../statement-result.ts";
import { readClause, refuseConflict, writtenWords } from "./charset-clause.ts";

export function alterDatabase(
	statement: AlterDatabase,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	const name = statement.name ?? planning.database;
	if (name === null) {
		throw sqlError("noDatabaseSelected");
	}
	refuseComputedDatabase(name, planning);
	const written = writtenWords(statement.charset, statement.collation);
	refuseConflict(statement.formerCharset, statement.charset, execution);
	const clause = readClause(written, "database", execution);
	const database = execution.schema.databases.get(fold(name));
	if (database === undefined) {
		throw sqlError("unknownDatabase", encodeText(name));
	}
	const resolved = granted(execution.book.ask(DefaultCharset).createDatabase(clause), execution);
	return after(putDatabase(execution.transaction, { ...database.record, written, resolved }), () => done(1));
}
