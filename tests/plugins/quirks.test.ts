/**
 * Quirks: none conflicts with another, each has a golden script, and the README lists all.
 *
 * Under `--update` the README's table is rewritten.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { composeBook } from "../../apps/compose/book.ts";
import { overlaps } from "../../core/rules/index.ts";
import { describeQuirk, questionsOf, quirks } from "../../plugins/measured/index.ts";
import { isUpdate, root } from "../root.ts";

const folder = join(root, "plugins", "measured");
const readme = join(folder, "README.md");

test("two quirks of overlapping ranges never answer the same question", (t) => {
	const answered = quirks.map((quirk) => ({
		quirk,
		questions: questionsOf(quirk).flatMap(({ hook, questions }) => questions.map((each) => `${hook}.${each}`)),
	}));
	const clashes = answered.flatMap((one, at) =>
		answered.slice(at + 1).flatMap((other) => {
			const both = one.questions.filter((question) => other.questions.includes(question));
			return both.length > 0 && overlaps(one.quirk.range, other.quirk.range)
				? [`${one.quirk.name}, ${other.quirk.name}: ${both.join(", ")}`]
				: [];
		}),
	);
	t.deepEqual(clashes, []);
});

test("a quirk answers a question, and describes it in one sentence", (t) => {
	const silent = quirks.filter(
		(quirk) => questionsOf(quirk).some(({ questions }) => questions.length === 0) || !/^\S.*\.$/.test(quirk.note),
	);
	t.deepEqual(
		silent.map(({ name }) => name),
		[],
	);
});

test("each quirk has a file of its name, and names existing recordings", (t) => {
	const recordings = readdirSync(join(root, "tests", "measured", "recordings")).map((file) =>
		file.replace(/\.json$/, ""),
	);
	const isThere = (pattern: string): boolean =>
		recordings.some((name) => new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", ".*")}$`).test(name));
	for (const { name, recordings: named } of quirks) {
		t.true(existsSync(join(folder, `${name}.ts`)), name);
		t.deepEqual(
			named.filter((pattern) => !isThere(pattern)),
			[],
			name,
		);
	}
});

test("a golden script shows each quirk beside the documentation", (t) => {
	const missing = quirks.filter(({ name }) => {
		const script = join(root, "tests", "golden", "scripts", "quirks", `${name}.txt`);
		return !existsSync(script) || !readFileSync(script, "utf8").includes("as measured");
	});
	t.deepEqual(
		missing.map(({ name }) => name),
		[],
	);
});

test("each quirk can be added to any release", async (t) => {
	for (const { name } of quirks) {
		const { book } = await composeBook({ release: "2.1.3", quirks: [name] });
		t.is(book.pages.at(-1)?.name, name);
	}
});

test("an unknown quirk is refused with the known ones", async (t) => {
	const failure = await t.throwsAsync(composeBook({ quirks: ["no-such-quirk"] }));
	t.regex(failure?.message ?? "", /^unknown quirk no-such-quirk; verso quirks lists all \d+$/);
	t.is((failure as { exitCode?: number } | undefined)?.exitCode, 2);
});

test("a mix takes the other release's quirks along", async (t) => {
	const { book } = await composeBook({ release: "2.1.7", mode: "measured", mixes: ["alter-validation=2.1.1"] });
	t.is(book.originOf("alter-validation", "heedsTable")?.name, "ignore-table-charset-changes");
	t.is(book.originOf("default-charset", "createColumn")?.name, "inherit-the-database-charset");
});

test("the README's list of quirks equals the code's", (t) => {
	const text = readFileSync(readme, "utf8");
	const [before = ""] = text.split("| quirk |", 1);
	const rows = quirks.map(describeQuirk).map(({ name, range, questions, note, recordings }) => {
		const seen = recordings.length === 0 ? "none: from the source" : recordings.map((each) => `\`${each}\``).join(", ");
		return `| \`${name}\` | ${range} | ${questions.join("; ")} | ${note.replaceAll("|", "\\|")} | ${seen} |`;
	});
	const wanted =
		`${before}| quirk | releases | questions | what it does | recordings |\n|---|---|---|---|---|\n` +
		`${rows.join("\n")}\n`;
	if (isUpdate) {
		writeFileSync(readme, wanted);
	}
	t.is(isUpdate ? wanted : text, wanted);
});
