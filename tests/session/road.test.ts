/**
 * Functions entered by a warm statement, recorded as text, so that a change shows what it adds.
 *
 * Under `--update` the text is rewritten. Timers of the server and compactions run in some rounds only, so the test
 * allows for a few functions beyond the recorded ones. A point select has a limit of its own.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { isUpdate, root } from "../root.ts";
import type { EnteredFunctions } from "./road/coverage-agent.ts";
import { MeasuredServer } from "./road/entered-functions.ts";

const file = join(root, "tests", "session", "road", "functions.txt");
const mostFunctions = 180;
const mostFiles = 50;
/**
 * Functions that timers and compactions add in some runs (measured beside other tests, 2-core VM, 2026-11: 7 files).
 */
const strayFunctions = 45;
const strayFiles = 18;

/** Returns the recorded counts of each statement, in the order of the file. */
function recordedCounts(): readonly { readonly functions: number; readonly files: number }[] {
	const heads = readFileSync(file, "utf8").matchAll(/: (\d+) functions, (\d+) files$/gm);
	return [...heads].map(([, functions, files]) => ({ functions: Number(functions), files: Number(files) }));
}

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
	const askPoint = (): Promise<EnteredFunctions> => server.entered((round) => `SELECT c FROM t WHERE id = ${round}`);
	let point = await askPoint();
	// On a busy machine a statement may have taken so long that others come first, in each round.
	for (let tries = 0; tries < 10 && countOf(point) > mostFunctions; tries++) {
		point = await askPoint();
	}
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
	const recorded = recordedCounts();
	t.is(recorded.length, 4);
	for (const [at, entered] of [point, insert, update, refused].entries()) {
		const { functions = 0, files = 0 } = recorded[at] ?? {};
		t.true(
			countOf(entered) <= functions + strayFunctions,
			`statement ${at}: ${countOf(entered)} functions, recorded ${functions}`,
		);
		const fileCount = Object.keys(entered).length;
		t.true(fileCount <= files + strayFiles, `statement ${at}: ${fileCount} files, recorded ${files}`);
		t.true(countOf(entered) > functions / 2, `statement ${at}: ${countOf(entered)} functions, recorded ${functions}`);
	}
	t.true(countOf(point) <= mostFunctions, `${countOf(point)} functions`);
	t.true(Object.keys(point).length <= mostFiles, `${Object.keys(point).length} files`);
});
