/**
 * Names and messages beyond ASCII: one script answers alike whatever the charset of the connection.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { serve } from "../clients/serve.ts";
import { isUpdate, root } from "../root.ts";
import { type Answer, CharsetClient } from "./charset-client.ts";

/** Collations whose charsets all have the characters of the script. */
const collations = [
	"utf8mb4_general_ci",
	"utf8_general_ci",
	"latin1_swedish_ci",
	"gbk_chinese_ci",
	"gb18030_chinese_ci",
];

test("one script of statements answers alike under every charset", async (t) => {
	await answersAlike(t, "names.txt", async (client, _port, _collation, text) => {
		const lines: [string, Answer][] = [];
		for (const sql of text.split("\n").filter((line) => line.endsWith(";"))) {
			lines.push([sql, await client.query(sql.slice(0, -1))]);
		}
		return lines;
	});
});

test("and so do the commands of the protocol that hold names or answer with some", async (t) => {
	await answersAlike(t, "commands.txt", async (client, port, collation) => {
		const lines: [string, Answer][] = [];
		const note = (what: string, ...answer: Answer) => lines.push([what, answer]);
		note("create database", await client.command(0x05, "dbé"));
		note("init database", await client.use("dbé"), ...(await client.query("select database()")));
		note("init unknown database", await client.use("dbè"));
		note("table", ...(await client.query("create table `té` (`ü` varchar(20), `à` int)")));
		note("field list", ...(await client.fields("té", "")), ...(await client.fields("té", "ü%")));
		note("field list of no table", ...(await client.fields("tè", "")));
		const statement = await client.prepare("select `ü` as `è`, 'é' from `té` where `ü` = ? or 'é' = ?");
		note("prepare", ...statement.columns);
		note("insert", ...(await client.query("insert into `té` values ('é', 1)")));
		note("execute", ...(await client.execute(statement.id, ["é", "x"])));
		note("prepare with an error", ...(await client.prepare("select `où`")).columns);
		const search = await client.prepare("select table_name from information_schema.tables where table_name = ?");
		note("look up by parameter", ...(await client.execute(search.id, ["té"])));
		note("user", ...(await client.query("create user 'zoé'@localhost identified with mysql_native_password by ''")));
		const [second, answer] = await CharsetClient.open(port, collation, { user: "zoé", database: "dbé" });
		note("login to a database that the account may not use", answer);
		second.close();
		note("grant", ...(await client.query("grant all on `dbé`.* to 'zoé'@localhost")));
		const [third, greeting] = await CharsetClient.open(port, collation, { user: "zoé", database: "dbé" });
		note("login", greeting, ...(await third.query("select user(), current_user(), database()")));
		note("login to an unknown database", (await CharsetClient.open(port, collation, { database: "dbè" }))[1]);
		note("login as an unknown user", (await CharsetClient.open(port, collation, { user: "noé" }))[1]);
		note("change user", await client.changeUser("zoé", "dbé", collation), ...(await client.query("select user()")));
		note("change to an unknown database", await third.changeUser("root", "dbè", collation));
		note("drop database", await client.command(0x06, "dbé"));
		return lines;
	});
});

type Play = (
	client: CharsetClient,
	port: number,
	collation: string,
	text: string,
) => Promise<readonly [what: string, Answer][]>;

/** The answers under each charset are those of the text. */
async function answersAlike(t: ExecutionContext, file: string, play: Play): Promise<void> {
	const path = join(root, "tests", "charsets", file);
	for (const collation of collations) {
		const { mysqlPort } = await serve(t);
		const [client] = await CharsetClient.open(mysqlPort, collation, { database: "test" });
		const written = existsSync(path) ? readFileSync(path, "utf8") : "";
		const answers = await play(client, mysqlPort, collation, written);
		client.close();
		const played = answers.map(([what, lines]) => `${what}\n${lines.map(indented).join("")}`).join("");
		if (isUpdate && collation === collations[0]) {
			writeFileSync(path, played);
		}
		t.is(played, isUpdate ? readFileSync(path, "utf8") : written, collation);
	}
}

function indented(line: string): string {
	return `    ${withoutCharset(line).replaceAll("\n", "\n    ")}\n`;
}

/** A view prints the charset and collation it was made under. */
function withoutCharset(line: string): string {
	return line.replaceAll(/\b(utf8mb4|utf8|latin1|gbk|gb18030)(_\w+)?\b/g, "CHARSET");
}
