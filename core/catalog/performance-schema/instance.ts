/**
 * Instance tables of mutexes, files, sockets, prepared statements and replication: empty.
 */
import { defineEmpty, gathering, type Definition } from "../information-schema/definition.ts";

const variable = "VARIABLE_NAME:64 VARIABLE_VALUE:1024?";
const lastError = "LAST_ERROR_NUMBER:int LAST_ERROR_MESSAGE:1024 LAST_ERROR_TIMESTAMP:datetime";
const timers = (what: string): string =>
	`SUM_TIMER_${what}:unsigned MIN_TIMER_${what}:unsigned AVG_TIMER_${what}:unsigned MAX_TIMER_${what}:unsigned`;
const executions =
	`LOCK_TIME ERRORS WARNINGS ROWS_AFFECTED ROWS_SENT ROWS_EXAMINED CREATED_TMP_DISK_TABLES CREATED_TMP_TABLES
	SELECT_FULL_JOIN SELECT_FULL_RANGE_JOIN SELECT_RANGE SELECT_RANGE_CHECK SELECT_SCAN SORT_MERGE_PASSES SORT_RANGE
	SORT_ROWS SORT_SCAN NO_INDEX_USED NO_GOOD_INDEX_USED`
		.split(/\s+/)
		.map((name) => `SUM_${name}:unsigned`)
		.join(" ");

const errorNames = [
	"HOST_BLOCKED",
	"NAMEINFO_TRANSIENT",
	"NAMEINFO_PERMANENT",
	"FORMAT",
	"ADDRINFO_TRANSIENT",
	"ADDRINFO_PERMANENT",
	"FCRDNS",
	"HOST_ACL",
	"NO_AUTH_PLUGIN",
	"AUTH_PLUGIN",
	"HANDSHAKE",
	"PROXY_USER",
	"PROXY_USER_ACL",
	"AUTHENTICATION",
	"SSL",
	"MAX_USER_CONNECTIONS",
	"MAX_USER_CONNECTIONS_PER_HOUR",
	"DEFAULT_DATABASE",
	"INIT_CONNECT",
	"LOCAL",
	"UNKNOWN",
]
	.map((name) => `COUNT_${name}_ERRORS:bigint`)
	.join(" ");

const instances: readonly Definition[] = [
	defineEmpty("cond_instances", "NAME:128 OBJECT_INSTANCE_BEGIN:unsigned"),
	defineEmpty("file_instances", "FILE_NAME:512 EVENT_NAME:128 OPEN_COUNT:int"),
	defineEmpty("mutex_instances", "NAME:128 OBJECT_INSTANCE_BEGIN:unsigned LOCKED_BY_THREAD_ID:unsigned?"),
	defineEmpty(
		"rwlock_instances",
		"NAME:128 OBJECT_INSTANCE_BEGIN:unsigned WRITE_LOCKED_BY_THREAD_ID:unsigned? READ_LOCKED_BY_COUNT:int",
	),
	defineEmpty(
		"socket_instances",
		"EVENT_NAME:128 OBJECT_INSTANCE_BEGIN:unsigned THREAD_ID:unsigned? SOCKET_ID:int IP:64 PORT:int STATE:6",
	),
	gathering(
		defineEmpty(
			"host_cache",
			`IP:64 HOST:255? HOST_VALIDATED:3 SUM_CONNECT_ERRORS:bigint ${errorNames} FIRST_SEEN:datetime LAST_SEEN:datetime
		FIRST_ERROR_SEEN:datetime? LAST_ERROR_SEEN:datetime?`,
		),
	),
	defineEmpty(
		"table_handles",
		`OBJECT_TYPE:64 OBJECT_SCHEMA:64 OBJECT_NAME:64 OBJECT_INSTANCE_BEGIN:unsigned OWNER_THREAD_ID:unsigned?
		OWNER_EVENT_ID:unsigned? INTERNAL_LOCK:64? EXTERNAL_LOCK:64?`,
	),
	defineEmpty(
		"prepared_statements_instances",
		`OBJECT_INSTANCE_BEGIN:unsigned STATEMENT_ID:unsigned STATEMENT_NAME:64? SQL_TEXT:longtext OWNER_THREAD_ID:unsigned
		OWNER_EVENT_ID:unsigned OWNER_OBJECT_TYPE:12? OWNER_OBJECT_SCHEMA:64? OWNER_OBJECT_NAME:64? TIMER_PREPARE:unsigned
		COUNT_REPREPARE:unsigned COUNT_EXECUTE:unsigned ${timers("EXECUTE")} ${executions}`,
	),
];

