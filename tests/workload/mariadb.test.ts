/**
 * A MariaDB server recorded, and its schema taken: what `verso rehearse` reads of a live server.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { createConnection } from "mysql2/promise";
import type { RehearsalReport } from "../../apps/rehearse/report/format.ts";
import { hasMariadb, startMariadb } from "../../bench/peer/mariadb.ts";
import { runVerso, startVerso, temporaryFolder } from "../cli/program.ts";

const isThere = hasMariadb();
if (!isThere) {
	process.stderr.write("NOT TESTED: recording MariaDB, which is not installed\n");
}

(isThere ? test : test.skip)("a recorded conversation and a schema of MariaDB are rehearsed", async (t) => {
	const folder = temporaryFolder(t);
	const peer = await startMariadb(folder, ["--innodb-buffer-pool-size=32M"]);
	if (peer === null) {
		t.fail("it is installed, and does not start");
		return;
	}
	t.teardown(() => peer.stop());
	const { host, port } = peer.address;
	const owner = await createConnection({ host, port, user: "root" });
	await owner.query("create database shop");
	await owner.query(
		"create table shop.item (id int primary key, name varchar(20), code char(4) character set latin1) charset=utf8mb3",
	);
	await owner.query("insert into shop.item values (1, 'it''s é', 'x'), (2, null, 'y'), (3, 'left out', 'z')");
	await owner.end();
	const file = join(folder, "monday.jsonl");
	const { child, ended } = startVerso([
		"record",
		"--upstream",
		`mysql://${host}:${port}`,
		"--port",
		"0",
		"--out",
		file,
	]);
	const proxyPort = await new Promise<number>((resolve) => {
		child.stderr?.on("data", (bytes: Buffer) => {
			resolve(Number(/at mysql:\/\/127\.0\.0\.1:(\d+) /.exec(bytes.toString())?.[1]));
		});
	});
	const client = await createConnection({ host, port: proxyPort, user: "root", database: "shop" });
	await client.query("select name from item order by id");
	await client.execute("update item set code = ? where id = ?", ["yy", 2]);
	await t.throwsAsync(client.query("insert into item values (4, '🌷', 'w')"), { message: /Incorrect string value/ });
	await client.end();
	child.kill("SIGINT");
	t.is((await ended).exitCode, 0);
	const recorded = readFileSync(file, "utf8")
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
	const answered = recorded
		.filter(({ sql }) => sql !== undefined)
		.map(({ sql, values, answers }) => [sql, values, answers]);
	t.like(answered[0], ["select name from item order by id", undefined, [{ rows: 3, columns: 1 }]]);
	t.like(answered[1], ["update item set code = ? where id = ?", ["'yy'", "2"], [{ affected: 1 }]]);
	t.like(answered[2]?.[2], [{ error: { code: 1366, state: "22007" } }]);

	const report = join(folder, "report.json");
	const schema = ["--from-server", `mysql://root@${host}:${port}/shop`, "--rows", "2"];
	const { exitCode, stderr } = await runVerso(
		["rehearse", ...schema, "--traffic", file, "--path", "2.1.0,2.1.2", "--report", `json=${report}`],
		{ bundled: true },
	);
	t.deepEqual([exitCode, stderr], [1, ""]);
	const { findings, statements, tables } = JSON.parse(readFileSync(report, "utf8")) as RehearsalReport;
	t.is(tables, 1);
	t.deepEqual(
		statements.filter(({ role }) => role === "traffic").map(({ outcome }) => outcome["2.1.0"]),
		[
			{ class: "ok", rows: 2 },
			{ class: "ok", affected: 0 },
			{ class: "ok", affected: 1 },
		],
		"the rows were taken when the UPDATE had been made",
	);
	t.deepEqual(
		findings.map(({ class: of, code, blame }) => [of, code, blame[0]?.rule]),
		[["breaks", 1366, "RefuseWideCharacters"]],
	);
});
