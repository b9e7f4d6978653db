/**
 * A rehearsal that SIGINT ends in the middle: exit code 130, and reports that are valid and marked partial.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import test from "ava";
import type { RehearsalReport } from "../../../apps/rehearse/report/format.ts";
import { startVerso, temporaryFolder } from "../../cli/program.ts";
import { sarifFaults, strictFaults } from "../report/valid.ts";

const statements = 30_000;
const longestWaitMs = 60_000;

test("SIGINT: exit code 130, and what is there is reported", async (t) => {
	const directory = temporaryFolder(t);
	const traffic = Array.from({ length: statements }, (_, at) => `insert into t values (${at}, 'a');\n`);
	writeFileSync(join(directory, "schema.sql"), "create table t (id int primary key, a varchar(9)) charset=utf8;\n");
	writeFileSync(join(directory, "traffic.sql"), traffic.join(""));
	// The command runs when the schema is made: then the plays begin.
	const inputs = ["--schema", "schema.sql", "--traffic", "traffic.sql", "--exec", "echo > begun"];
	const reports = ["text", "json=out.json", "sarif=out.sarif"].flatMap((each) => ["--report", each]);
	const { child, ended } = startVerso(["rehearse", ...inputs, "--path", "2.1.0,2.1.2,2.1.7", ...reports], {
		directory,
	});
	for (let waited = 0; waited < longestWaitMs && !existsSync(join(directory, "begun")); waited += 20) {
		await pause(20);
	}
	child.kill("SIGINT");
	const { exitCode, stdout, stderr } = await ended;
	t.deepEqual([exitCode, stderr], [130, ""]);
	t.regex(stdout, /\nInterrupted: what is here holds, but it is not all\.\n/);
	const report = JSON.parse(readFileSync(join(directory, "out.json"), "utf8")) as RehearsalReport;
	t.deepEqual(strictFaults(report), []);
	t.deepEqual(sarifFaults(JSON.parse(readFileSync(join(directory, "out.sarif"), "utf8"))), []);
	t.deepEqual([report.partial, report.exitCode], [true, 130]);
	const played = report.statements.filter(({ outcome }) => outcome["2.1.7"] !== undefined).length;
	t.true(played < statements, "it ended in the middle");
});
