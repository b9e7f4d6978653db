/**
 * ALTER PROCEDURE and ALTER FUNCTION: other characteristics for the same body; 1305 for an unknown routine.
 */
import { routineIn } from "../../../catalog/program.ts";
import { replaceRoutine } from "./routine-record.ts";
import { after } from "../../../async/maybe-promise.ts";
import type { MaybePromise } from "../../../async/maybe-promise.ts";
import { sqlError } from "../../../errors/catalogue.ts";
import type { Planning } from "../../../plan/tree/planning.ts";
import type { AlterProgram } from "../../../sql/tree/statement.ts";
import type { Execution } from "../../execution.ts";
import { databaseOf, qualifiedName } from "../../named-object.ts";
import { done, type StatementResult } from "../../statement-result.ts";
import { sharedSchema } from "../../temporary-table.ts";

export function alterProgram(
	{ what, name, characteristics }: AlterProgram,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	const database = databaseOf(name, { ...planning, schema: sharedSchema(planning.schema) });
	const found = routineIn(database, what, name.name);
	if (found === undefined) {
		throw sqlError("programMissing", what.toUpperCase(), qualifiedName(name, planning));
	}
	const changed = { ...found, ...characteristics, updatedMicroseconds: execution.nowMicroseconds };
	return after(replaceRoutine(found, changed, database, execution), () => done());
}
