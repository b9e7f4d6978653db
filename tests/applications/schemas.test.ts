/**
 * Schemas of older applications: WordPress and MediaWiki, written anew, with statements that they are known to send.
 *
 * Each `schemas/*.sql` (a statement ends with `;` at a line's end) is played on a server and compared with its
 * transcript; where MariaDB is installed, its answers are compared, too. `npm test -- applications --update` rewrites
 * the transcripts.
 */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { type Connection, createConnection, type FieldPacket } from "mysql2/promise";
import { hasMariadb, startMariadb } from "../../bench/peer/mariadb.ts";
import { serve } from "../clients/serve.ts";
import { root } from "../root.ts";

const folder = join(root, "tests", "applications", "schemas");
const testWithMariadb = hasMariadb() ? test.serial : test.serial.skip;

/** Statements that MariaDB answers in another form; MySQL's answer is in the transcript. */
const otherWords = /^(explain|show (table status|index|full columns|columns|variables)|describe|select @@)/i;

function statementsOf(file: string): string[] {
	const lines = readFileSync(join(folder, file), "utf8")
		.split("\n")
		.filter((line) => !line.startsWith("--"));
	return lines
		.join("\n")
		.split(/;\n/)
		.map((each) => each.trim())
		.filter((each) => each !== "");
}

async function connect(t: ExecutionContext, port: number): Promise<Connection> {
	const connection = await createConnection({
		host: "127.0.0.1",
		port,
		user: "root",
		charset: "utf8mb4",
		dateStrings: true,
		supportBigNumbers: true,
		connectTimeout: 60_000,
	});
	t.teardown(() => connection.destroy());
	await connection.query("create database application default character set utf8mb4");
	await connection.query("use application");
	return connection;
}

/** Creation times differ from run to run. */
const isOfToday = /\t20(2[5-9]|[3-9]\d)-\d\d-\d\d \d\d:\d\d:\d\d/g;

/** Returns a statement's answer, one line a row. */
async function answer(connection: Connection, sql: string): Promise<string[]> {
	try {
		const [rows, fields] = (await connection.query({ sql, rowsAsArray: true })) as [
			unknown[][] | { affectedRows: number; info: string },
			FieldPacket[] | undefined,
		];
		if (!Array.isArray(rows) || fields === undefined) {
			const { affectedRows, info } = rows as { affectedRows: number; info: string };
			return [`ok, ${affectedRows} changed${info === "" ? "" : `, ${info.trim()}`}`];
		}
		return [
			fields.map(({ name }) => name).join("\t"),
			...rows.map((row) => row.map(shown).join("\t").replaceAll(isOfToday, "\t(now)")),
		];
	} catch (failure) {
		const { errno, sqlMessage } = failure as { errno: number; sqlMessage: string };
		return [`ERROR ${errno}: ${sqlMessage}`];
	}
}

function shown(value: unknown): string {
	const text = Buffer.isBuffer(value) ? value.toString("utf8") : String(value);
	return text.replaceAll("\n", "\\n").replaceAll("\0", "\\0");
}

async function play(connection: Connection, file: string): Promise<Map<string, string[]>> {
	const answers = new Map<string, string[]>();
	for (const [at, sql] of statementsOf(file).entries()) {
		answers.set(`${at + 1} ${sql}`, await answer(connection, sql));
	}
	return answers;
}

for (const file of readdirSync(folder)) {
	test.serial(file, async (t) => {
		const { mysqlPort } = await serve(t);
		const answers = await play(await connect(t, mysqlPort), file);
		const text = [...answers]
			.map(([sql, lines]) => `${sql};\n${lines.map((line) => `    ${line}\n`).join("")}`)
			.join("");
		const transcript = join(root, "tests", "applications", "transcripts", `schema-${file.replace(".sql", ".txt")}`);
		if (process.env.VERSO_UPDATE === "1" || !existsSync(transcript)) {
			writeFileSync(transcript, text);
		}
		t.is(text, readFileSync(transcript, "utf8"));
	});

	testWithMariadb(`${file}, beside MariaDB`, async (t) => {
		const { mysqlPort } = await serve(t);
		const directory = mkdtempSync(join(tmpdir(), "verso-schemas-"));
		t.teardown(() => rmSync(directory, { recursive: true, force: true }));
		const peer = await startMariadb(directory);
		t.teardown(() => peer?.stop());
		const theirs = await play(await connect(t, peer!.address.port), file);
		const ours = await play(await connect(t, mysqlPort), file);
		for (const [sql, lines] of ours) {
			if (!otherWords.test(sql.replace(/^\d+ /, ""))) {
				t.deepEqual(lines, theirs.get(sql), sql);
			}
		}
	});
}
