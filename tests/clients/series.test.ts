/**
 * Statements that graphical clients send when they connect and show a database: none fails.
 *
 * `series/*.sql` has statements with `;` at a line's end, run on a server that holds `rich.sql`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { createConnection } from "mysql2/promise";
import { root } from "../root.ts";
import { serve } from "./serve.ts";

const folder = join(root, "tests", "clients");

function statementsOf(path: string): string[] {
	const statements: string[] = [];
	let [delimiter, text] = [";", ""];
	for (const line of readFileSync(path, "utf8").split("\n")) {
		const next = /^delimiter (\S+)$/.exec(line)?.[1];
		if (next !== undefined) {
			delimiter = next;
		} else if (!/^(--|#)/.test(line)) {
			text += `${line}\n`;
			if (line.endsWith(delimiter)) {
				statements.push(text.trim().slice(0, -delimiter.length));
				text = "";
			}
		}
	}
	return statements;
}

for (const file of readdirSync(join(folder, "series"))) {
	test(file, async (t) => {
		const { mysqlPort } = await serve(t);
		const connection = await createConnection({ host: "127.0.0.1", port: mysqlPort, user: "root", charset: "utf8mb4" });
		t.teardown(() => connection.destroy());
		for (const sql of statementsOf(join(folder, "rich.sql"))) {
			await connection.query(sql);
		}
		for (const sql of statementsOf(join(folder, "series", file))) {
			await t.notThrowsAsync(connection.query(sql), sql);
		}
	});
}
