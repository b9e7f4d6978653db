/**
 * Rule trace of an observed book: questions, facts, answers; and that the book itself stays unobserved.
 */
import test from "ava";
import {
	AlterValidation,
	DefaultCharset,
	InsertCheck,
	Refusal,
	RuleTrace,
	changed,
	page,
} from "../../core/rules/index.ts";
import { utf8Column as column } from "./column-facts.ts";
import { settingsOn } from "./settings.ts";
import { bookOf } from "../../plugins/index.ts";

const off = settingsOn(() => false);

test("questions are recorded in order, with those that rules ask nested", (t) => {
	const trace = new RuleTrace();
	bookOf("2.1.3").observed(trace).ask(DefaultCharset).createDatabase({});
	t.deepEqual(
		trace.asked.map(({ decision, depth }) => [decision.question, decision.rule, decision.origin, depth]),
		[
			["createDatabase", "DefaultCharset", "kernel", 0],
			["server", "MoveTheDefaultToUtf8mb4", "release 2.1.1", 1],
		],
	);
	t.is(trace.take().length, 2);
	t.deepEqual(trace.asked, []);
});

test("only settings that a rule has read are recorded", (t) => {
	const trace = new RuleTrace();
	bookOf("2.1.2").observed(trace).ask(InsertCheck).scope(column, off);
	t.deepEqual(trace.asked[0]?.facts[1], { "skip-utf8-check": false });
});

test("a refusal names the rule that decided, not the one that words the message", (t) => {
	const refusal = bookOf("2.1.2").ask(InsertCheck).text("\xf0\x9f\x8c\x80", column, off);
	t.true(refusal instanceof Refusal);
	t.deepEqual(refusal?.decision, {
		hook: "insert-check",
		question: "text",
		rule: "RefuseWideCharacters",
		origin: "release 2.1.2",
		since: "2018-12-22",
	});
});

test("an exception is recorded as an answer", (t) => {
	const trace = new RuleTrace();
	const moody = page("moody", [
		changed(
			AlterValidation,
			(Base) =>
				class Moody extends Base {
					override changeCount(): undefined {
						throw new Error("no");
					}
				},
			"Fails.",
		),
	]);
	const failure = t.throws(() => bookOf("2.1.3").lay(moody).observed(trace).ask(AlterValidation).changeCount(1));
	t.is(trace.asked[0]?.answer, failure);
	t.is(failure?.message, "plugin moody failed to answer alter-validation.changeCount: no");
});

test("questions to the unobserved book are not recorded", (t) => {
	const trace = new RuleTrace();
	const book = bookOf("2.1.3");
	book.observed(trace);
	book.ask(DefaultCharset).server();
	t.deepEqual(trace.asked, []);
});

test("a mixed rule is distinguished from one added above it", (t) => {
	const mixed = bookOf("2.1.7").mix("insert-check", bookOf("2.1.2"));
	t.like(mixed.decisionOf("insert-check", "text"), {
		rule: "RefuseWideCharacters",
		origin: "mix 2.1.2 (release 2.1.2)",
		since: "2018-12-22",
	});
	const over = mixed.lay(
		page("mine", [
			changed(
				InsertCheck,
				(Base) =>
					class Mine extends Base {
						override text(): undefined {
							return undefined;
						}
					},
				"Lets all in.",
			),
		]),
	);
	t.like(over.decisionOf("insert-check", "text"), { rule: "Mine", origin: "plugin mine", since: null });
});
