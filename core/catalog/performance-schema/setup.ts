/**
 * setup_* and performance_timers: what is looked at. Nothing is, but for connections and the statement that runs.
 */
import { define, type Definition } from "../information-schema/definition.ts";

const consumers: readonly (readonly [name: string, enabled: "YES" | "NO"])[] = [
	["events_stages_current", "NO"], ["events_stages_history", "NO"], ["events_stages_history_long", "NO"], ["events_statements_current", "YES"],
	["events_statements_history", "NO"], ["events_statements_history_long", "NO"], ["events_transactions_current", "NO"],
	["events_transactions_history", "NO"], ["events_transactions_history_long", "NO"], ["events_waits_current", "NO"], ["events_waits_history", "NO"],
	["events_waits_history_long", "NO"], ["global_instrumentation", "YES"], ["thread_instrumentation", "YES"], ["statements_digest", "YES"],
];

const statements = ["select", "insert", "update", "delete", "replace", "create_table", "alter_table", "drop_table", "set_option", "show_status", "begin", "commit"];

const objectTypes = ["EVENT", "FUNCTION", "PROCEDURE", "TABLE", "TRIGGER"];
const ownSchemas = ["mysql", "performance_schema", "information_schema"];

export const setupTables: readonly Definition[] = [
	define("setup_actors", "HOST:60 USER:32 ROLE:16 ENABLED:3 HISTORY:3", () => [["%", "%", "%", "YES", "YES"]]),
	define("setup_consumers", "NAME:64 ENABLED:3", () => consumers.map(([name, enabled]) => [name, enabled])),
	define("setup_instruments", "NAME:128 ENABLED:3 TIMED:3", () => [
		...statements.map((name) => [`statement/sql/${name}`, "YES", "YES"]), ["wait/lock/metadata/sql/mdl", "YES", "NO"],
	]),
	define("setup_objects", "OBJECT_TYPE:9 OBJECT_SCHEMA:64? OBJECT_NAME:64 ENABLED:3 TIMED:3", () => objectTypes.flatMap((type) => [
		...ownSchemas.map((schema) => [type, schema, "%", "NO", "NO"]), [type, "%", "%", "YES", "YES"],
	])),
	define("setup_timers", "NAME:64 TIMER_NAME:11", () => [
		["idle", "MICROSECOND"], ["wait", "CYCLE"], ["stage", "NANOSECOND"], ["statement", "NANOSECOND"], ["transaction", "NANOSECOND"],
	]),
	define("performance_timers", "TIMER_NAME:11 TIMER_FREQUENCY:bigint? TIMER_RESOLUTION:bigint? TIMER_OVERHEAD:bigint?", () => [
		["CYCLE", null, null, null], ["NANOSECOND", 1000000000, 1, 0], ["MICROSECOND", 1000000, 1, 0], ["MILLISECOND", 1000, 1, 0], ["TICK", null, null, null],
	]),
];
