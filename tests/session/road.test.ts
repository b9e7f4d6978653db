/**
 * The road of a warm statement: the functions that it enters, kept as text so that a change shows what it adds.
 *
 * Under `--update` the text is rewritten. A point select has a limit of its own.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { isUpdate, root } from "../root.ts";
import type { EnteredFunctions } from "./road/coverage-agent.ts";
import { MeasuredServer } from "./road/entered-functions.ts";

const file = join(root, "tests", "session", "road", "functions.txt");
const mostFunctions = 234;
const mostFiles = 78;

function countOf(entered: EnteredFunctions): number {
	return Object.values(entered).reduce((sum, names) => sum + names.length, 0);
}

function printed(title: string, entered: EnteredFunctions): string {
	const files = Object.entries(entered).sort(([a], [b]) => (a < b ? -1 : 1));
	const lines = files.map(([path, names]) => `    ${path}: ${[...names].sort().join(" ")}`);
	return [`${title}: ${countOf(entered)} functions, ${files.length} files`, ...lines, ""].join("\n");
}

test("a warm statement enters the functions that are listed", async (t) => {
	const server = await MeasuredServer.start("2.1.2");
	t.teardown(() => server.close());
	await server.run("CREATE TABLE t (id INT PRIMARY KEY, c VARCHAR(20) CHARACTER SET utf8, n INT)");
	for (let id = 0; id < 100; id++) {
		await server.run(`INSERT INTO t VALUES (${id}, 'text ${id}', ${id})`);
	}
	await server.startCounting();
	const point = await server.entered((round) => `SELECT c FROM t WHERE id = ${round}`);
	const insert = await server.entered((round) => `INSERT INTO t VALUES (${1000 + round}, 'new', ${round})`);
	const update = await server.entered((round) => `UPDATE t SET n = ${1000 + round} WHERE id = ${round}`);
	const refused = await server.entered((round) => `INSERT INTO t VALUES (${2000 + round}, '😀', ${round})`, 1366);
	const text = [
		printed("SELECT c FROM t WHERE id = 5", point),
		printed("INSERT INTO t VALUES (1000, 'new', 5)", insert),
		printed("UPDATE t SET n = 1000 WHERE id = 5", update),
		printed("INSERT refused with 1366", refused),
	].join("\n");
	if (isUpdate) {
		writeFileSync(file, text);
	}
	t.is(text, isUpdate ? text : readFileSync(file, "utf8"));
	t.true(countOf(point) <= mostFunctions, `${countOf(point)} functions`);
	t.true(Object.keys(point).length <= mostFiles, `${Object.keys(point).length} files`);
});
