/**
 * Golden reports of rehearsals: each case's report as text, twice the same bytes as JSON.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { isUpdate } from "../../root.ts";
import { caseNames, casesFolder, playCase, playIn } from "./case.ts";
import { makeShop } from "./shop.ts";

for (const name of caseNames) {
	test.serial(name, (t) => {
		const { text, json, report, exitCode } = playCase(name);
		isGolden(t, join(casesFolder, name, "report.txt"), text);
		t.is(report.exitCode, exitCode);
		t.is(playCase(name).json, json);
	});
}

test.serial("a shop of 60 tables, with migrations and 3,000 statements", (t) => {
	const folder = mkdtempSync(join(tmpdir(), "verso-shop-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	const { schema, traffic, migrations } = makeShop();
	writeFileSync(join(folder, "schema.sql"), schema);
	writeFileSync(join(folder, "traffic.sql"), traffic);
	mkdirSync(join(folder, "migrations"));
	for (const [name, text] of Object.entries(migrations)) {
		writeFileSync(join(folder, "migrations", name), text);
	}
	const inputs = ["--schema", "schema.sql", "--traffic", "traffic.sql", "--migrations", "migrations"];
	const { text, report } = playIn(folder, [...inputs, "--path", "2.0.3,2.1.2,2.1.7"]);
	isGolden(t, join(casesFolder, "..", "shop.txt"), text);
	const wide = report.findings.find(({ code }) => code === 1366);
	const ids = new Set(wide?.statements);
	const broken = report.statements.filter(({ id }) => ids.has(id));
	t.true(broken.length > 50);
	t.true(broken.every((statement) => statement.text.includes("🌷")));
});

function isGolden(t: ExecutionContext, path: string, text: string): void {
	if (isUpdate) {
		writeFileSync(path, text);
	}
	t.is(text, existsSync(path) ? readFileSync(path, "utf8") : "");
}
