/**
 * `verso mend`: the sets of changes that it prints make the script run, and no smaller set does.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { runVerso, temporaryFolder } from "./program.ts";

interface PlainMending {
	readonly missed: readonly { readonly line: number; readonly answer: string }[];
	readonly ways: readonly (readonly { readonly words: string }[])[];
	readonly nearest: {
		readonly remedies: readonly { readonly words: string }[];
		readonly missed: readonly number[];
	} | null;
	readonly plays: number;
}

const shop = `create table t (id int primary key, name varchar(20)) charset=utf8;
insert into t values (1, '🌀');
alter table t change name name varchar(30) charset utf8mb4;
select * from t;
`;

async function mended(
	t: ExecutionContext,
	script: string,
	words: readonly string[],
): Promise<{ file: string; exitCode: number | null; mending: PlainMending }> {
	const file = join(temporaryFolder(t), "script.sql");
	writeFileSync(file, script);
	const { stdout, exitCode } = await runVerso(["mend", file, "--json", ...words]);
	return { file, exitCode, mending: JSON.parse(stdout) as PlainMending };
}

const wordsOf = ({ ways }: PlainMending): readonly string[] =>
	ways.map((way) => way.map(({ words }) => words).join(" and "));

test("every set that is printed makes the script run, as flags or as statements", async (t) => {
	const { file, exitCode, mending } = await mended(t, shop, ["--version", "2.1.7"]);
	t.is(exitCode, 0);
	t.deepEqual(
		mending.missed.map(({ line }) => line),
		[2],
	);
	t.true(wordsOf(mending).includes("--mix insert-check.text=2.0"));
	t.true(wordsOf(mending).includes("set db_check_mb4_value_in_utf8 = 0"));
	for (const way of mending.ways) {
		const flags = way.flatMap(({ words }) => (words.startsWith("--") ? words.split(" ") : []));
		const statements = way.flatMap(({ words }) => (words.startsWith("--") ? [] : [`${words};\n`]));
		writeFileSync(file, statements.join("") + shop);
		const { exitCode: code, stderr } = await runVerso([
			"run",
			file,
			"--version",
			"2.1.7",
			"--data-dir",
			join(temporaryFolder(t), "data"),
			...flags,
		]);
		t.is(code, 0, `${way.map(({ words }) => words).join()}: ${stderr}`);
	}
});

test("a script that runs needs nothing", async (t) => {
	const { exitCode, mending } = await mended(t, "select 1;\n", ["--version", "2.1.2"]);
	t.is(exitCode, 0);
	t.deepEqual(mending, { ...mending, missed: [], ways: [], nearest: null, plays: 1 });
});

test("what no rule decides cannot be mended", async (t) => {
	const { exitCode, mending } = await mended(t, "select * from nowhere;\n", ["--version", "2.1.2"]);
	t.is(exitCode, 1);
	t.deepEqual(mending.ways, []);
	t.is(mending.nearest, null);
});

test("where some errors stay, the nearest set says which", async (t) => {
	const { exitCode, mending } = await mended(t, `${shop}select * from nowhere;\n`, ["--version", "2.1.7"]);
	t.is(exitCode, 1);
	t.deepEqual(mending.nearest?.missed, [5]);
});

test("two changes together are found where none alone is enough", async (t) => {
	const folder = temporaryFolder(t);
	const setup = join(folder, "setup.sql");
	writeFileSync(
		setup,
		"create table t (id int primary key, name varchar(20), note varchar(20) charset utf8mb4) charset=utf8;\n",
	);
	const script = "insert into t values (1, '🌀', 'x');\nalter table t change name name varchar(30) charset utf8mb4;\n";
	const { exitCode, mending } = await mended(t, script, [
		...["--version", "2.1.2", "--mix", "schema-load=2.1.2", "--setup", setup, "--from", "2.1.0"],
	]);
	t.is(exitCode, 0);
	t.true(mending.ways.length > 0);
	const sizes = new Set(mending.ways.map((way) => way.length));
	t.is(sizes.size, 1, "all sets are of the smallest size");
});

test("the answers of another release are a goal, and a plugin may be a way", async (t) => {
	const plugin = join(temporaryFolder(t), "loose.mjs");
	writeFileSync(
		plugin,
		`export default ({ InsertCheck, page, changed }) => page("loose", [
	changed(InsertCheck, (Base) => class AcceptAnything extends Base { text() { return undefined; } }, "Accepts any text."),
]);
`,
	);
	const words = ["--version", "2.1.7", "--goal", "same-as=2.1.2", "--try-plugin", plugin];
	const { exitCode, mending } = await mended(t, shop, words);
	t.is(exitCode, 0);
	t.true(wordsOf(mending).includes(`--plugin ${plugin}`));
	const wrong = await runVerso(["mend", plugin, "--goal", "same-as"]);
	t.is(wrong.exitCode, 2);
	t.regex(wrong.stderr, /--goal wants no-errors or same-as=RELEASE/);
});
