/**
 * Places in the texts of ways out, filled in for the statement that is broken: its table and column, their definitions,
 * charsets and collations as they were.
 */
import { encodeText, quoteName, type rules } from "../../core/index.ts";
import { rowsOf } from "../compare/answer.ts";
import { answerTo } from "../compare/played-session.ts";
import type { WorkloadStatement } from "../workload/statement.ts";
import type { OtherCollation } from "./statement/edit.ts";
import { namesIn, quotedName } from "./statement/named-object.ts";
import type { Outcome } from "./outcome.ts";
import { Stage } from "./stage.ts";
import type { StopRules } from "./stop.ts";
import type { Moment } from "./trial.ts";
import { reachedTables, type WrittenTable } from "./written-tables.ts";

type WayOut = rules.WayOut;

/** Statement and circumstances that a way out is filled in for. */
export interface PlaceSource {
	readonly moment: Moment;
	readonly statement: WorkloadStatement;
	/** Where it is tried. */
	readonly rules: StopRules;
	/** Those under which the statement worked last. */
	readonly former: StopRules;
	/** Of its error, or of a warning that it did not give before. */
	readonly message: string;
	/** Tables into which it writes other rows. */
	readonly written: readonly WrittenTable[];
	readonly outcome: Outcome;
	/** Its outcome where it worked last. */
	readonly good: Outcome;
}

/** Fills in the places in braces; undefined where the statement has nothing for one. */
export async function filledIn(way: WayOut, source: PlaceSource): Promise<WayOut | undefined> {
	const places = await placesOf(way, source);
	let isWhole = true;
	const fill = (text: string): string =>
		text.replace(/\{([^{}]+)\}/g, (_, place: string) => {
			const value = places.get(place);
			isWhole &&= value !== undefined;
			return value ?? "";
		});
	const { step, price, priceOf, ...rest } = way;
	const isFree = price === undefined || (priceOf !== undefined && places.get("former charset") !== priceOf);
	const filled: WayOut = {
		...rest,
		...(isFree ? {} : { price }),
		text: fill(way.text),
		step:
			step.kind === "before"
				? { ...step, statement: fill(step.statement) }
				: step.kind === "edit" && (step.edit === "name-charset" || step.edit === "name-charsets")
					? { ...step, charset: fill(step.charset) }
					: step,
	};
	return isWhole ? filled : undefined;
}

async function placesOf(way: WayOut, source: PlaceSource): Promise<ReadonlyMap<string, string>> {
	const { statement, good, message, outcome } = source;
	const places = new Map<string, string>();
	way.when?.message?.exec(message)?.forEach((taken, at) => places.set(String(at), taken ?? ""));
	const words = JSON.stringify(way);
	const names = namesIn(statement.text, outcome.within);
	const column = /for column '?([^'\s]+)/.exec(message)?.[1] ?? names.column;
	let { table } = names;
	for (const [, charset = ""] of words.matchAll(/\{definition (\w+)\}/g)) {
		const found = column === undefined ? undefined : await definitionIn(source, table, column, charset);
		if (found !== undefined) {
			({ table } = found);
			places.set(`definition ${charset}`, found.definition);
		}
	}
	if (table !== undefined) {
		places.set("table", quotedName(table));
	}
	if (column !== undefined) {
		places.set("column", quoteName(column));
	}
	const former = charsetIn(good);
	if (former !== undefined) {
		places.set("former charset", former);
	}
	if (words.includes("{former collations}")) {
		const statements = await restoringCollations(source);
		if (statements.length > 0) {
			places.set("former collations", statements.join(";\n"));
		}
	}
	return places;
}

