/**
 * Properties of reading scripts: places point at texts, and scripts behind each other are read as each alone.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import fc from "fast-check";
import { readWorkload } from "../../apps/workload/read.ts";
import type { WorkloadStatement } from "../../apps/workload/statement.ts";

const folder = mkdtempSync(join(tmpdir(), "verso-properties-"));
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

/** Statements and what stands between them, as authors write it. */
const piece = fc.constantFrom(
	"select 1;",
	"select 'a;b\n--c', \"é;\";\n",
	"insert into `t;` values (1,\n\t2) -- behind;\n;",
	"-- alone; 'quote\n",
	"# alone\n",
	"/* of ;\n lines */",
	"\n\n",
	"  ",
	"update ü set a = '\\';';",
	"delimiter //\nselect 1; select 2//\ndelimiter ;\n",
	"select 1\\G\n",
	"use shop\n",
);
const script = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.map((each) => `${each}\n`).join(""));

let files = 0;

/** Tests of a file run at the same time: each script has a file of its own. */
async function read(text: string): Promise<readonly WorkloadStatement[]> {
	const file = join(folder, `${++files}.sql`);
	writeFileSync(file, text);
	const { statements } = await readWorkload(file, { role: "traffic" });
	rmSync(file);
	return [...statements].map((each) => ({ ...each, file: "" }));
}

test("line and column point at a statement's text", async (t) => {
	await fc.assert(
		fc.asyncProperty(script, async (text) => {
			const lines = text.split("\n");
			for (const { line, column, text: bytes } of await read(text)) {
				const rest = [[...(lines[line - 1] ?? "")].slice(column - 1).join(""), ...lines.slice(line)].join("\n");
				t.true(rest.startsWith(Buffer.from(bytes, "latin1").toString("utf8")), `${line}:${column}`);
			}
		}),
		{ numRuns: 150 },
	);
});

test("two scripts behind each other are read as each alone", async (t) => {
	await fc.assert(
		fc.asyncProperty(script, script, async (one, other) => {
			const breaks = one.split("\n").length - 1;
			const alone = [
				...(await read(one)),
				...(await read(other)).map((each) => ({ ...each, line: each.line + breaks })),
			];
			t.deepEqual(await read(one + other), alone);
		}),
		{ numRuns: 150 },
	);
});

test("a statement that was read is read as itself", async (t) => {
	await fc.assert(
		fc.asyncProperty(script, async (text) => {
			for (const { text: bytes } of await read(text)) {
				if (!bytes.includes(";") || /['"`]/.test(bytes)) {
					const again = await read(`${Buffer.from(bytes, "latin1").toString("utf8")}\n;`);
					t.deepEqual(
						again.map((each) => each.text),
						[bytes],
					);
				}
			}
		}),
		{ numRuns: 150 },
	);
});
