/**
 * Session settings: variables decoded once into a frozen object (modes, charsets, limits) after each change.
 */
import type { IncrementOffset } from "../../exec/auto-increment/increment-offset.ts";
import type { ResolutionContext } from "../../functions/definition/function.ts";
import { englishNames, localeNamed } from "../../functions/locale/time-names.ts";
import type { ParserMode } from "../../sql/parser.ts";
import type { SqlMode } from "../../types/evaluation/evaluation.ts";
import type { ViewRecord } from "../../catalog/record.ts";
import type { LockingReads } from "../../plan/tree/planning.ts";
import type { Variables } from "../../rules/variables.ts";
import { isSameText } from "../../types/text/charset.ts";
import { parseSqlMode } from "../../types/evaluation/sql-mode.ts";
import { type TimeZone, timeZoneNamed } from "../../types/temporal/timezone.ts";
import { decodeText, type Integer, type Value } from "../../types/value/value.ts";
import { type ConnectionText, connectionText } from "./connection-text.ts";
import type { SaidVariables, SessionVariables } from "./session-variables.ts";
import type { TransactionKind } from "../run/transaction-state.ts";

export interface SessionSettings {
	readonly mode: SqlMode;
	readonly parserMode: ParserMode;
	readonly resolution: ResolutionContext;
	readonly timeZone: TimeZone;
	readonly autocommit: boolean;
	/** Defaults of a transaction. */
	readonly transaction: TransactionKind;
	readonly clientCharset: string;
	/** The client's charset is UTF-8, as the parser's. */
	readonly sendsUtf8: boolean;
	/** Plain reads that lock, in an autocommit statement. */
	readonly lockingReads: LockingReads;
	readonly resultsCharset: string | null;
	readonly selectLimit: Integer;
	readonly maximumWarnings: number;
	readonly takesNotes: boolean;
	/** `sql_safe_updates`: UPDATE and DELETE must use an index. */
	readonly safeUpdates: boolean;
	/** `sql_auto_is_null`: AUTO_INCREMENT column IS NULL matches the last generated id. */
	readonly autoIsNull: boolean;
	/** `max_join_size`: maximum of rows that a query may examine; undefined: no limit. */
	readonly maximumReadRows: Integer | undefined;
	/** Increment and offset of generated ids; undefined: consecutive, as nearly always. */
	readonly idStep: IncrementOffset | undefined;
	/** `max_execution_time` of queries; 0: no limit. */
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

function idStepOf(increment: number, offset: number, first: Integer): IncrementOffset | undefined {
	return increment === 1 && first === 0 ? undefined : { increment, offset, first };
}

/** More than an application has combinations of session variables. */
const maximumKept = 200;
/**
 * Recent combinations compared before all variables are read: successive connections have the same variables, once
 * before and once after USE.
 */
const maximumRecent = 4;

interface Recent {
	readonly said: SaidVariables;
	readonly settings: SessionSettings;
}

/** Decides whether literals mean the same under both. */
export function hasSameCharsets(a: ResolutionContext, b: ResolutionContext): boolean {
	return (
		a === b ||
		(a.connectionCollation === b.connectionCollation &&
			a.connectionCharset === b.connectionCharset &&
			a.clientCharset === b.clientCharset)
	);
}

/**
 * Interns the settings of a server's sessions: equal variables give the same object, which is a key of the plan
 * cache.
 */
export class SettingsList {
	readonly #questions: Variables;
	readonly #known = new Map<string, SessionSettings>();
	readonly #recent: Recent[] = [];
	readonly #ofPrepared = new WeakMap<SessionSettings, Map<string, SessionSettings>>();
	#nextRecent = 0;

	/** `questions`: the rule that maps charsets of a connection. */
	constructor(questions: Variables) {
		this.#questions = questions;
	}

	/** The same of another rule book. */
	under(rules: Variables): SettingsList {
		return new SettingsList(rules);
	}

	of(variables: SessionVariables): SessionSettings {
		for (const { said, settings } of this.#recent) {
			if (variables.says(said)) {
				return settings;
			}
		}
		const settings = this.#find(variables);
		this.#recent[this.#nextRecent] = { said: variables.said(), settings };
		this.#nextRecent = (this.#nextRecent + 1) % maximumRecent;
		return settings;
	}

