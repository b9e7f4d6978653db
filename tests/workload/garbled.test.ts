/**
 * Garbled sources: no line is lost without a word. What a source has of SQL is in a statement, in one that is listed as
 * not judged, or in a line that the documentation says is passed over.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import fc from "fast-check";
import { UsageError } from "../../apps/compose/usage-error.ts";
import { readWorkload } from "../../apps/workload/read.ts";

const folder = mkdtempSync(join(tmpdir(), "verso-garbled-"));
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

/** Every line of SQL has a mark of its own in the place of `§`. */
const mark = /m\d{4}x/g;

function marked(text: string): string {
	let number = 0;
	return text.replace(/§/g, () => `m${String(++number).padStart(4, "0")}x`);
}

interface Source {
	readonly text: string;
	/** Lines that are passed over, by a rule of docs/reference/workloads.md. */
	readonly passedOver: RegExp;
}

const plain = (rest: string): string => `2018/12/20 10:32:03.101 session.go:1340: [info] ${rest}\n`;
const later = (rest: string): string => `[2019/09/01 10:00:00.001 +08:00] [INFO] [session.go:2190] ${rest}\n`;
const json = (sql: string): string =>
	`{"level":"INFO","time":"2025/03/14 08:19:41.635 +01:00","caller":"session.go:4137","message":"GENERAL_LOG","conn":24,"user":"root@127.0.0.1","schemaVersion":54,"txnStartTS":0,"currentDB":"shop","sql":"${sql}"}\n`;
const event = (n: number, sql: string): string =>
	`{"n":${n},"at":${n},"session":1,"sql":"${sql}","ms":1,"answers":[{"affected":1,"insertId":0,"warnings":0}]}\n`;

/** An entry of the line about something else, with its head. */
const otherEntry =
	/^(?:\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d(?:\.\d+)? \S+?:\d+: \[\w+\] ?|\[\d{4}\/[^\]]*\] \[\w+\] \[[^\]]+\] )(?!\[(?:GENERAL_LOG|"?CRUCIAL OPERATION"?|SLOW_QUERY|TIME_QUERY)\](?! \[INTERNAL\]))/;

