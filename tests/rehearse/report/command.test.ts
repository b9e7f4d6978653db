/**
 * `verso rehearse --report`: every kind of report of one rehearsal, into files and to standard output, redacted or not.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { junitFaults, sarifFaults, strictFaults } from "./valid.ts";
import { runVerso, temporaryFolder } from "../../cli/program.ts";

const beginnings: Readonly<Record<string, RegExp>> = {
	text: /^Rehearsal 2\.1\.0 -> 2\.1\.2 /,
	json: /^\{\n\t"format": 1,/,
	sarif: /^\{\n\t"\$schema": "https:\/\/json\.schemastore\.org\/sarif-2\.1\.0\.json",/,
	junit: /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites /,
	github: /^::error file=traffic\.sql,line=1,col=1,title=2\.1\.2 RefuseWideCharacters::/,
	markdown: /^## Upgrade rehearsal: 2\.1\.0 → 2\.1\.2\n/,
	html: /^<!doctype html>\n/,
};

test("one rehearsal, all reports", async (t) => {
	const directory = temporaryFolder(t);
	writeFileSync(join(directory, "schema.sql"), "create table t (id int primary key, a varchar(9)) charset=utf8;");
	writeFileSync(join(directory, "traffic.sql"), "insert into t values (1, 'geheim 🌷');");
	const input = ["--schema", "schema.sql", "--traffic", "traffic.sql", "--path", "2.1.0,2.1.2"];
	const kinds = Object.keys(beginnings);
	const play = (...words: readonly string[]) => runVerso(["rehearse", ...input, ...words], { directory });
	const files = await play(...kinds.flatMap((kind) => ["--report", `${kind}=out.${kind}`]));
	t.deepEqual([files.stdout, files.stderr, files.exitCode], ["", "", 1]);
	for (const [kind, beginning] of Object.entries(beginnings)) {
		const text = readFileSync(join(directory, `out.${kind}`), "utf8");
		t.regex(text, beginning, kind);
		t.regex(text, /geheim|🌷/u, kind);
		t.notRegex(text, new RegExp(directory), "no report holds a path of the machine");
	}
	for (const kind of ["sarif", "html"]) {
		t.regex(
			readFileSync(join(directory, `out.${kind}`), "utf8"),
			/A utf8 column of MySQL refuses/,
			"the rule's page is in it",
		);
	}
	const read = (kind: string): string => readFileSync(join(directory, `out.${kind}`), "utf8");
	t.deepEqual(strictFaults(JSON.parse(read("json"))), []);
	t.deepEqual(sarifFaults(JSON.parse(read("sarif"))), []);
	t.deepEqual(await junitFaults(read("junit")), []);
	t.deepEqual(
		readdirSync(directory).sort(),
		["schema.sql", "traffic.sql", ...kinds.map((kind) => `out.${kind}`)].sort(),
	);
	const cleaned = await play("--redact", ...kinds.flatMap((kind) => ["--report", `${kind}=out.${kind}`]));
	t.is(cleaned.exitCode, 1);
	for (const kind of kinds) {
		t.notRegex(readFileSync(join(directory, `out.${kind}`), "utf8"), /geheim|🌷/u, kind);
	}
	const written = await play("--write-baseline", "known.json");
	t.is(written.exitCode, 1);
	const known = await play("--baseline", "known.json");
	t.regex(known.stdout, /No statement breaks\.[\s\S]*Known, and not counted: 1 finding[\s\S]*exit 0/);
	t.is(known.exitCode, 0);
	const mixed = await play("--report", "json", "--report", "text");
	t.is(mixed.exitCode, 2);
	t.regex(mixed.stderr, /would be mixed on standard output/);
});
