/**
 * Schema of a rehearsal made at a stop: its statements run in order, and notes of those that fail.
 */
import { encodeText, quoteName } from "../../core/index.ts";
import { UsageError } from "../compose/usage-error.ts";
import type { Series } from "../workload/series.ts";
import type { WorkloadStatement } from "../workload/statement.ts";
import { isSystemDatabase } from "../workload/system-database.ts";
import { messageTemplate, type Outcome, syntaxError } from "./outcome.ts";
import type { Stage } from "./stage.ts";

/** Places of one failure that are named. */
const namedPlaces = 5;

export interface SchemaFailure {
	readonly file: string;
	readonly line: number;
	readonly outcome: Outcome;
}

/** Databases, views and programs stay when tables are made anew: that they exist says nothing. */
const existing: ReadonlySet<number> = new Set([1007, 1050, 1304, 1359, 1537]);

export function isThere({ outcome }: SchemaFailure): boolean {
	return existing.has(outcome.error?.code ?? 0);
}

interface SchemaMaking {
	/** Statements to run before one, in its session. */
	readonly before?: (statement: WorkloadStatement) => readonly string[];
	readonly watch?: (done: number) => void;
}

/** Runs the schema's statements, and ends the stage's sessions. */
export async function makeSchema(
	stage: Stage,
	statements: Series<WorkloadStatement>,
	{ before, watch }: SchemaMaking = {},
): Promise<readonly SchemaFailure[]> {
	const failures: SchemaFailure[] = [];
	let worked = 0;
	for (let at = 0; at < statements.length; at++) {
		const statement = statements.at(at) as WorkloadStatement;
		if (statement.role !== "schema" || statement.notJudged !== undefined) {
			continue;
		}
		watch?.(at);
		if (statement.quits === true) {
			await stage.quit(statement.session);
			continue;
		}
		const { session, file, line } = statement;
		for (const text of before?.(statement) ?? []) {
			await stage.runAlone({ session, text: encodeText(text) });
		}
		const outcome = await stage.runAlone(statement);
		if (outcome.error === undefined) {
			worked++;
		} else {
			failures.push({ file, line, outcome });
		}
	}
	await stage.end();
	const [first] = failures;
	if (first !== undefined && worked === 0 && failures.every(({ outcome }) => outcome.error?.code === syntaxError)) {
		throw new UsageError(`nothing of the schema is SQL: ${first.file}:${first.line}: ${first.outcome.shown}`, 2);
	}
	return failures;
}

/** One note for all that fail alike; `where`: "fails at 2.0". */
export function failureNotes(failures: readonly SchemaFailure[], where: string): readonly string[] {
	const alike = new Map<string, SchemaFailure[]>();
	for (const failure of failures) {
		const { code = 0, message = "" } = failure.outcome.error ?? {};
		const key = `${code} ${messageTemplate(message)}`;
		const group = alike.get(key);
		if (group === undefined) {
			alike.set(key, [failure]);
		} else {
			group.push(failure);
		}
	}
	return [...alike.values()].map((group) => {
		const named = group.slice(0, namedPlaces).map(({ file, line }, at) => {
			return file === group[at - 1]?.file ? `${line}` : `${file}:${line}`;
		});
		const more = group.length > named.length ? ` and ${group.length - named.length} more` : "";
		const shown = (group[0] as SchemaFailure).outcome.shown;
		return `${named.join(", ")}${more} of the schema ${group.length === 1 ? "fails" : "fail"} ${where}: ${shown}`;
	});
}

/**
 * Makes the default database where it is not there and the schema does not make it, as a dump of one database does not.
 *
 * @returns whether it was made
 */
export async function makeDatabase(
	stage: Stage,
	statements: Series<WorkloadStatement>,
	name: string,
): Promise<boolean> {
	for (let at = 0; at < statements.length; at++) {
		const { role, text } = statements.at(at) as WorkloadStatement;
		if (role !== "schema") {
			break;
		}
		if (namesDatabase(text, name)) {
			return false;
		}
	}
	const { error } = await stage.runAlone({
		session: "database",
		text: encodeText(`CREATE DATABASE ${quoteName(name)}`),
	});
	await stage.quit("database");
	return error === undefined;
}

/** A CREATE DATABASE, however it is written, that has the name as a word. */
function namesDatabase(text: string, name: string): boolean {
	const head = text.slice(0, 1000).toLowerCase();
	return /\bcreate\s+(database|schema)\b/.test(head) && head.includes(encodeText(name).toLowerCase());
}

/** How many tables each database has, without the system's. */
export async function tablesByDatabase(stage: Stage): Promise<ReadonlyMap<string, number>> {
	const { metadata } = stage.kernel;
	const counts = new Map<string, number>();
	for (const { db_name: name } of (await metadata.databases()) as readonly {
		readonly db_name?: { readonly O: string };
	}[]) {
		if (name !== undefined && !isSystemDatabase(name.O)) {
			counts.set(name.O, (await metadata.tables(name.O)).length);
		}
	}
	return counts;
}

/** Where sessions begin for which nothing names a database: in the only one with tables, else in `usual`. */
export function onlyFilledDatabase(tables: ReadonlyMap<string, number>, usual: string): string {
	const filled = [...tables].filter(([, count]) => count > 0).map(([name]) => name);
	const [only = usual] = filled;
	return filled.length === 1 ? only : usual;
}
