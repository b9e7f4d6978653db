/**
 * `verso explain`: what words lead to, and pages as text, Markdown and help.
 */
import test from "ava";
import { explainedRules } from "../../apps/explain/explained-rule.ts";
import { findRules } from "../../apps/explain/find.ts";
import { helpsOf } from "../../apps/explain/rule-help.ts";
import { rulePage } from "../../apps/explain/rule-page.ts";
import { pageMarkdown, pageText } from "../../apps/explain/rule-text.ts";
import { notSimulated, scope, scopeText } from "../../apps/explain/scope.ts";
import { releases } from "../../plugins/index.ts";
import { quirks } from "../../plugins/measured/index.ts";
import { changed, InsertCheck, page, RuleBook, type RuleGuide } from "../../core/rules/index.ts";
import { runVerso } from "../cli/program.ts";

const rules = explainedRules();

function found(word: string): readonly string[] {
	return findRules(word, rules).rules.map(({ rule, origin }) => `${rule} of ${origin}`);
}

test("a rule, a quirk, an error, a hook, its class, a question and a release are found", (t) => {
	t.deepEqual(found("RefuseWideCharacters"), ["RefuseWideCharacters of release 2.1.2"]);
	t.deepEqual(found("implytheservercharset"), [
		"ImplyTheServerCharset of release 2.1.1",
		"ImplyTheServerCharset of quirk change-implies-the-server-charset",
	]);
	t.deepEqual(found("one-change-an-alter"), ["RefuseSeveralChanges of quirk one-change-an-alter"]);
	t.true(found("1366").includes("RefuseWideCharacters of release 2.1.2"));
	t.true(found("treat-old-version-utf8-as-utf8mb4").includes("TreatOldUtf8AsUtf8mb4 of release 2.1.7"));
	t.true(found("db_skip_utf8_check").includes("RefuseWideCharacters of release 2.1.2"));
	t.false(found("1064").includes("RefuseWideCharacters of release 2.1.2"));
	t.deepEqual(found("insert-check"), found("InsertCheck"));
	t.true(found("alter-validation.changeCount").length === 1);
	t.is(found("2.1.1").length, 4);
});

test("an unknown word is refused with the nearest name", (t) => {
	const refusal = (word: string): string => t.throws(() => findRules(word, rules)).message;
	t.regex(refusal("RefuseWideCharcters"), /did you mean RefuseWideCharacters\?/);
	t.regex(refusal("one-chnge-an-alter"), /did you mean one-change-an-alter\?/);
	t.regex(refusal("inser-check"), /did you mean insert-check\?/);
	t.regex(refusal("9999"), /^no rule has to do with error 9999/);
});

test("a page says why, shows its example and the ways out", async (t) => {
	const [rule] = findRules("RefuseWideCharacters", rules).rules;
	t.truthy(rule);
	if (rule === undefined) {
		return;
	}
	const page = await rulePage(rule);
	const text = pageText(page, 60);
	t.regex(text, /^ {4}2\.1\.1 {2}ok, 1 row\n {4}2\.1\.2 {2}ERROR 1366 \(HY000\): incorrect utf8 value/m);
	t.regex(text, /^Ways out of error 1366 incorrect utf8 value$/m);
	t.regex(text, /^- skip the check in the session:/m);
	t.regex(pageMarkdown(page), /```sql\n[^`]*-- 2\.1\.2: ERROR 1366/);
	const prose = text.split("\n").filter((line) => !line.startsWith("    ") && !line.startsWith("  "));
	t.deepEqual(
		prose.filter((line) => line.length > 60 && line.includes(" ")),
		[],
	);
});

test("the help of rules is their pages; two of a name share it", async (t) => {
	const helps = await helpsOf(["ImplyTheServerCharset", "NoSuchRule"]);
	t.deepEqual([...helps.keys()], ["ImplyTheServerCharset"]);
	t.regex(
		helps.get("ImplyTheServerCharset")?.text ?? "",
		/release 2\.1\.1[\s\S]*quirk change-implies-the-server-charset/,
	);
});

test("a plugin's guide is explained with the others", async (t) => {
	const guide = {
		why: "Nobody should shout.",
		example: "create table t (a varchar(10));\ninsert into t values ('LOUD');",
		errors: [1105],
		waysOut: [{ text: "write it in small letters", step: { kind: "later" as const } }],
	};
	const shouting = page("no-shouting", [
		changed(
			InsertCheck,
			(Base) =>
				class RefuseShouting extends Base {
					override scope(): "all" {
						return "all";
					}
					override text(): undefined {
						return undefined;
					}
				},
			"A column refuses text in capitals only.",
			guide,
		),
	]);
	const own = explainedRules([shouting]).filter(({ page: { kind } }) => kind === "plugin");
	t.deepEqual(
		own.map(({ rule, since }) => `${rule}: ${since}`),
		["RefuseShouting: plugin no-shouting"],
	);
	const [first] = own;
	t.regex(pageText(await rulePage(first as (typeof own)[number])), /Example, played: without it and with it/);
});

test("a plugin's guide that is none is refused when it is laid", (t) => {
	const lay = (guide: unknown) => () =>
		RuleBook.root().lay(
			page("mine", [changed(InsertCheck, (Base) => class Mine extends Base {}, "Nothing.", guide as RuleGuide)]),
		);
	const none = /^mine: the rule Mine for insert-check has a guide that is none; a guide is \{ why, example/;
	t.regex(t.throws(lay({ why: "So." })).message, none);
	t.regex(t.throws(lay({ why: "So.", example: "do 1;", waysOut: [{ text: "wait" }] })).message, none);
	t.regex(t.throws(lay("because")).message, none);
	t.notThrows(lay({ why: "So.", example: "do 1;", waysOut: [{ text: "wait", step: { kind: "later" } }] }));
});

test("the command prints pages, lists and JSON; an unknown word is refused", async (t) => {
	const page = await runVerso(["explain", "refusetoconverttables"]);
	t.regex(page.stdout, /^RefuseToConvertTables: /);
	const list = await runVerso(["explain", "1366"]);
	t.regex(list.stdout, /^\d+ rules that have to do with error 1366\n/);
	const json = JSON.parse((await runVerso(["explain", "RefuseWideCharacters", "--json"])).stdout);
	t.is(json.rules[0].example.steps.at(-1).before, "ok, 1 row");
	t.deepEqual(json.rules[0].questions, ["text"]);
	const none = await runVerso(["explain", "scop"]);
	t.deepEqual([none.exitCode, none.stdout], [2, ""]);
	t.regex(none.stderr, /^verso: there is no rule, quirk, hook or error scop; did you mean scope\?/);
});

test("the scope names every rule and quirk once, and each release what it does not simulate", (t) => {
	const text = scopeText(scope(), 1000);
	for (const { name } of quirks) {
		t.is(text.split(new RegExp(`(?<!-)\\b${name}\\b(?!-)`)).length, 2, name);
	}
	t.is(scope().releases.filter(({ not }) => not.length > 0).length, scope().releases.length);
	t.is(
		scope().releases.flatMap(({ simulated }) => simulated.filter(({ origin }) => origin.startsWith("release "))).length,
		releases.flatMap(({ changes }) => changes).length,
	);
	t.regex(notSimulated, /\(verso explain scope\)$/);
});
