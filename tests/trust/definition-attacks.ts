/**
 * Attacks by definitions and functions of thousands of parts: work that grew with the square of their number.
 */
import type { Attack } from "./attack.ts";

function list(count: number, item: (at: number) => string, separator = ", "): string {
	return Array.from({ length: count }, (_, at) => item(at)).join(separator);
}

const accounts = list(500, (at) => `u${at}@localhost`);
const paths = list(1500, (at) => `'$.k${at}', 1`);
const numbers = list(8000, String, ",");
const reversed = list(8000, (at) => String(7999 - at), ",");
const texts = list(1500, (at) => `"a${at}"`, ",");
const objects = list(2000, (at) => `{"a":{"b":${at}}}`, ",");

export const definitionAttacks: readonly Attack[] = [
	{
		name: "a LIST partition of 20,000 values",
		setup: ["create database if not exists test"],
		statements: [
			`create table test.listed (a int) partition by list (a) (partition p values in (${list(20_000, String)}))`,
			"alter table test.listed add partition (partition q values in (-1))",
			"insert into test.listed values (19999)",
		],
		codes: [0],
	},
	{
		name: "4,096 RANGE partitions, then one",
		setup: ["create database if not exists test"],
		statements: [
			`create table test.ranges (a int) partition by range (a) (${list(4096, (at) => `partition p${at} values less than (${at})`)})`,
			`insert into test.ranges values ${list(4095, (at) => `(${at})`)}`,
			`alter table test.ranges reorganize partition ${list(4096, (at) => `p${at}`)} into (partition p values less than (4095))`,
		],
		codes: [0],
	},
	{
		name: "columns of 20 views of views of 40 columns",
		setup: [
			"create database if not exists test",
			`create table test.view0 (${list(40, (at) => `c${at} int`)})`,
			...Array.from(
				{ length: 20 },
				(_, at) => `create view test.view${at + 1} as select distinct * from test.view${at}`,
			),
		],
		statements: [
			"describe test.view20",
			"select count(*) from information_schema.columns where table_schema = 'test'",
			"select count(*) from information_schema.views where is_updatable = 'YES'",
			"create view test.view21 as select * from test.view20",
		],
		codes: [0, 1050],
	},
	{
		name: "LOCK TABLES of 1,000 tables, and 2,000 names",
		setup: [
			"create database if not exists test",
			...Array.from({ length: 1000 }, (_, at) => `create table test.l${at} (a int)`),
		],
		statements: [
			`lock tables ${list(1000, (at) => `test.l${at} write`)}`,
			"unlock tables",
			`do ${list(2000, (at) => `get_lock('l${at}', 0)`)}`,
			"do release_all_locks()",
		],
		codes: [0],
	},
	{
		name: "GRANT to 500 accounts",
		statements: [`grant select on *.* to ${accounts}`, `drop user ${accounts}`],
		codes: [0],
	},
	{
		name: "20,000 accounts, each with a grant",
		setup: [
			`insert into mysql.user (host, user, ssl_cipher, x509_issuer, x509_subject) values ${list(20_000, (at) => `('h', 'u${at}', '', '', '')`)}`,
			`insert into mysql.db (host, db, user, select_priv) values ${list(20_000, (at) => `('h', 'd', 'u${at}', 'Y')`)}`,
		],
		statements: [
			"flush privileges",
			"show grants for u19999@h",
			"select count(*) from information_schema.schema_privileges",
			"create user one_more@h",
		],
		codes: [0],
	},
	{
		name: "CHECK and FOREIGN KEY by the thousand",
		setup: ["create database if not exists test", "create table test.parents (a int primary key)"],
		statements: [
			`create table test.checked (a int, ${list(1500, (at) => `check (a > ${at})`)})`,
			`create table test.children (a int, ${list(1500, () => "foreign key (a) references parents (a)")})`,
		],
	},
	{
		name: "1,500 handlers of a block",
		setup: ["create database if not exists test"],
		statements: [
			`create procedure test.handlers() begin ${list(1500, (at) => `declare exit handler for ${at + 1} begin end;`, " ")} end`,
			"call test.handlers()",
		],
		codes: [0],
	},
	{
		name: "JSON functions of 1,500 paths and documents",
		statements: [
			`select length(json_set('{}', ${paths}))`,
			`select length(json_merge(${list(1500, (at) => `'{"a":{"k${at}":1}}'`)}))`,
			`select length(json_remove('[${numbers}]', ${list(1500, () => "'$[0]'")}))`,
		],
		codes: [0],
	},
	{
		name: "JSON_CONTAINS and JSON_SEARCH of long arrays",
		statements: [
			`select json_contains('[${numbers}]', '[${reversed}]')`,
			`select json_contains('[${objects}]', '[${objects}]')`,
			`select length(json_search('[${texts}]', 'all', 'a%', null, ${list(1500, (at) => `'$[${at}]'`)}))`,
		],
		codes: [0],
	},
	{
		name: "INSTR of a long part, letter case folded",
		statements: ["select instr(repeat('é', 100000), concat(repeat('É', 50000), 'b'))"],
		codes: [0],
	},
	{
		name: "numbers of a million digits",
		statements: [`select ${"9".repeat(1_000_000)}`, `select .${"9".repeat(1_000_000)}`],
		codes: [0],
	},
];
