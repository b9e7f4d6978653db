/**
 * Facts of stored programs and of views, in words that can be compared between releases: without times, ids and the
 * release that made them, a long text by its beginning and a digest.
 */
import { createHash } from "node:crypto";
import {
	type ByteString,
	type CatalogChange,
	type ColumnRecord,
	decodeText,
	type TableRecord,
} from "../../core/index.ts";

type RecordOf<K> = NonNullable<Extract<CatalogChange, { kind: K }>["after"]>;
type DatabaseRecord = RecordOf<"database">;
type Routine = NonNullable<DatabaseRecord["routines"]>[number];
type Event = NonNullable<DatabaseRecord["events"]>[number];
type Trigger = NonNullable<TableRecord["triggers"]>[number];
type Program = Routine | Event | Trigger;

/** Characters of a text that are shown. */
const shownCharacters = 60;

/** Words of a column: its type, charset and collation. */
type ColumnWords = (column: ColumnRecord) => string;

/** Of a database's own record, by what and name: `event e`, and `procedure p` of older directories. */
export function programFacts(
	{ routines = [], events = [] }: DatabaseRecord,
	columnWords: ColumnWords,
): readonly (readonly [name: string, words: string])[] {
	return [
		...routines.map((each) => [`${each.what} ${each.name}`, routineWords(each, columnWords)] as const),
		...events.map((each) => [`event ${each.name}`, eventWords(each, columnWords)] as const),
	];
}

export function triggerWords(trigger: Trigger, columnWords: ColumnWords): string {
	return joined([`${trigger.time} ${trigger.event}`, ...wordsOfAny(trigger, columnWords)]);
}

export function viewWords(view: RecordOf<"view">): string {
	const { columns, text, algorithm, security, checkOption, clientCharset, connectionCollation } = view;
	return joined([
		shortened(text),
		columns === undefined ? "" : `columns ${columns.join(", ")}`,
		`algorithm ${algorithm}`,
		`security ${security}`,
		checkOption === undefined ? "" : `check option ${checkOption}`,
		`client ${clientCharset} ${connectionCollation}`,
	]);
}

export function routineWords(routine: Routine, columnWords: ColumnWords): string {
	const { parameterText, returns, deterministic, dataAccess, security, comment } = routine;
	return joined([
		`(${shortened(parameterText)})`,
		returns === null ? "" : `returns ${columnWords(returns)}`,
		deterministic ? "deterministic" : "",
		dataAccess,
		`security ${security}`,
		comment === "" ? "" : `comment ${JSON.stringify(comment)}`,
		...wordsOfAny(routine, columnWords),
	]);
}

function eventWords(event: Event, columnWords: ColumnWords): string {
	const { schedule, timeZone, preserve, status, comment } = event;
	// Times are relative to when it was made.
	const when = schedule.kind === "at" ? "once" : `every ${schedule.amount} ${schedule.unit}`;
	return joined([
		when,
		`time zone ${timeZone}`,
		preserve ? "preserved" : "",
		status,
		comment === "" ? "" : `comment ${JSON.stringify(comment)}`,
		...wordsOfAny(event, columnWords),
	]);
}

function wordsOfAny(program: Program, columnWords: ColumnWords): readonly string[] {
	const { bodyText, sqlMode, clientCharset, connectionCollation, databaseCollation, variables } = program;
	return [
		shortened(bodyText),
		...variables.map((each, at) => (each === null ? "" : `variable ${at + 1} ${columnWords(each)}`)),
		`sql_mode '${sqlMode}'`,
		`client ${clientCharset} ${connectionCollation}`,
		`database ${databaseCollation}`,
	];
}

function joined(parts: readonly string[]): string {
	return parts.filter((each) => each !== "").join("; ");
}

function shortened(text: ByteString): string {
	const plain = decodeText(text).replace(/\s+/g, " ");
	if (plain.length <= shownCharacters) {
		return plain;
	}
	const digest = createHash("sha256").update(text, "latin1").digest("hex").slice(0, 8);
	return `${plain.slice(0, shownCharacters)}… (${text.length} bytes, ${digest})`;
}