	/** Returns the settings of a statement that keeps the charsets it was prepared with. */
	withCharsets(settings: SessionSettings, prepared: ResolutionContext): SessionSettings {
		const { connectionCharset, connectionCollation, clientCharset = "utf8mb4" } = prepared;
		let others = this.#ofPrepared.get(settings);
		if (others === undefined) {
			others = new Map();
			this.#ofPrepared.set(settings, others);
		}
		const key = `${connectionCollation} ${clientCharset}`;
		let found = others.get(key);
		if (found === undefined) {
			const resolution = { ...settings.resolution, connectionCharset, connectionCollation, clientCharset };
			found = Object.freeze({ ...settings, resolution: Object.freeze(resolution) });
			others.set(key, found);
		}
		return found;
	}

	/** Returns the charsets of text in a view. */
	ofView({ clientCharset, connectionCollation }: ViewRecord): ConnectionText {
		return connectionText(clientCharset, connectionCollation, this.#questions);
	}

	#find(variables: SessionVariables): SessionSettings {
		let key = "";
		for (const name of settingNames) {
			key += `${variables.value(name)}\0`;
		}
		let settings = this.#known.get(key);
		if (settings === undefined) {
			settings = settingsOf(variables, this.#questions);
			if (this.#known.size >= maximumKept) {
				this.#known.clear();
			}
			this.#known.set(key, settings);
		}
		return settings;
	}
}

/** The variables that settings are made from. */
const settingNames = [
	"sql_mode",
	"character_set_client",
	"character_set_connection",
	"collation_connection",
	"character_set_results",
	"div_precision_increment",
	"group_concat_max_len",
	"time_zone",
	"autocommit",
	"transaction_isolation",
	"transaction_read_only",
	"sql_select_limit",
	"max_error_count",
	"sql_notes",
	"default_week_format",
	"sql_safe_updates",
	"auto_increment_increment",
	"auto_increment_offset",
	"insert_id",
	"max_execution_time",
	"lc_time_names",
	"sql_big_selects",
	"max_join_size",
	"sql_auto_is_null",
] as const;

function settingsOf(variables: SessionVariables, questions: Variables): SessionSettings {
	const value = (name: (typeof settingNames)[number]): Value => variables.value(name);
	const text = (name: (typeof settingNames)[number]): string => value(name) as string;
	const number = (name: (typeof settingNames)[number]): number => Number(value(name));
	const mode = modeOf(text("sql_mode"));
	const charsets = connectionText(text("character_set_client"), text("collation_connection"), questions);
	const { clientCharset } = charsets;
	const results = value("character_set_results") as string | null;
	return Object.freeze({
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
			...charsets,
			comparesBytes: questions.comparesBytes(),
			divisionPrecisionIncrement: number("div_precision_increment"),
			noUnsignedSubtraction: mode.noUnsignedSubtraction,
			groupConcatMaximumLength: number("group_concat_max_len"),
			defaultWeekFormat: number("default_week_format"),
			timeNames: localeNamed(text("lc_time_names"))?.names ?? englishNames,
		}),
		timeZone: timeZoneNamed(decodeText(text("time_zone")))!,
		autocommit: value("autocommit") === 1,
		transaction: Object.freeze({
			isolation: text("transaction_isolation"),
			readOnly: value("transaction_read_only") === 1,
		}),
		clientCharset,
		sendsUtf8: isSameText(clientCharset, "utf8mb4"),
		lockingReads: text("transaction_isolation").startsWith("READ-") ? "never" : "writes",
		resultsCharset: results === null ? null : questions.connectionCharset(results),
		selectLimit: value("sql_select_limit") as Integer,
		maximumWarnings: number("max_error_count"),
		takesNotes: value("sql_notes") === 1,
		safeUpdates: value("sql_safe_updates") === 1,
		autoIsNull: value("sql_auto_is_null") === 1,
		maximumReadRows: value("sql_big_selects") === 1 ? undefined : (value("max_join_size") as Integer),
		idStep: idStepOf(
			number("auto_increment_increment"),
			number("auto_increment_offset"),
			value("insert_id") as Integer,
		),
		maximumQueryMs: number("max_execution_time"),
	});
}
