/**
 * Replay of general logs: the forms of logs, shapes of statements, and a log played on two servers whose answers agree.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import test from "ava";
import { startVerso } from "../../bench/peer/verso.ts";
import { readOptions } from "../../bench/options.ts";
import { isComparable } from "../../bench/replay/answer.ts";
import { costliest, shapeOf } from "../../bench/replay/costly.ts";
import { databasesOf, parseGeneralLog, readGeneralLog } from "../../bench/replay/general-log.ts";
import { replay } from "../../bench/replay/replay.ts";

const mariadbLog = `/usr/sbin/mariadbd, Version: 10.11.19-MariaDB. started with:
Tcp port: 3306  Unix socket: /run/mysqld/mysqld.sock
Time\t\t    Id Command\tArgument
261125  7:44:42\t  1658 Quit\t
\t\t  1659 Connect\troot@localhost on  using TCP/IP
\t\t  1659 Query\tCREATE DATABASE made
\t\t  1659 Init DB\tshop
\t\t  1659 Query\tSELECT 'a
b'
\t\t  1659 Prepare\tSELECT ?
\t\t  1659 Execute\tSELECT 5
\t\t  1660 Connect\troot@localhost on made using Socket
\t\t  1659 Quit\t
`;

const mysqlLog = `2026-11-25T07:44:42.123456Z\t   12 Connect\troot@localhost on shop using TCP/IP
2026-11-25T07:44:42.123456Z\t   12 Query\tSELECT 1
2026-11-25T07:44:43.123456+01:00\t   12 Field List\tt\t
2026-11-25T07:44:43.123456Z\t   12 Quit\t
`;

test("general logs of MariaDB and MySQL", (t) => {
	const entries = parseGeneralLog(mariadbLog);
	t.deepEqual(
		entries.map(({ connection, kind, text }) => [connection, kind, text]),
		[
			[1658, "quit", ""],
			[1659, "connect", ""],
			[1659, "query", "CREATE DATABASE made"],
			[1659, "database", "shop"],
			[1659, "query", "SELECT 'a\nb'"],
			[1659, "query", "SELECT 5"],
			[1660, "connect", "made"],
			[1659, "quit", ""],
		],
	);
	t.deepEqual(databasesOf(entries), ["shop"], "the log itself makes the other");
	t.deepEqual(
		parseGeneralLog(mysqlLog).map(({ kind, text }) => [kind, text]),
		[
			["connect", "shop"],
			["query", "SELECT 1"],
			["quit", ""],
		],
	);
});

test("what is no general log is refused", (t) => {
	const folder = mkdtempSync(join(tmpdir(), "verso-replay-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	writeFileSync(join(folder, "a.sql"), "SELECT 1;\n");
	t.throws(() => readGeneralLog(join(folder, "a.sql")), { message: /is no general log/ });
	writeFileSync(join(folder, "a.log.gz"), gzipSync(mysqlLog));
	t.is(readGeneralLog(join(folder, "a.log.gz")).length, 3);
});

test("shapes of statements, and the most expensive of them", (t) => {
	t.is(shapeOf("select  * from t where a in (1, 2,\n 3) and b = 'it''s'"), "select * from t where a in (?) and b = ?");
	t.is(shapeOf("insert into t values (1,'a'),(2,'b')"), "insert into t values (?) ...");
	const found = costliest(["select 1", "select 2", "do 1", ""], [10, 20, 5, 0], [1, 2, 100, 0], 5);
	t.deepEqual(found, [
		{ shape: "select ?", times: 2, ownUs: 30, peerUs: 3 },
		{ shape: "do ?", times: 1, ownUs: 5, peerUs: 100 },
	]);
});

test("answers that servers, clocks or chance decide are not compared", (t) => {
	for (const statement of ["show tables", "select @@version", "select now()", "select a from t limit 1"]) {
		t.false(isComparable(statement), statement);
	}
	for (const statement of ["select a from t", "select a from t order by a limit 1", "insert into t values (1)"]) {
		t.true(isComparable(statement), statement);
	}
});

test("a log is played on two servers, in order and with its concurrency, and every answer compared", async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "verso-replay-"));
	const peers = [await startVerso(folder, []), await startVerso(folder, ["--version", "2.1.0"], "older")];
	t.teardown(async () => {
		await Promise.all(peers.map((peer) => peer.stop()));
		rmSync(folder, { recursive: true, force: true });
	});
	const entries = parseGeneralLog(`\t\t 1 Connect\troot@localhost on shop using TCP/IP
\t\t 1 Query\tCREATE TABLE t (a INT PRIMARY KEY, b VARCHAR(9))
\t\t 2 Connect\troot@localhost on shop using TCP/IP
\t\t 1 Query\tINSERT INTO t VALUES (1, 'x'), (2, 'x')
\t\t 1 Query\tCREATE TABLE u (b VARCHAR(9) CHARACTER SET utf8)
\t\t 1 Query\tALTER TABLE u CHANGE b b VARCHAR(9) CHARACTER SET utf8mb4
\t\t 2 Query\tSELECT b FROM t
\t\t 2 Query\tSELECT nothing FROM t
\t\t 1 Quit\t
\t\t 2 Quit\t
`);
	for (const flags of [[], ["--concurrent"]]) {
		const options = readOptions(["--replay", "a.log", "--rounds", "2", ...flags]);
		t.truthy(options);
		const result = await replay("a.log", entries, options!, peers, () => undefined);
		t.is(result.statements, 6);
		t.is(result.rounds.length, 2);
		t.is(result.rounds[0]?.length, 3);
		t.is(result.rounds[0]?.[0]?.answers.filter((answer) => answer !== undefined).length, 6);
		if (flags.length === 0) {
			t.is(result.compared, 6);
			t.deepEqual(
				result.differences.map((line) => line.slice(0, 40)),
				["- `ALTER TABLE u CHANGE b b VARCHAR(9) C"],
				"the releases differ in this one",
			);
			t.true(result.rounds[0]?.[2]?.cpuUs.some((us) => us > 0));
		}
	}
});