/** The one charset of all columns that a statement made or changed; where these hold no text, of the table itself. */
function charsetIn({ effect = [] }: Outcome): string | undefined {
	const present = effect.map((line) => line.replace(/\(was .*/s, ""));
	const columns = charsetsOf(present.map((line) => line.replace(/(?<=: made), \w+ \w+;/, "")));
	const charsets = columns.size === 0 ? charsetsOf(present) : columns;
	return charsets.size === 1 ? [...charsets][0] : undefined;
}

function charsetsOf(lines: readonly string[]): ReadonlySet<string> {
	return new Set(lines.flatMap((line) => [...line.matchAll(/ ([a-z]\w*) \1_\w+/g)].map(([, charset = ""]) => charset)));
}

/** In a table that gets other rows, in the one that the statement names, or in one that its triggers or routines do. */
async function definitionIn(
	source: PlaceSource,
	named: string | undefined,
	column: string,
	charset: string,
): Promise<{ readonly table: string; readonly definition: string } | undefined> {
	const { moment, statement, rules, written, outcome } = source;
	const near = [...written.map(({ table }) => table), ...(named === undefined ? [] : [named])];
	const found = await firstDefinition(source, near, column, charset);
	if (found !== undefined) {
		return found;
	}
	const { tables } = await reachedTables(moment, statement, outcome.within ?? [], rules);
	return firstDefinition(source, tables, column, charset);
}

async function firstDefinition(
	source: PlaceSource,
	tables: readonly string[],
	column: string,
	charset: string,
): Promise<{ readonly table: string; readonly definition: string } | undefined> {
	for (const table of tables) {
		const definition = await definitionOf(source, table, column, charset);
		if (definition !== undefined) {
			return { table, definition };
		}
	}
	return undefined;
}

/** Rows for a query. */
export type Ask = (text: string) => Promise<readonly (readonly string[])[]>;

/** Answers of the statement's session, before the statement. */
export async function askBefore<T>(
	{ moment, statement }: PlaceSource,
	rules: StopRules,
	ask: (rowsFor: Ask) => Promise<T>,
): Promise<T> {
	const stage = await Stage.fork(moment.state, rules, moment.conditions);
	try {
		const { session } = await stage.session(statement.session);
		for (const text of moment.setup) {
			await answerTo(session, text);
		}
		return await ask(async (text) =>
			rowsOf(await answerTo(session, encodeText(text))).map((row) => row.map((cell) => cell ?? "")),
		);
	} finally {
		await stage.end();
		await stage.kernel.close();
	}
}

/** The column's definition as SHOW CREATE TABLE prints it at the stop, with another character set. */
async function definitionOf(
	source: PlaceSource,
	table: string,
	column: string,
	charset: string,
): Promise<string | undefined> {
	const [row] = await askBefore(source, source.rules, (rowsFor) => rowsFor(`show create table ${quotedName(table)}`));
	const line = row?.[1]
		?.split("\n")
		.find((each) => each.trimStart().toLowerCase().startsWith(quoteName(column).toLowerCase()));
	const plain = line
		?.trim()
		.replace(/,$/, "")
		.replace(/ (CHARACTER SET|CHARSET) \w+/i, "")
		.replace(/ COLLATE \w+/i, "");
	const parts = /^`(?:[^`]|``)+` (\w+(?:\((?:'(?:[^'\\]|\\.|'')*'|[^)'])*\))?)(.*)$/s.exec(plain ?? "");
	return parts === null ? undefined : `${parts[1]} CHARACTER SET ${charset}${parts[2]}`;
}

const collations = `select table_schema, table_name, column_name, collation_name from information_schema.columns
	where collation_name is not null and table_schema not in ('mysql', 'information_schema', 'performance_schema', 'sys')`;

/** Columns that the statement reaches and that are compared otherwise than where it worked last. */
export async function otherCollations(source: PlaceSource): Promise<readonly OtherCollation[]> {
	const { moment, statement, rules, former, outcome } = source;
	const columns = async (at: StopRules) => askBefore(source, at, (rowsFor) => rowsFor(collations));
	const { tables } = await reachedTables(moment, statement, outcome.within ?? [], rules);
	const reached = new Set(tables);
	const before = new Map(
		(await columns(former)).map(([database, table, column, own]) => [`${database}.${table}.${column}`, own]),
	);
	return (await columns(rules)).flatMap(([database = "", name = "", column = "", own = ""]) => {
		const table = `${database}.${name}`;
		const collation = before.get(`${table}.${column}`)?.replace(/^[^_]*/, own.replace(/_.*/, "")) ?? own;
		return reached.has(table) && collation !== own ? [{ table, column, collation }] : [];
	});
}

async function restoringCollations(source: PlaceSource): Promise<readonly string[]> {
	const statements: string[] = [];
	for (const { table, column, collation } of await otherCollations(source)) {
		const charset = collation.replace(/_.*/, "");
		const definition = await definitionOf(source, table, column, `${charset} COLLATE ${collation}`);
		if (definition !== undefined) {
			statements.push(`ALTER TABLE ${quotedName(table)} MODIFY ${quoteName(column)} ${definition}`);
		}
	}
	return statements;
}
