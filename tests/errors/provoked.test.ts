/**
 * Common errors, provoked one by one: code, state and message are those of MySQL 5.7.
 *
 * Where MariaDB is installed its answer is compared, too: `~` marks a line where it differs.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { type Connection, createConnection } from "mysql2/promise";
import { hasMariadb, startMariadb } from "../../bench/peer/mariadb.ts";
import { serve } from "../clients/serve.ts";
import { root } from "../root.ts";

interface Step {
	readonly sql: string;
	/** Undefined for statements that prepare the others. */
	readonly expected?: string;
	readonly isOwn?: boolean;
}

const lines = readFileSync(join(root, "tests", "errors", "provoked.txt"), "utf8")
	.split("\n")
	.filter((line) => line !== "" && !line.startsWith("#"));
const steps: Step[] = lines.flatMap((line, at): Step[] => {
	if (lines[at - 1]?.startsWith("> ")) {
		return [];
	}
	const answer = lines[at + 1] ?? "";
	return line.startsWith("> ")
		? [{ sql: line.slice(2), expected: answer.replace(/^~/, ""), isOwn: answer.startsWith("~") }]
		: [{ sql: line }];
});

async function connect(t: ExecutionContext, port: number): Promise<Connection> {
	const connection = await createConnection({
		host: "127.0.0.1",
		port,
		user: "root",
		charset: "utf8mb4",
		connectTimeout: 60_000,
	});
	t.teardown(() => connection.destroy());
	await connection.query("create database mistakes default character set utf8mb4");
	await connection.query("use mistakes");
	return connection;
}

async function answer(connection: Connection, sql: string): Promise<string> {
	try {
		await connection.query(sql);
		return "ok";
	} catch (failure) {
		const { errno, sqlState, sqlMessage } = failure as { errno: number; sqlState: string; sqlMessage: string };
		return `${errno} ${sqlState} ${sqlMessage.replace("MariaDB server version", "MySQL server version")}`;
	}
}

test.serial("a hundred common errors have MySQL's code, state and message", async (t) => {
	const { mysqlPort } = await serve(t);
	const connection = await connect(t, mysqlPort);
	t.true(steps.filter(({ expected }) => expected !== undefined).length >= 100);
	for (const { sql, expected = "ok" } of steps) {
		t.is(await answer(connection, sql), expected, sql);
	}
});

const testWithMariadb = hasMariadb() ? test.serial : test.serial.skip;

testWithMariadb("MariaDB's errors are equal except where marked", async (t) => {
	const directory = mkdtempSync(join(tmpdir(), "verso-mistakes-"));
	t.teardown(() => rmSync(directory, { recursive: true, force: true }));
	const peer = await startMariadb(directory);
	t.teardown(() => peer?.stop());
	const connection = await connect(t, peer!.address.port);
	for (const { sql, expected, isOwn = false } of steps) {
		const said = await answer(connection, sql);
		if (said === "ok" && sql.startsWith("create table x ")) {
			await connection.query("drop table x");
		}
		t.is(said === (expected ?? "ok"), !isOwn, `${sql}: ${said}`);
	}
});