const sources: Readonly<Record<string, Source>> = {
	"the line's log until 2.1": {
		passedOver: otherEntry,
		text:
			plain("Welcome to the server.") +
			plain("con:1 new connection 127.0.0.1:5") +
			plain("[GENERAL_LOG] con:1 user:root@127.0.0.1 schema_ver:22 start_ts:0 sql:use shop") +
			plain("[CRUCIAL OPERATION] con:1 schema_ver:22 create table § (\n  a§ int\n) (by root@127.0.0.1).") +
			plain("[GENERAL_LOG] con:1 user:root@127.0.0.1 schema_ver:22 start_ts:0 sql:select '§'") +
			plain("[GENERAL_LOG] con:2 user:app@10.0.0.1 sql:insert into t values (?) [arguments: §]") +
			plain("con:2 close connection") +
			plain("[GENERAL_LOG] con:1 user:root@127.0.0.1 schema_ver:22 start_ts:0 sql:delete from t where a = '§'"),
	},
	"the line's log from 3.0 on": {
		passedOver: otherEntry,
		text:
			later('["new connection"] [conn=11] [remoteAddr=127.0.0.1:5]') +
			later('[GENERAL_LOG] [conn=11] [user=root@127.0.0.1] [current_db=shop] [sql="select \\"§\\" from t"]') +
			later("[GENERAL_LOG] [conn=11] [user=root@127.0.0.1] [current_db=shop] [sql=COMMIT]") +
			later('["CRUCIAL OPERATION"] [conn=11] [schemaVersion=22] [cur_db=shop] [sql="drop table §"] [user=root]') +
			later('[GENERAL_LOG] [conn=12] [user=root] [current_db=] [sql="select ? [arguments: §]"]') +
			later('["connection closed"] [conn=12]') +
			json("select '§'") +
			json("update t set a = '§'"),
	},
	"the line's slow log": {
		passedOver: otherEntry,
		text:
			plain(
				"[SLOW_QUERY] cost_time:1.2s succ:true con:2 user:app@10.0.0.1 txn_start_ts:9 database:shop sql:select '§'",
			) +
			plain("[SLOW_QUERY] cost_time:1.2s succ:true con:3 user:app@10.0.0.1 txn_start_ts:9 database: sql:select '§'") +
			plain("[SLOW_QUERY] [INTERNAL] cost_time:1.2s succ:true con:0 user: txn_start_ts:9 database: sql:select 1"),
	},
	"general log of MySQL 5.7": {
		passedOver: /\t *\d+ (?:Connect|Quit|Init DB|Prepare|Close stmt|Statistics)(?:\t|$)/,
		text:
			"/usr/sbin/mysqld, Version: 5.7.25-log (MySQL). started with:\nTcp port: 3306  Unix socket: /tmp/m.sock\n" +
			"Time                 Id Command    Argument\n" +
			[
				"Connect\troot@localhost on shop using TCP/IP",
				"Query\tselect '§'",
				"Prepare\tselect ?",
				"Execute\tselect '§'",
				"Close stmt\t",
				"Query\tinsert into t\nvalues ('§',\n'§')",
				"Quit\t",
				"Query\tupdate t set a = '§'",
			]
				.map((rest, second) => `2019-03-28T10:00:0${second}.000000Z\t    7 ${rest}\n`)
				.join(""),
	},
	"general log of MySQL 5.6": {
		passedOver: /\t *\d+ (?:Connect|Quit|Init DB|Prepare|Close stmt|Statistics)(?:\t|$)/,
		text:
			"190328 10:00:00\t    7 Connect\troot@localhost on shop\n\t\t    7 Query\tselect '§'\n\t\t    8 Init DB\tshop\n" +
			"190328 10:00:01\t    7 Query\tselect '§',\n'§'\n\t\t    8 Quit\t\n\t\t    7 Query\tdelete from t where a = '§'\n",
	},
	"slow log of MySQL": {
		passedOver: /^#|^SET timestamp=|^use /i,
		text:
			"/usr/sbin/mysqld, Version: 5.7.25-log (MySQL). started with:\nTcp port: 3306  Unix socket: /tmp/m.sock\n" +
			"Time                 Id Command    Argument\n" +
			"# Time: 2019-03-28T10:00:00.000000Z\n# User@Host: root[root] @ localhost []  Id:     3\n# Query_time: 2.0  Lock_time: 0.0\n" +
			"use shop;\nSET timestamp=1469038405;\nSELECT '§'\nFROM t§;\n" +
			"# User@Host: app[app] @  [10.0.0.1]  Id:     4\n# Query_time: 2.0  Lock_time: 0.0\nSET timestamp=1469038405;\nSHOW TABLES LIKE '§';\n" +
			"# User@Host: app[app] @  [10.0.0.1]  Id:     4\n# Query_time: 0.0  Lock_time: 0.0\nSET timestamp=1469038406;\n# administrator command: Quit;\n" +
			"# Time: 2019-03-28T10:00:09.000000Z\n# User@Host: root[root] @ localhost []  Id:     3\n# Query_time: 2.0  Lock_time: 0.0\nSET timestamp=1469038407;\nselect '§';\n",
	},
	"slow log of the line": {
		passedOver: /^#|^use /i,
		text:
			"# Time: 2019-08-14T09:26:59.487776265+08:00\n# Txn_start_ts: 410450924122144769\n# User: root@127.0.0.1\n# Conn_ID: 3086\n# Query_time: 1.5\n# DB: shop\n# Is_internal: false\nselect '§';\n" +
			"# Time: 2019-08-14T09:27:00.487776265+08:00\n# Txn_start_ts: 410450924122144770\n# User: root@127.0.0.1\n# Conn_ID: 3086\n# Query_time: 1.5\n# DB: shop\n# Is_internal: false\nselect ? [arguments: §];\n",
	},
	"report of pt-query-digest": {
		passedOver: /^#/,
		text:
			"\n# 110ms user time, 10ms system time, 25.5M rss\n# Overall: 2 total, 2 unique\n\n" +
			"# Query 1: 0.30 QPS, 0.00x concurrency, ID 0x3E4FB43148C4B07C at byte 1469\n# Count         50       3\n# Databases    shop\n#    SHOW CREATE TABLE `shop`.`b`\\G\nUPDATE b\nSET a = '§'\\G\n# Converted for EXPLAIN\n# EXPLAIN /*!50100 PARTITIONS*/\nselect a from b\\G\n\n" +
			"# Query 2: 0 QPS, 0x concurrency, ID 0x1111111111111111 at byte 99\n# Count         25       2\n# Databases    shop\nSELECT '§'\nFROM t§\\G\n",
	},
	"a dump": {
		passedOver: /^--|^\/\*|^#/,
		text:
			"-- MySQL dump 10.13  Distrib 5.7.25, for Linux (x86_64)\n--\n-- Host: localhost    Database: shop\n\n/*!40101 SET NAMES utf8 */;\n" +
			"DROP TABLE IF EXISTS `§`;\nCREATE TABLE `t` (\n  `a§` int(11) NOT NULL,\n  PRIMARY KEY (`a§`)\n) ENGINE=InnoDB DEFAULT CHARSET=utf8;\n" +
			"LOCK TABLES `t` WRITE;\nINSERT INTO `t` VALUES ('§'),('§');\nUNLOCK TABLES;\n",
	},
	"a script": {
		passedOver: /^--|^#|^\s*delimiter/i,
		text: "select '§';\n-- a comment\ninsert into t\nvalues ('§');\nDELIMITER //\ncreate procedure p() begin\n select '§';\n select '§';\nend//\nDELIMITER ;\nselect '§';\n",
	},
	"a recording": {
		passedOver: /"event":|^\{"format"|^\{"end"/,
		text:
			'{"format":1,"by":"verso 0.1.0","upstream":"old:3306","began":"2026-01-01T00:00:00.000Z"}\n' +
			'{"n":1,"at":0,"session":1,"event":"connect","user":"root","database":"shop","charset":"utf8mb4"}\n' +
			`${event(2, "select '§'")}${event(3, "insert into t values ('§')")}{"n":4,"at":4,"session":1,"event":"quit"}\n` +
			'{"end":{"statements":2,"ms":4}}\n',
	},
};

/** A place, as a share of the text, and what is done there. */
const damage = fc.record({
	at: fc.double({ min: 0, max: 1, noNaN: true }),
	length: fc.integer({ min: 1, max: 70 }),
	kind: fc.constantFrom("cut", "cutLineHead", "join", "type", "swap", "loseLine", "blank"),
});
type Damage = typeof damage extends fc.Arbitrary<infer Of> ? Of : never;

function damaged(text: string, { at: share, length, kind }: Damage): string {
	const at = Math.floor(share * text.length);
	const line = text.lastIndexOf("\n", at - 1) + 1;
	const next = text.indexOf("\n", at);
	const end = next < 0 ? text.length : next + 1;
	switch (kind) {
		case "cut":
			return text.slice(0, at) + text.slice(at + length);
		case "cutLineHead":
			return text.slice(0, line) + text.slice(Math.min(line + length, end));
		case "join":
			return text.slice(0, Math.max(0, end - 1)) + text.slice(end);
		case "type":
			return `${text.slice(0, at)}${"\"'x;#\n["[length % 7]}${text.slice(at)}`;
		case "swap":
			return text.slice(0, at) + text.slice(at + 1, at + 2) + text.slice(at, at + 1) + text.slice(at + 2);
		case "loseLine":
			return text.slice(0, line) + text.slice(end);
		default:
			return `${text.slice(0, line)}\n${text.slice(line)}`;
	}
}

let files = 0;

/** Marks that the source has and the workload has not. */
async function lost(text: string, passedOver: RegExp): Promise<readonly string[]> {
	const file = join(folder, `${++files}.sql`);
	writeFileSync(file, text);
	try {
		const { statements } = await readWorkload(file, { role: "traffic" });
		const read = [...statements].map(({ text: sql, values = [] }) => `${sql} ${values.join(" ")}`).join("\n");
		const lines = text.split("\n").filter((line) => !passedOver.test(line));
		return lines.flatMap((line) => (line.match(mark) ?? []).filter((each) => !read.includes(each)));
	} catch (failure) {
		// It says so: nothing is played.
		if (failure instanceof UsageError) {
			return [];
		}
		throw failure;
	} finally {
		rmSync(file, { force: true });
	}
}

for (const [name, { text, passedOver }] of Object.entries(sources)) {
	test(`${name}: no line is lost without a word`, async (t) => {
		const whole = marked(text);
		t.deepEqual(await lost(whole, passedOver), []);
		await fc.assert(
			fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 2 }), async (damages) => {
				const garbled = damages.reduce(damaged, whole);
				const missing = await lost(garbled, passedOver);
				if (missing.length > 0) {
					throw new Error(`${missing.join(", ")} of:\n${garbled}`);
				}
			}),
			{ numRuns: Number(process.env["GARBLED_RUNS"] ?? 150) },
		);
		t.pass();
	});
}
