/**
 * Tables of `mysql` not concerned with accounts: help, time zones, costs, logs, replication.
 *
 * Clients and dumps expect them. Nearly all are empty; rows inserted there have no effect, with warning 1235 where they
 * are programs. Names, comments and columns are MySQL 5.7's.
 */
type SystemTable = readonly [name: string, comment: string, definition: string];

const name = (column: string, length: number): string => `${column} char(${length}) NOT NULL DEFAULT ''`;

const programs: readonly SystemTable[] = [
	[
		"func",
		"User defined functions",
		`${name("name", 64)}, ret tinyint(1) NOT NULL DEFAULT 0, ${name("dl", 128)}, type enum('function','aggregate') NOT
		NULL, PRIMARY KEY (name)`,
	],
	[
		"plugin",
		"MySQL plugins",
		"name varchar(64) NOT NULL DEFAULT '', dl varchar(128) NOT NULL DEFAULT '', PRIMARY KEY (name)",
	],
	[
		"servers",
		"MySQL Foreign Servers table",
		`${["Server_name", "Host", "Db", "Username", "Password"].map((column) => name(column, 64)).join(", ")},
		Port int(4) NOT NULL DEFAULT 0, ${["Socket", "Wrapper", "Owner"].map((column) => name(column, 64)).join(", ")},
		PRIMARY KEY (Server_name)`,
	],
];

const sqlModes = `set('REAL_AS_FLOAT','PIPES_AS_CONCAT','ANSI_QUOTES','IGNORE_SPACE','NOT_USED','ONLY_FULL_GROUP_BY','NO_UNSIGNED_SUBTRACTION','NO_DIR_IN_CREATE','POSTGRESQL','ORACLE',
	'MSSQL','DB2','MAXDB','NO_KEY_OPTIONS','NO_TABLE_OPTIONS','NO_FIELD_OPTIONS','MYSQL323','MYSQL40','ANSI','NO_AUTO_VALUE_ON_ZERO','NO_BACKSLASH_ESCAPES','STRICT_TRANS_TABLES',
	'STRICT_ALL_TABLES','NO_ZERO_IN_DATE','NO_ZERO_DATE','INVALID_DATES','ERROR_FOR_DIVISION_BY_ZERO','TRADITIONAL','NO_AUTO_CREATE_USER','HIGH_NOT_PRECEDENCE',
	'NO_ENGINE_SUBSTITUTION','PAD_CHAR_TO_FULL_LENGTH') NOT NULL DEFAULT ''`;

const charsets =
	"character_set_client char(32) DEFAULT NULL, collation_connection char(32) DEFAULT NULL, " +
	"db_collation char(32) DEFAULT NULL, body_utf8 longblob";

const times =
	"created timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, modified " +
	"timestamp NOT NULL DEFAULT '0000-00-00 00:00:00'";

const storedPrograms: readonly SystemTable[] = [
	[
		"proc",
		"Stored Procedures",
		`${name("db", 64)}, ${name("name", 64)}, type enum('FUNCTION','PROCEDURE') NOT NULL, ${name("specific_name", 64)},
		language enum('SQL') NOT NULL DEFAULT 'SQL', sql_data_access
		enum('CONTAINS_SQL','NO_SQL','READS_SQL_DATA','MODIFIES_SQL_DATA') NOT NULL DEFAULT 'CONTAINS_SQL',
		is_deterministic enum('YES','NO') NOT NULL DEFAULT 'NO', security_type enum('INVOKER','DEFINER') NOT NULL DEFAULT
		'DEFINER', param_list blob NOT NULL,
		returns longblob NOT NULL, body longblob NOT NULL, ${name("definer", 93)}, ${times}, sql_mode ${sqlModes}, comment
		text NOT NULL, ${charsets},
		PRIMARY KEY (db, name, type)`,
	],
	[
		"event",
		"Events",
		`${name("db", 64)}, ${name("name", 64)}, body longblob NOT NULL, ${name("definer", 93)}, execute_at datetime
		DEFAULT NULL,
		interval_value int(11) DEFAULT NULL, interval_field
		enum('YEAR','QUARTER','MONTH','DAY','HOUR','MINUTE','WEEK','SECOND','MICROSECOND','YEAR_MONTH','DAY_HOUR',
		'DAY_MINUTE','DAY_SECOND','HOUR_MINUTE','HOUR_SECOND','MINUTE_SECOND','DAY_MICROSECOND','HOUR_MICROSECOND','MINUTE_MICROSECOND','SECOND_MICROSECOND') DEFAULT NULL,
		${times}, last_executed datetime DEFAULT NULL, starts datetime DEFAULT NULL, ends datetime DEFAULT NULL,
		status enum('ENABLED','DISABLED','SLAVESIDE_DISABLED') NOT NULL DEFAULT 'ENABLED', on_completion
		enum('DROP','PRESERVE') NOT NULL DEFAULT 'DROP', sql_mode ${sqlModes},
		${name("comment", 64)}, originator int unsigned NOT NULL, time_zone char(64) NOT NULL DEFAULT 'SYSTEM',
		${charsets}, PRIMARY KEY (db, name)`,
	],
];