const variables: readonly Definition[] = [
	defineEmpty("user_variables_by_thread", `THREAD_ID:unsigned ${variable.replace("1024?", "longtext?")}`),
	defineEmpty("variables_by_thread", `THREAD_ID:unsigned ${variable}`),
	defineEmpty("status_by_account", `USER:32? HOST:60? ${variable}`),
	defineEmpty("status_by_host", `HOST:60? ${variable}`),
	defineEmpty("status_by_thread", `THREAD_ID:unsigned ${variable}`),
	defineEmpty("status_by_user", `USER:32? ${variable}`),
];

const replication: readonly Definition[] = [
	defineEmpty("replication_applier_configuration", "CHANNEL_NAME:64 DESIRED_DELAY:int"),
	defineEmpty(
		"replication_applier_status",
		"CHANNEL_NAME:64 SERVICE_STATE:3 REMAINING_DELAY:int? COUNT_TRANSACTIONS_RETRIES:unsigned",
	),
	defineEmpty(
		"replication_applier_status_by_coordinator",
		`CHANNEL_NAME:64 THREAD_ID:unsigned? SERVICE_STATE:3 ${lastError}`,
	),
	defineEmpty(
		"replication_applier_status_by_worker",
		`CHANNEL_NAME:64 WORKER_ID:unsigned THREAD_ID:unsigned? SERVICE_STATE:3 LAST_SEEN_TRANSACTION:57 ${lastError}`,
	),
	defineEmpty(
		"replication_connection_configuration",
		`CHANNEL_NAME:64 HOST:60 PORT:int USER:32 NETWORK_INTERFACE:60 AUTO_POSITION:1 SSL_ALLOWED:7 SSL_CA_FILE:512
		SSL_CA_PATH:512 SSL_CERTIFICATE:512 SSL_CIPHER:512 SSL_KEY:512 SSL_VERIFY_SERVER_CERTIFICATE:3 SSL_CRL_FILE:255
		SSL_CRL_PATH:255 CONNECTION_RETRY_INTERVAL:int CONNECTION_RETRY_COUNT:unsigned HEARTBEAT_INTERVAL:decimal
		TLS_VERSION:255`,
	),
	defineEmpty(
		"replication_connection_status",
		`CHANNEL_NAME:64 GROUP_NAME:36 SOURCE_UUID:36 THREAD_ID:unsigned? SERVICE_STATE:10
		COUNT_RECEIVED_HEARTBEATS:unsigned LAST_HEARTBEAT_TIMESTAMP:datetime RECEIVED_TRANSACTION_SET:longtext
		${lastError}`,
	),
	defineEmpty(
		"replication_group_member_stats",
		`CHANNEL_NAME:64 VIEW_ID:60 MEMBER_ID:36 COUNT_TRANSACTIONS_IN_QUEUE:unsigned COUNT_TRANSACTIONS_CHECKED:unsigned
		COUNT_CONFLICTS_DETECTED:unsigned COUNT_TRANSACTIONS_ROWS_VALIDATING:unsigned
		TRANSACTIONS_COMMITTED_ALL_MEMBERS:longtext LAST_CONFLICT_FREE_TRANSACTION:longtext`,
	),
	defineEmpty(
		"replication_group_members",
		"CHANNEL_NAME:64 MEMBER_ID:36 MEMBER_HOST:60 MEMBER_PORT:int? MEMBER_STATE:64",
	),
];

export const instanceTables: readonly Definition[] = [...instances, ...variables, ...replication];
