/**
 * Golden reports of rehearsals: each case's report as text, twice the same bytes as JSON.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { programFile } from "../../cli/program-file.ts";
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

test.serial("a data directory is read and never written, and its tables are made at each stop", (t) => {
	const folder = mkdtempSync(join(tmpdir(), "verso-directory-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	const story = join(casesFolder, "story");
	const made = ["run", join(story, "schema.sql"), "--version", "2.1.0", "--data-dir", "data"];
	execFileSync(process.execPath, [programFile, ...made], { cwd: folder, stdio: "pipe" });
	const digest = (): string => {
		const hash = createHash("sha256");
		for (const name of ["verso.mdb", "verso.log", "opened.json"]) {
			hash.update(readFileSync(join(folder, "data", name)));
		}
		return hash.digest("hex");
	};
	const before = digest();
	const inputs = ["--data-dir", "data", "--migrations", join(story, "migrations.sql"), "--as", "documented"];
	const { report } = playIn(folder, [...inputs, "--path", "2.1.0,2.1.1,2.1.3", "--born", "each"]);
	t.is(digest(), before);
	t.is(report.tables, 3);
	const third = report.findings.find(({ message }) => message === "unsupported modify charset from utf8mb4 to utf8");
	t.is(third?.born, "2.1.1");
	t.deepEqual(
		third?.blame.map(({ rule }) => rule),
		["AllowWideningCharsets"],
	);
});

function isGolden(t: ExecutionContext, path: string, text: string): void {
	if (isUpdate) {
		writeFileSync(path, text);
	}
	t.is(text, existsSync(path) ? readFileSync(path, "utf8") : "");
}
