/**
 * A session's variables taken apart once, so that no statement searches in their texts.
 *
 * In: the session's variables. Out: modes, charsets and limits, made anew after a change. It refuses to know who changes.
 */
import type { IdStep } from "../exec/stepped-ids.ts";
import type { ResolutionContext } from "../functions/function.ts";
import { englishNames, localeNamed } from "../functions/time-names.ts";
import type { ParserMode } from "../sql/parser.ts";
import type { SqlMode } from "../types/evaluation.ts";
import { defaultCollation } from "../rules/clause.ts";
import type { Variables } from "../rules/variables.ts";
import { parseSqlMode } from "../types/mode.ts";
import { type TimeZone, timeZoneNamed } from "../types/timezone.ts";
import { decodeText, type Integer } from "../types/value.ts";
import type { SessionVariables } from "./session-variables.ts";
import type { TransactionKind } from "./transaction-state.ts";

export interface SessionSettings {
	/** Differs from that of other settings of the session. */
	readonly version: number;
	readonly mode: SqlMode;
	readonly parserMode: ParserMode;
	readonly resolution: ResolutionContext;
	readonly timeZone: TimeZone;
	readonly autocommit: boolean;
	/** Of transactions that say nothing else. */
	readonly transaction: TransactionKind;
	readonly clientCharset: string;
	readonly resultsCharset: string | null;
	readonly selectLimit: Integer;
	readonly maximumWarnings: number;
	readonly takesNotes: boolean;
	/** UPDATE and DELETE must use an index. */
	readonly safeUpdates: boolean;
	/** Undefined: ids follow each other, as nearly always. */
	readonly idStep: IdStep | undefined;
	/** So long a query may take; 0: as long as it does. */
	readonly maximumQueryMs: number;
}

const modes = new Map<string, SqlMode>();

function modeOf(text: string): SqlMode {
	let mode = modes.get(text);
	if (mode === undefined) {
		mode = parseSqlMode(text);
		modes.set(text, mode);
	}
	return mode;
}

function idStepOf(increment: number, offset: number, first: Integer): IdStep | undefined {
	return increment === 1 && first === 0 ? undefined : { increment, offset, first };
}

/** `questions` say in which charset the connection's bytes are. */
export function settingsOf(variables: SessionVariables, questions: Variables): SessionSettings {
	const text = (name: string): string => variables.value(name) as string;
	const number = (name: string): number => Number(variables.value(name));
	const mode = modeOf(text("sql_mode"));
	const connectionCharset = questions.connectionCharset(text("character_set_connection"));
	const results = variables.value("character_set_results") as string | null;
	return Object.freeze({
		version: variables.changes,
		mode,
		parserMode: Object.freeze({
			ansiQuotes: mode.ansiQuotes,
			pipesAsConcat: mode.pipesAsConcat,
			noBackslashEscapes: mode.noBackslashEscapes,
			ignoreSpace: mode.ignoreSpace,
			highNotPrecedence: mode.highNotPrecedence,
			realAsFloat: mode.realAsFloat,
		}),
		resolution: Object.freeze({
			connectionCharset,
			connectionCollation: connectionCharset === text("character_set_connection") ? text("collation_connection") : defaultCollation(connectionCharset),
			divisionPrecisionIncrement: number("div_precision_increment"),
			noUnsignedSubtraction: mode.noUnsignedSubtraction,
			groupConcatMaximumLength: number("group_concat_max_len"),
			defaultWeekFormat: number("default_week_format"),
			timeNames: localeNamed(text("lc_time_names"))?.[1] ?? englishNames,
		}),
		timeZone: timeZoneNamed(decodeText(text("time_zone")))!,
		autocommit: variables.value("autocommit") === 1,
		transaction: Object.freeze({ isolation: text("transaction_isolation"), readOnly: variables.value("transaction_read_only") === 1 }),
		clientCharset: questions.connectionCharset(text("character_set_client")),
		resultsCharset: results === null ? null : questions.connectionCharset(results),
		selectLimit: variables.value("sql_select_limit") as Integer,
		maximumWarnings: number("max_error_count"),
		takesNotes: variables.value("sql_notes") === 1,
		safeUpdates: variables.value("sql_safe_updates") === 1,
		idStep: idStepOf(number("auto_increment_increment"), number("auto_increment_offset"), variables.value("insert_id") as Integer),
		maximumQueryMs: number("max_execution_time"),
	});
}
