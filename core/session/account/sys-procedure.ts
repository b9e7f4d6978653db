/**
 * CALL of procedures of the schema `sys` that configure performance_schema; no other procedures exist.
 *
 * Returns one row with a summary, as in MySQL; errors 1305, 1318, and 1142 without the privileges on the setup
 * tables, since procedures of `sys` run with the invoker's rights.
 */
import { privilegeBit } from "../../catalog/privilege.ts";
import { computedTables } from "../../catalog/computed-schemas/registry.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../../exec/execution.ts";
import { answeredRows, type StatementResult } from "../../exec/statement-result.ts";
import { functionNamed } from "../../functions/registry.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { fixedTextColumn } from "../../plan/tree/result-column.ts";
import type { CallProcedure } from "../../sql/tree/session.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { encodeText } from "../../types/value/value.ts";
import type { SessionContext } from "../api/session-context.ts";
import { evaluateEach } from "../data-statements/evaluate.ts";

type Procedure = (given: readonly TypedValue[], conversation: SessionContext) => Promise<string>;

const change = privilegeBit("UPDATE");
const drop = privilegeBit("DROP");

function admit(table: string, privilege: number, word: string, { rights, account }: SessionContext): void {
	if (rights !== undefined && (rights.onTable("performance_schema", table) & privilege) === 0) {
		throw sqlError("tableAccessDenied", word, encodeText(account.user), encodeText(account.host), encodeText(table));
	}
}

/** Makes a procedure that updates the setup rows whose name contains a text. */
function switching(table: string, assignments: string, condition: string, word: string, what: string): Procedure {
	return async ([given], conversation) => {
		admit(table, change, "UPDATE", conversation);
		const { affectedRows } = await conversation.internal(
			`UPDATE performance_schema.${table} SET ${assignments} WHERE ${condition}`,
			[given!],
		);
		return `${word} ${affectedRows} ${what}${affectedRows === 1 ? "" : "s"}`;
	};
}

const pairs = (
	[
		["enable", "Enabled", "YES"],
		["disable", "Disabled", "NO"],
	] as const
).flatMap(([verb, word, value]): [string, Procedure][] => [
	[
		`ps_setup_${verb}_consumer`,
		switching("setup_consumers", `enabled = '${value}'`, "name LIKE CONCAT('%', ?, '%')", word, "consumer"),
	],
	[
		`ps_setup_${verb}_instrument`,
		switching(
			"setup_instruments",
			`enabled = '${value}', timed = '${value}'`,
			"name LIKE CONCAT('%', ?, '%')",
			word,
			"instrument",
		),
	],
	[`ps_setup_${verb}_thread`, switching("threads", `instrumented = '${value}'`, "processlist_id = ?", word, "thread")],
]);

async function truncateAll(_given: readonly TypedValue[], conversation: SessionContext): Promise<string> {
	const names = computedTables("performance_schema")
		.map(({ name }) => name)
		.filter((name) => /^(events_|file_|memory_|objects_|socket_|table_).*(history|summary)/.test(name));
	for (const name of names) {
		admit(name, drop, "DROP", conversation);
		await conversation.internal(`TRUNCATE TABLE performance_schema.${name}`);
	}
	return `Truncated ${names.length} tables`;
}

/** Each takes one argument. */
const procedures: ReadonlyMap<string, Procedure> = new Map([...pairs, ["ps_truncate_all_tables", truncateAll]]);

/** True if the routine exists; only the schema `sys` has any. */
export function hasRoutine(kind: "procedure" | "function", database: string, name: string): boolean {
	const routine = name.toLowerCase();
	return (
		database.toLowerCase() === "sys" &&
		(kind === "procedure" ? procedures.has(routine) : functionNamed(`sys.${routine}`) !== undefined)
	);
}

export function callProcedure(
	{ name, arguments: given }: CallProcedure,
	conversation: SessionContext,
	{ execution, planning }: { readonly execution: Execution; readonly planning: Planning },
): MaybePromise<StatementResult> {
	const database = name.database ?? conversation.facts.database;
	if (database === null) {
		throw sqlError("noDatabaseSelected");
	}
	const procedure = database.toLowerCase() === "sys" ? procedures.get(name.name.toLowerCase()) : undefined;
	const called = encodeText(`${database}.${name.name}`);
	if (procedure === undefined) {
		throw sqlError("programMissing", "PROCEDURE", called);
	}
	if (given.length !== 1) {
		throw sqlError("wrongProgramArguments", "PROCEDURE", called, 1, given.length);
	}
	return after(evaluateEach(given, planning, execution), (values) =>
		procedure(values, conversation).then((summary) => answeredRows([fixedTextColumn("summary", 90)], [[summary]])),
	);
}