const help: readonly SystemTable[] = [
	[
		"help_category",
		"help categories",
		"help_category_id smallint unsigned NOT NULL, name char(64) NOT NULL, parent_category_id smallint " +
			"unsigned, url text NOT NULL, PRIMARY KEY (help_category_id), UNIQUE KEY name (name)",
	],
	[
		"help_keyword",
		"help keywords",
		"help_keyword_id int unsigned NOT NULL, name char(64) NOT NULL, PRIMARY KEY (help_keyword_id), " +
			"UNIQUE KEY name (name)",
	],
	[
		"help_relation",
		"keyword-topic relation",
		"help_topic_id int unsigned NOT NULL, help_keyword_id int unsigned NOT NULL, PRIMARY KEY " +
			"(help_keyword_id, help_topic_id)",
	],
	[
		"help_topic",
		"help topics",
		`help_topic_id int unsigned NOT NULL, name char(64) NOT NULL, help_category_id smallint unsigned NOT NULL,
		description text NOT NULL,
		example text NOT NULL, url text NOT NULL, PRIMARY KEY (help_topic_id), UNIQUE KEY name (name)`,
	],
];

const timeZones: readonly SystemTable[] = [
	[
		"time_zone",
		"Time zones",
		"Time_zone_id int unsigned NOT NULL AUTO_INCREMENT, Use_leap_seconds enum('Y','N') NOT NULL DEFAULT " +
			"'N', PRIMARY KEY (Time_zone_id)",
	],
	[
		"time_zone_leap_second",
		"Leap seconds information for time zones",
		"Transition_time bigint(20) NOT NULL, Correction int(11) NOT NULL, PRIMARY KEY (Transition_time)",
	],
	[
		"time_zone_name",
		"Time zone names",
		"Name char(64) NOT NULL, Time_zone_id int unsigned NOT NULL, PRIMARY KEY (Name)",
	],
	[
		"time_zone_transition",
		"Time zone transitions",
		"Time_zone_id int unsigned NOT NULL, Transition_time bigint(20) NOT NULL, Transition_type_id int " +
			"unsigned NOT NULL, PRIMARY KEY (Time_zone_id, Transition_time)",
	],
	[
		"time_zone_transition_type",
		"Time zone transition types",
		`Time_zone_id int unsigned NOT NULL, Transition_type_id int unsigned NOT NULL, Offset int(11) NOT NULL DEFAULT 0,
		Is_DST tinyint unsigned NOT NULL DEFAULT 0, Abbreviation char(8) NOT NULL DEFAULT '', PRIMARY KEY (Time_zone_id,
		Transition_type_id)`,
	],
];

const logs: readonly SystemTable[] = [
	[
		"general_log",
		"General log",
		`event_time timestamp(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6), user_host
		mediumtext NOT NULL,
		thread_id bigint(21) unsigned NOT NULL, server_id int unsigned NOT NULL, command_type varchar(64) NOT NULL,
		argument mediumblob NOT NULL`,
	],
	[
		"slow_log",
		"Slow log",
		`start_time timestamp(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6), user_host
		mediumtext NOT NULL,
		query_time time(6) NOT NULL, lock_time time(6) NOT NULL, rows_sent int(11) NOT NULL, rows_examined int(11) NOT
		NULL, db varchar(512) NOT NULL,
		last_insert_id int(11) NOT NULL, insert_id int(11) NOT NULL, server_id int unsigned NOT NULL, sql_text mediumblob
		NOT NULL,
		thread_id bigint(21) unsigned NOT NULL`,
	],
];

const updated =
	"last_update timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, comment " +
	"varchar(1024) DEFAULT NULL";

const costs: readonly SystemTable[] = [
	[
		"engine_cost",
		"",
		`engine_name varchar(64) NOT NULL, device_type int(11) NOT NULL, cost_name varchar(64) NOT NULL, cost_value float
		DEFAULT NULL, ${updated},
		PRIMARY KEY (cost_name, engine_name, device_type)`,
	],
	[
		"server_cost",
		"",
		`cost_name varchar(64) NOT NULL, cost_value float DEFAULT NULL, ${updated}, PRIMARY KEY (cost_name)`,
	],
];

export const otherTables: readonly SystemTable[] = [
	...programs,
	...storedPrograms,
	...help,
	...timeZones,
	...logs,
	...costs,
];

const serverCosts = [
	"disk_temptable_create_cost",
	"disk_temptable_row_cost",
	"key_compare_cost",
	"memory_temptable_create_cost",
	"memory_temptable_row_cost",
	"row_evaluate_cost",
];

/** The cost value is NULL: the server's default. */
export const otherRows: readonly string[] = [
	`INSERT IGNORE INTO mysql.server_cost (cost_name) VALUES ${serverCosts.map((cost) => `('${cost}')`).join(", ")}`,
	"INSERT IGNORE INTO mysql.engine_cost (engine_name, device_type, cost_name) VALUES ('default', 0, " +
		"'io_block_read_cost'), ('default', 0, 'memory_block_read_cost')",
];
