/**
 * Tables into which a statement writes other rows under other rules: with other warnings, text may have been cut or a
 * value replaced, in the table that it names, by its triggers or by routines.
 *
 * Looked at are tables whose names stand in it, in triggers of these, and in routines and views that any of them names.
 */
import { type ByteString, decodeText, encodeText } from "../../core/index.ts";
import { rowsOf } from "../compare/answer.ts";
import { answerTo } from "../compare/played-session.ts";
import type { WorkloadStatement } from "../workload/statement.ts";
import { quotedName, wordsIn } from "./statement/named-object.ts";
import { changeOf, type Outcome } from "./outcome.ts";
import { Stage } from "./stage.ts";
import { writesRows } from "./statement/kind.ts";
import type { StopRules } from "./stop.ts";
import { type Moment, tryAgain } from "./trial.ts";

const system = "('mysql', 'information_schema', 'performance_schema', 'sys')";
const tables = `select table_schema, table_name from information_schema.tables
	where table_type = 'BASE TABLE' and table_schema not in ${system}`;
const triggers = "select event_object_schema, event_object_table, action_statement from information_schema.triggers";
const routines = `select routine_name, routine_definition from information_schema.routines
	where routine_schema not in ${system}`;

const views = `select table_name, view_definition from information_schema.views where table_schema not in ${system}`;

interface Reached {
	/** With their databases: `shop.log`. */
	readonly tables: readonly string[];
	/** A routine is among what it names. */
	readonly callsRoutine: boolean;
}

/** A table into which a statement writes other rows. */
export interface WrittenTable {
	/** With its database: `shop.log`. */
	readonly table: string;
	/** Reads all of it. */
	readonly look: ByteString;
	/** Its rows after the statement under the former rules. */
	readonly good: Outcome;
}

/**
 * Tables into which the statement writes other rows under the one rules than under the others.
 *
 * @param within - texts that ran within it
 */
export async function writtenTables(
	moment: Moment,
	statement: WorkloadStatement,
	within: readonly ByteString[],
	[former, present]: readonly [StopRules, StopRules],
): Promise<readonly WrittenTable[]> {
	const { tables, callsRoutine } = await reachedTables(moment, statement, within, present);
	if (![statement.text, ...within].some(writesRows) && !callsRoutine) {
		return [];
	}
	const written: WrittenTable[] = [];
	for (const table of tables) {
		const look = encodeText(`select * from ${quotedName(table)}`);
		const rows = (rules: StopRules): Promise<Outcome> => tryAgain(moment, statement, { rules, after: look });
		const good = await rows(former);
		if (changeOf(good, await rows(present)) === "rows-differ") {
			written.push({ table, look, good });
		}
	}
	return written;
}

/**
 * Tables that the statement names, or that their triggers, its routines and views do.
 *
 * @param rules - of the state that the statement met
 */
export async function reachedTables(
	{ state, conditions }: Moment,
	{ session: name, text }: WorkloadStatement,
	within: readonly ByteString[],
	rules: StopRules,
): Promise<Reached> {
	const stage = await Stage.fork(state, rules, conditions);
	try {
		const { session } = await stage.session(name);
		const rows = async (query: string) =>
			rowsOf(await answerTo(session, encodeText(query))).map((row) => row.map((cell) => cell ?? ""));
		const known = await rows(tables);
		const bodies = await rows(triggers);
		const made = await rows(routines);
		const seen = new Set<string>();
		const defined = await rows(views);
		const reached = new Set<string>();
		const texts: string[] = [text, ...within].map(decodeText);
		for (let body = texts.pop(); body !== undefined; body = texts.pop()) {
			const words = wordsIn(body);
			const found = known.filter(([, table = ""]) => words.has(table.toLowerCase()));
			for (const [database = "", table = ""] of found) {
				reached.add(`${database}.${table}`);
				const own = bodies.filter(([schema, on]) => schema === database && on === table);
				texts.push(...unseen(own.map(([, , statement = ""]) => statement)));
			}
			const viewed = defined.filter(([view = ""]) => words.has(view.toLowerCase()));
			texts.push(...unseen(viewed.map(([, definition = ""]) => definition)));
			const called = made.filter(([routine = ""]) => words.has(routine.toLowerCase()));
			texts.push(...unseen(called.map(([, definition = ""]) => definition)));
		}
		const callsRoutine = made.some(([, definition = ""]) => seen.has(definition));
		return { tables: [...reached].sort(), callsRoutine };

		function unseen(list: readonly string[]): readonly string[] {
			const news = list.filter((each) => !seen.has(each));
			news.forEach((each) => seen.add(each));
			return news;
		}
	} finally {
		await stage.end();
		await stage.kernel.close();
	}
}
