/**
 * Definitions as eight accounts see them, on verso and MariaDB: the script `definition.txt` played on both.
 *
 * Both refuse a statement, or tell of the same columns, keys and texts. Known differences have a reason.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { type Connection, createConnection } from "mysql2/promise";
import { startMariadb } from "../../bench/peer/mariadb.ts";
import { root } from "../root.ts";

/** Columns, keys and texts of which an answer may tell. */
const secrets = [
	/\bsec\b/,
	/\bpub\b/,
	/\bgen\b/,
	/by_sec/,
	/by_pub/,
	/both_of/,
	/length\(/,
	/'body'/,
	/new\.pub/,
	/\bknown\b/,
];

const visible = "MySQL 5.7 shows keys whose columns may all be seen, or whose table has a privilege that shows it";

/** By connection and the statement's beginning. verso tells less, but for `key_column_usage`. */
const known: Readonly<Record<string, string>> = {
	"c> select constraint_name": "the column is one that the account may read; MariaDB hides keys with others",
	"c> checksum table": "a checksum tells of columns that the account may not read",
	"g> show index": visible,
	"g> select index_name": visible,
	"g> select constraint_name": visible,
};

interface Step {
	/** Its connection and text. */
	readonly line: string;
	readonly answer: string[];
}

function stepsOf(script: string): Step[] {
	const steps: Step[] = [];
	for (const line of script.split("\n")) {
		if (line.startsWith("    ")) {
			// Notes are no part of the answer.
			!line.startsWith("    ! ") && steps[steps.length - 1]?.answer.push(line.trim());
		} else if (line !== "" && !line.startsWith("#")) {
			steps.push({ line, answer: [] });
		}
	}
	return steps;
}

function told(answer: string): string {
	const code = /^ERROR (\d+)/.exec(answer)?.[1];
	return code ?? secrets.filter((secret) => secret.test(answer)).join(" ");
}

async function ask(connection: Connection, sql: string): Promise<string> {
	try {
		const [rows, fields] = await connection.query({ sql, rowsAsArray: true });
		const names = Array.isArray(fields) ? fields.map(({ name }) => name) : [];
		return JSON.stringify([names, Array.isArray(rows) ? rows : []]);
	} catch (failure) {
		const { errno, message } = failure as { errno: number; message: string };
		return `ERROR ${errno}: ${message}`;
	}
}

test("definitions tell each account what they tell on MariaDB", async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "verso-rights-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	const peer = await startMariadb(folder);
	if (peer === null) {
		t.log("SKIPPED: MariaDB is not installed");
		t.pass();
		return;
	}
	t.teardown(() => peer.stop());
	const { host, port, user } = peer.address;
	const connections = new Map([["", await createConnection({ host, port, user })]]);
	t.teardown(() => connections.forEach((connection) => connection.destroy()));
	const differing: string[] = [];
	let refused = 0;
	for (const { line, answer } of stepsOf(readFileSync(join(root, "tests/rights/scripts/definition.txt"), "utf8"))) {
		const [, connected = "", name = ""] = /^! connect (\w+) (\w+)/.exec(line) ?? [];
		if (connected !== "") {
			connections.set(connected, await createConnection({ host, port, user: name }));
			continue;
		}
		const [, connection = "", sql = ""] = /^(?:(\w+)> )?(.*);$/.exec(line) ?? [];
		const [ours, theirs] = [told(answer.join("\n")), told(await ask(connections.get(connection)!, sql))];
		refused += /^\d/.test(ours) ? 1 : 0;
		if (ours !== theirs) {
			const place = Object.keys(known).find((each) => line.startsWith(each));
			differing.push(place ?? `${line} verso tells ${ours}, MariaDB ${theirs}`);
		}
	}
	t.deepEqual(differing.sort(), Object.keys(known).sort());
	t.true(refused > 50, `${refused}`);
});
