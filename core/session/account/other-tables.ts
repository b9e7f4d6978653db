/**
 * Tables of `mysql` that say nothing of accounts. Clients and dumps look for them; they are empty, and whoever fills them is not
 * listened to.
 *
 * In: nothing. Out: names, comments and columns as in MySQL 5.7.
 */
type SystemTable = readonly [name: string, comment: string, definition: string];

const name = (column: string, length: number): string => `${column} char(${length}) NOT NULL DEFAULT ''`;

const programs: readonly SystemTable[] = [
	["func", "User defined functions", `${name("name", 64)}, ret tinyint(1) NOT NULL DEFAULT 0, ${name("dl", 128)}, type enum('function','aggregate') NOT NULL, PRIMARY KEY (name)`],
	["plugin", "MySQL plugins", "name varchar(64) NOT NULL DEFAULT '', dl varchar(128) NOT NULL DEFAULT '', PRIMARY KEY (name)"],
	["servers", "MySQL Foreign Servers table", `${["Server_name", "Host", "Db", "Username", "Password"].map((column) => name(column, 64)).join(", ")},
		Port int(4) NOT NULL DEFAULT 0, ${["Socket", "Wrapper", "Owner"].map((column) => name(column, 64)).join(", ")}, PRIMARY KEY (Server_name)`],
];

const help: readonly SystemTable[] = [
	["help_category", "help categories", "help_category_id smallint unsigned NOT NULL, name char(64) NOT NULL, parent_category_id smallint unsigned, url text NOT NULL, PRIMARY KEY (help_category_id), UNIQUE KEY name (name)"],
	["help_keyword", "help keywords", "help_keyword_id int unsigned NOT NULL, name char(64) NOT NULL, PRIMARY KEY (help_keyword_id), UNIQUE KEY name (name)"],
	["help_relation", "keyword-topic relation", "help_topic_id int unsigned NOT NULL, help_keyword_id int unsigned NOT NULL, PRIMARY KEY (help_keyword_id, help_topic_id)"],
	["help_topic", "help topics", `help_topic_id int unsigned NOT NULL, name char(64) NOT NULL, help_category_id smallint unsigned NOT NULL, description text NOT NULL,
		example text NOT NULL, url text NOT NULL, PRIMARY KEY (help_topic_id), UNIQUE KEY name (name)`],
];

const timeZones: readonly SystemTable[] = [
	["time_zone", "Time zones", "Time_zone_id int unsigned NOT NULL AUTO_INCREMENT, Use_leap_seconds enum('Y','N') NOT NULL DEFAULT 'N', PRIMARY KEY (Time_zone_id)"],
	["time_zone_leap_second", "Leap seconds information for time zones", "Transition_time bigint(20) NOT NULL, Correction int(11) NOT NULL, PRIMARY KEY (Transition_time)"],
	["time_zone_name", "Time zone names", "Name char(64) NOT NULL, Time_zone_id int unsigned NOT NULL, PRIMARY KEY (Name)"],
	["time_zone_transition", "Time zone transitions", "Time_zone_id int unsigned NOT NULL, Transition_time bigint(20) NOT NULL, Transition_type_id int unsigned NOT NULL, PRIMARY KEY (Time_zone_id, Transition_time)"],
	["time_zone_transition_type", "Time zone transition types", `Time_zone_id int unsigned NOT NULL, Transition_type_id int unsigned NOT NULL, Offset int(11) NOT NULL DEFAULT 0,
		Is_DST tinyint unsigned NOT NULL DEFAULT 0, Abbreviation char(8) NOT NULL DEFAULT '', PRIMARY KEY (Time_zone_id, Transition_type_id)`],
];

const logs: readonly SystemTable[] = [
	["general_log", "General log", `event_time timestamp(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6), user_host mediumtext NOT NULL,
		thread_id bigint(21) unsigned NOT NULL, server_id int unsigned NOT NULL, command_type varchar(64) NOT NULL, argument mediumblob NOT NULL`],
	["slow_log", "Slow log", `start_time timestamp(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6), user_host mediumtext NOT NULL,
		query_time time(6) NOT NULL, lock_time time(6) NOT NULL, rows_sent int(11) NOT NULL, rows_examined int(11) NOT NULL, db varchar(512) NOT NULL,
		last_insert_id int(11) NOT NULL, insert_id int(11) NOT NULL, server_id int unsigned NOT NULL, sql_text mediumblob NOT NULL,
		thread_id bigint(21) unsigned NOT NULL`],
];

export const otherTables: readonly SystemTable[] = [...programs, ...help, ...timeZones, ...logs];
