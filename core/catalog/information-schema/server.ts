/**
 * PROCESSLIST, variables, status, plugins.
 */
import type { Row } from "../../types/value/value.ts";
import { define, defineEmpty, type Definition } from "./definition.ts";
import type { NamedValue, ProcessFacts } from "./providers.ts";
import type { Sources } from "./sources.ts";

export const processlist = define(
	"PROCESSLIST",
	"ID:unsigned USER:32 HOST:64 DB:64? COMMAND:16 TIME:int STATE:64? INFO:longtext?",
	({ providers }) => {
		const found = providers.processes();
		return found instanceof Promise ? found.then((all) => all.map(processRow)) : found.map(processRow);
	},
);

function processRow({ id, user, host, database, command, timeSeconds, state, info }: ProcessFacts): Row {
	return [id, user, host, database, command, timeSeconds, state, info];
}

function named(name: string, values: (sources: Sources) => readonly NamedValue[]): Definition {
	return define(name, "VARIABLE_NAME:64 VARIABLE_VALUE:1024?", (sources) =>
		values(sources).map(([variable, value]) => [variable, value]),
	);
}

/** Tables of both computed databases. */
export const variableTables: readonly Definition[] = [
	named("GLOBAL_VARIABLES", ({ listing, providers }) =>
		listing.listsGlobalVariables() ? providers.variables("global") : [],
	),
	named("SESSION_VARIABLES", ({ providers }) => providers.variables("session")),
	named("GLOBAL_STATUS", ({ providers }) => providers.status("global")),
	named("SESSION_STATUS", ({ providers }) => providers.status("session")),
];

export const plugins = define(
	"PLUGINS",
	`PLUGIN_NAME:64 PLUGIN_VERSION:20 PLUGIN_STATUS:10 PLUGIN_TYPE:80 PLUGIN_TYPE_VERSION:20 PLUGIN_LIBRARY:64?
	PLUGIN_LIBRARY_VERSION:20? PLUGIN_AUTHOR:64? PLUGIN_DESCRIPTION:longtext? PLUGIN_LICENSE:80? LOAD_OPTION:64`,
	() => [
		pluginRow("mysql_native_password", "AUTHENTICATION", "Native MySQL authentication"),
		pluginRow("InnoDB", "STORAGE ENGINE", "Supports transactions, row-level locking, and foreign keys"),
		pluginRow("partition", "STORAGE ENGINE", "Partition Storage Engine Helper"),
	],
);

function pluginRow(name: string, kind: string, description: string): string[] {
	return [name, "1.0", "ACTIVE", kind, "50700.0", "", "", "verso", description, "APACHE", "FORCE"];
}

export const profiling = defineEmpty(
	"PROFILING",
	`QUERY_ID:int SEQ:int STATE:30 DURATION:decimal CPU_USER:decimal? CPU_SYSTEM:decimal? CONTEXT_VOLUNTARY:int?
	CONTEXT_INVOLUNTARY:int? BLOCK_OPS_IN:int? BLOCK_OPS_OUT:int? MESSAGES_SENT:int? MESSAGES_RECEIVED:int?
	PAGE_FAULTS_MAJOR:int? PAGE_FAULTS_MINOR:int? SWAPS:int? SOURCE_FUNCTION:30? SOURCE_FILE:20? SOURCE_LINE:int?`,
);

export const files = defineEmpty(
	"FILES",
	`FILE_ID:bigint FILE_NAME:4000? FILE_TYPE:20 TABLESPACE_NAME:64? TABLE_CATALOG:64 TABLE_SCHEMA:64? TABLE_NAME:64?
	LOGFILE_GROUP_NAME:64? LOGFILE_GROUP_NUMBER:bigint? ENGINE:64 FULLTEXT_KEYS:64? DELETED_ROWS:bigint?
	UPDATE_COUNT:bigint? FREE_EXTENTS:bigint? TOTAL_EXTENTS:bigint? EXTENT_SIZE:bigint INITIAL_SIZE:unsigned?
	MAXIMUM_SIZE:unsigned? AUTOEXTEND_SIZE:unsigned? CREATION_TIME:datetime? LAST_UPDATE_TIME:datetime?
	LAST_ACCESS_TIME:datetime? RECOVER_TIME:bigint? TRANSACTION_COUNTER:bigint? VERSION:unsigned? ROW_FORMAT:10?
	TABLE_ROWS:unsigned? AVG_ROW_LENGTH:unsigned? DATA_LENGTH:unsigned? MAX_DATA_LENGTH:unsigned? INDEX_LENGTH:unsigned?
	DATA_FREE:unsigned? CREATE_TIME:datetime? UPDATE_TIME:datetime? CHECK_TIME:datetime? CHECKSUM:unsigned? STATUS:20
	EXTRA:255?`,
);
