/**
 * Golden reports of rehearsals: each case's report as text, twice the same bytes as JSON.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { isUpdate } from "../../root.ts";
import { caseNames, casesFolder, playCase } from "./case.ts";

for (const name of caseNames) {
	test.serial(name, (t) => {
		const { text, json, report, exitCode } = playCase(name);
		const path = join(casesFolder, name, "report.txt");
		if (isUpdate) {
			writeFileSync(path, text);
		}
		t.is(text, existsSync(path) ? readFileSync(path, "utf8") : "");
		t.is(report.exitCode, exitCode);
		t.is(playCase(name).json, json);
	});
}
