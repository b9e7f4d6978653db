/**
 * Variables of parsing and execution: sql_mode, time zone, limits of values, checks.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { localeNamed, localeNumbered } from "../../functions/locale/time-names.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { defaultSqlModeText, parseSqlMode } from "../../types/evaluation/sql-mode.ts";
import { timeZoneNamed } from "../../types/temporal/timezone.ts";
import { familyOf } from "../../types/value/type.ts";
import { decodeText, encodeText, type Value } from "../../types/value/value.ts";
import {
	count,
	counts,
	flag,
	flags,
	printPlainly,
	quoted,
	real,
	text,
	textOf,
	textType,
	texts,
	type Variable,
	words,
	wrongType,
	wrongValue,
} from "./variable.ts";

const greatest = 18446744073709551615n;
const greatest32 = 4294967295;

const sqlMode: Variable = Object.freeze({
	name: "sql_mode",
	scope: "both" as const,
	readOnly: false,
	type: textType,
	initial: defaultSqlModeText,
	settle(given: TypedValue): Value {
		const word = textOf(given);
		if (given.value === null) {
			throw wrongValue("sql_mode", given);
		}
		if (word === undefined && familyOf(given.type) !== "integer") {
			throw wrongType("sql_mode");
		}
		return parseSqlMode(word ?? (given.value as number)).text;
	},
	show: printPlainly,
});

const timeZone: Variable = Object.freeze({
	name: "time_zone",
	scope: "both" as const,
	readOnly: false,
	type: textType,
	initial: "SYSTEM",
	settle(given: TypedValue): Value {
		const word = textOf(given);
		if (given.value === null) {
			throw wrongValue("time_zone", given);
		}
		const zone = word === undefined ? undefined : timeZoneNamed(decodeText(word));
		if (zone === undefined) {
			throw sqlError("unknownTimeZone", quoted(given));
		}
		return encodeText(zone.name);
	},
	show: printPlainly,
});

/** Locale variable, set by name or number. */
function localeVariable(name: string): Variable {
	return Object.freeze({
		name,
		scope: "both" as const,
		readOnly: false,
		type: textType,
		initial: "en_US",
		settle(given: TypedValue): Value {
			const word = textOf(given);
			if (word === undefined && (given.value === null || familyOf(given.type) !== "integer")) {
				throw given.value === null ? wrongValue(name, given) : wrongType(name);
			}
			const locale = word === undefined ? localeNumbered(Number(given.value)) : localeNamed(word);
			if (locale === undefined) {
				throw sqlError("unknownLocale", quoted(given));
			}
			return locale.name;
		},
		show: printPlainly,
	});
}

/** Storage engine variable: CREATE TABLE treats all engines alike, but their names are validated. */
function engine(name: string): Variable {
	return Object.freeze({
		name,
		scope: "both" as const,
		readOnly: false,
		type: textType,
		initial: "InnoDB",
		settle(given: TypedValue): Value {
			const word = textOf(given);
			if (word === undefined) {
				throw given.value === null ? wrongValue(name, given) : wrongType(name);
			}
			const known = { innodb: "InnoDB", myisam: "MyISAM", memory: "MEMORY", heap: "MEMORY" }[word.toLowerCase()];
			if (known === undefined) {
				throw sqlError("unknownStorageEngine", word);
			}
			return known;
		},
		show: printPlainly,
	});
}

export const statementVariables: readonly Variable[] = [
	sqlMode,
	localeVariable("lc_time_names"),
	localeVariable("lc_messages"),
	timeZone,
	...flags("both", {
		big_tables: 0,
		end_markers_in_json: 0,
		explicit_defaults_for_timestamp: 1,
		foreign_key_checks: 1,
		keep_files_on_create: 0,
		low_priority_updates: 0,
		new: 0,
		old_alter_table: 0,
		sql_auto_is_null: 0,
		sql_big_selects: 1,
		sql_buffer_result: 0,
		sql_log_off: 0,
		sql_notes: 1,
		sql_quote_show_create: 1,
		sql_safe_updates: 0,
		sql_warnings: 0,
		unique_checks: 1,
		show_old_temporals: 0,
		show_create_table_verbosity: 0,
		session_track_state_change: 0,
		session_track_schema: 1,
		profiling: 0,
		query_cache_wlock_invalidate: 0,
		avoid_temporal_upgrade: 0,
	}),
	flag("sql_log_bin", "session", 1),
	// As in MySQL, a limit other than the default turns `sql_big_selects` off.
	Object.freeze({
		...count("max_join_size", "both", greatest, 1, greatest),
		also: (value: Value) => [["sql_big_selects", value === greatest ? 1 : 0] as const],
	}),
	// Specific to verso: an error that a rule decided is followed by a note that names the rule.
	flag("verso_trace_rules", "both", 0),
	...counts("both", {
		auto_increment_increment: [1, 1, 65535],
		auto_increment_offset: [1, 1, 65535],
		default_week_format: [0, 0, 7],
		div_precision_increment: [4, 0, 30],
		group_concat_max_len: [1024, 4, greatest],
		lock_wait_timeout: [31536000, 1, 31536000],
		max_error_count: [64, 0, 65535],
		max_execution_time: [0, 0, greatest32],
		max_length_for_sort_data: [1024, 4, 8388608],
		max_seeks_for_key: [greatest, 1, greatest],
		max_sort_length: [1024, 4, 8388608],
		max_sp_recursion_depth: [0, 0, 255],
		min_examined_row_limit: [0, 0, greatest],
		sql_select_limit: [greatest, 0, greatest],
		profiling_history_size: [15, 0, 100],
		parser_max_mem_size: [greatest, 10000000, greatest],
	}),
	...words("both", {
		updatable_views_with_limit: ["YES", "NO", "YES"],
		binlog_format: ["ROW", "MIXED", "STATEMENT", "ROW"],
		internal_tmp_disk_storage_engine: ["InnoDB", "MYISAM", "INNODB"],
		completion_type: ["NO_CHAIN", "NO_CHAIN", "CHAIN", "RELEASE"],
		query_cache_type: ["OFF", "OFF", "ON", "DEMAND"],
		session_track_gtids: ["OFF", "OFF", "OWN_GTID", "ALL_GTIDS"],
		session_track_transaction_info: ["OFF", "OFF", "STATE", "CHARACTERISTICS"],
		block_encryption_mode: [
			"aes-128-ecb",
			"aes-128-ecb",
			"aes-192-ecb",
			"aes-256-ecb",
			"aes-128-cbc",
			"aes-192-cbc",
			"aes-256-cbc",
		],
	}),
	engine("default_storage_engine"),
	engine("default_tmp_storage_engine"),
	...texts("both", {
		debug_sync: "",
		session_track_system_variables:
			"time_zone,autocommit,character_set_client,character_set_results,character_set_connection",
	}),
	...texts("global", { secure_auth: "ON" }),
	...words("global", { event_scheduler: ["OFF", "OFF", "ON"] }),
	text("date_format", "global", "%Y-%m-%d", true),
	text("datetime_format", "global", "%Y-%m-%d %H:%i:%s", true),
	text("time_format", "global", "%H:%i:%s", true),
	real("long_query_time", "both", 10, 0, 31536000),
	...counts("session", {
		insert_id: [0, 0, greatest],
		pseudo_slave_mode: [0, 0, 1],
	}),
];
