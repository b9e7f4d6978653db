/**
 * Record of a stored program: its body as written, the types of its variables, and the creating session's settings.
 */
import type { ColumnRecord, ProgramRecord } from "../../../catalog/record.ts";
import type { Database } from "../../../catalog/table.ts";
import { sqlError } from "../../../errors/catalogue.ts";
import type { Planning } from "../../../plan/tree/planning.ts";
import { DefaultCharset } from "../../../rules/default-charset.ts";
import type { DataType } from "../../../sql/tree/data-type.ts";
import type { CreateProgram, LocalVariable } from "../../../sql/tree/statement.ts";
import type { ColumnDefinition } from "../../../sql/tree/table.ts";
import { encodeText } from "../../../types/value/value.ts";
import { currentAccount } from "../../current-account.ts";
import type { Execution } from "../../execution.ts";
import { defineColumn, newColumnCharset } from "../column-definition.ts";
import { columnVersion } from "../object-version.ts";

export function programRecord(
	{ name, definer, program, bodyText }: Pick<CreateProgram, "name" | "definer" | "program" | "bodyText">,
	database: Database,
	execution: Execution,
	planning: Planning,
): ProgramRecord {
	const { session } = planning;
	const word = (variable: string): string => String(session.systemVariable(variable, "session")?.value ?? "");
	return {
		name: name.name,
		bodyText,
		definer: definerOf(definer, planning),
		sqlMode: word("sql_mode"),
		clientCharset: word("character_set_client"),
		connectionCollation: word("collation_connection"),
		databaseCollation: database.collation,
		createdMicroseconds: execution.nowMicroseconds,
		updatedMicroseconds: execution.nowMicroseconds,
		variables: program.variables.map((variable) => variableRecord(variable, database, execution)),
	};
}

/** The account that is named, else the current one. */
export function definerOf(definer: CreateProgram["definer"], { session }: Planning): ProgramRecord["definer"] {
	const [user, host] = currentAccount(session);
	return definer === undefined || definer.current === true
		? { user, host }
		: { user: definer.user, host: definer.host };
}

function variableRecord({ name, type }: LocalVariable, database: Database, execution: Execution): ColumnRecord | null {
	return type === undefined ? null : typeRecord(name, type, database, execution);
}

/** A type as a column of that name would have it: text without a charset has the database's. */
export function typeRecord(name: string, type: DataType, database: Database, execution: Execution): ColumnRecord {
	const definition: ColumnDefinition = {
		kind: "column-definition",
		name: name === "" ? "result" : name,
		type,
		autoIncrement: false,
	};
	const pair = { charset: database.charset, collation: database.collation };
	const around = { table: pair, database: pair, server: execution.book.ask(DefaultCharset).server() };
	const charset = newColumnCharset(definition, around, execution);
	const record = defineColumn(definition, 0, charset, columnVersion(execution), execution);
	return { ...record, name };
}

export function checkProgramName({ name: { name } }: Pick<CreateProgram, "name">): void {
	if (name === "" || name.endsWith(" ") || [...name].length > 64) {
		throw sqlError("wrongProgramName", encodeText(name));
	}
}
