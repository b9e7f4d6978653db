/**
 * Provenance of answers: the class whose method answered, under any number of rules; wrong answers and their origin.
 */
import test from "ava";
import {
	AlterValidation,
	DefaultCharset,
	type HookClass,
	hooks,
	InsertCheck,
	type Page,
	PageRefused,
	type Refusal,
	RuleBook,
	RuleTrace,
	changed,
	page,
	refuse,
} from "../../core/rules/index.ts";
import { utf8Column as column } from "./column-facts.ts";
import { settingsOn } from "./settings.ts";
import { bookOf, releases } from "../../plugins/index.ts";

const on = settingsOn((setting) => setting !== "skip-utf8-check");

/** Refuses one value and leaves all others to the rule below. */
function refuseValue(name: string, refused: string): Page {
	return page(name, [
		changed(
			InsertCheck,
			(Base) =>
				class RefuseValue extends Base {
					override text(value: string, ...rest: [typeof column, typeof on]): Refusal | undefined {
						return value === refused ? refuse(1105, "HY000", `no ${refused}`) : super.text(value, ...rest);
					}
				},
			"Refuses one value.",
		),
	]);
}

/** A plugin with one question and its answer. */
function answering(hook: HookClass, question: string, answer: () => unknown): Page {
	return page("odd", [
		changed(
			hook,
			(Base) => {
				class Odd extends Base {}
				Object.defineProperty(Odd.prototype, question, { value: answer, writable: true });
				return Odd;
			},
			"Answers oddly.",
		),
	]);
}

const decider = (book: RuleBook, value: string): unknown => {
	const refusal = book.ask(InsertCheck).text(value, column, on);
	return refusal?.decision && `${refusal.decision.rule} of ${refusal.decision.origin}`;
};

test("a refusal names the layer that made it, with or without super", (t) => {
	const book = bookOf("2.1.3").lay(refuseValue("one", "x")).lay(refuseValue("two", "y"));
	t.is(decider(book, "x"), "RefuseValue of plugin one");
	t.is(decider(book, "y"), "RefuseValue of plugin two");
	t.is(decider(book, "\xf0\x9f\x8c\x80"), "RefuseWideCharacters of release 2.1.2");
	t.is(decider(book, "\xff"), "InsertCheck of kernel");
	t.is(decider(book, "z"), undefined);
});

test("a trace names the rule that answered and those that passed the question on", (t) => {
	const trace = new RuleTrace();
	const book = bookOf("2.1.3").lay(refuseValue("one", "x")).lay(refuseValue("two", "y")).observed(trace);
	book.ask(InsertCheck).text("x", column, on);
	t.like(trace.asked.at(-1), { decision: { origin: "plugin one" }, passedOn: [{ origin: "plugin two" }] });
	book.ask(InsertCheck).text("y", column, on);
	t.like(trace.asked.at(-1), { decision: { origin: "plugin two" }, passedOn: [] });
	book.ask(InsertCheck).text("z", column, on);
	t.is(trace.asked.at(-1)?.decision.origin, "kernel");
	t.deepEqual(
		trace.asked.at(-1)?.passedOn.map(({ origin }) => origin),
		["plugin two", "plugin one", "release 2.1.3", "release 2.1.2"],
	);
});

test("every rule that may answer is listed, down to the first that does not call super", (t) => {
	const book = bookOf("2.1.3").lay(refuseValue("one", "x")).lay(refuseValue("two", "y"));
	const origins = book.deciders("insert-check", "text").map(({ origin }) => origin);
	t.deepEqual(origins.slice(0, 3), ["plugin two", "plugin one", "release 2.1.3"]);
	const over = book.lay(answering(InsertCheck, "text", () => undefined));
	t.deepEqual(
		over.deciders("insert-check", "text").map(({ origin }) => origin),
		["plugin odd"],
	);
});

test("rules of a mix are marked, and a single question can be mixed", (t) => {
	const mixed = bookOf("2.1.7").mix("insert-check", bookOf("2.1.2"));
	t.is(decider(mixed, "\xf0\x9f\x8c\x80"), "RefuseWideCharacters of mix 2.1.2 (release 2.1.2)");
	const one = bookOf("2.1.7").mix("insert-check.text", bookOf("2.1.2"));
	t.is(decider(one, "\xf0\x9f\x8c\x80"), "RefuseWideCharacters of mix 2.1.2 (release 2.1.2)");
	t.throws(() => bookOf("2.1.7").mix("insert-chek", bookOf("2.0")), {
		instanceOf: PageRefused,
		message: /no hook insert-chek; did you mean insert-check\?/,
	});
	t.throws(() => bookOf("2.1.7").mix("insert-check.texxt", bookOf("2.0")), {
		message: /no question texxt; did you mean text\?/,
	});
});

test("withoutPlugins() removes a plugin's rules, mixed or added, and returns the same book if there is none", (t) => {
	const plain = bookOf("2.1.3");
	t.is(plain.withoutPlugins(), plain);
	const laid = plain.lay(refuseValue("one", "x"));
	for (const book of [laid, plain.mix("insert-check", laid, "one"), plain.mix("insert-check.text", laid, "one")]) {
		t.truthy(decider(book, "x"));
		t.is(decider(book.withoutPlugins(), "x"), undefined);
		t.regex(String(decider(book.withoutPlugins(), "\xf0\x9f\x8c\x80")), /^RefuseWideCharacters of /);
	}
});

test("every question of every hook declares its kinds of answer", (t) => {
	const silent = hooks.flatMap((hook) =>
		(RuleBook.root().origins(hook.hook)[0]?.questions ?? [])
			.filter((question) => !hook.phrases.includes(question) && hook.answers[question] === undefined)
			.map((question) => `${hook.hook}.${question}`),
	);
	t.deepEqual(silent, []);
});

test("no question of a plugin may be answered with a symbol, a promise or a wrong refusal", (t) => {
	const bad: readonly (() => unknown)[] = [
		() => Symbol("odd"),
		async () => undefined,
		() => refuse("abc" as unknown as number, "TOOLONG", "x"),
		() => ({ charset: "utf9", collation: "utf9_bin" }),
	];
	for (const hook of hooks) {
		for (const question of Object.keys(hook.answers)) {
			for (const answer of bad) {
				const book = bookOf("2.1.3").lay(answering(hook, question, answer));
				const asked = book.ask(hook) as unknown as Record<string, (...facts: unknown[]) => unknown>;
				const isRefused = (): unknown => asked[question]?.({}, {}, {});
				const isPlain = /^(an object|null, true or false, .*)$/.test(hook.answers[question]?.words ?? "");
				if (isPlain && answer === bad[3]) {
					continue;
				}
				if (hook.answers[question]?.words.startsWith("a clause") && answer === bad[3]) {
					continue;
				}
				t.throws(isRefused, {
					message: new RegExp(`^plugin odd: ${hook.hook}\\.${question} answered .*; it answers `),
				});
			}
		}
	}
});

test("the error for a wrong answer names plugin, question, answer and the expected kind", (t) => {
	const book = bookOf("2.1.3").lay(answering(InsertCheck, "text", () => 5));
	t.throws(() => book.ask(InsertCheck).text("x", column, on), {
		message: "plugin odd: insert-check.text answered 5; it answers nothing or refuse(...)",
	});
	const unmatched = bookOf("2.1.3").lay(
		answering(DefaultCharset, "server", () => ({ charset: "utf8", collation: "utf8mb4_bin" })),
	);
	t.throws(() => unmatched.ask(DefaultCharset).server(), {
		message: /answered \{"charset":"utf8","collation":"utf8mb4_bin"\}/,
	});
	const thrown = bookOf("2.1.3").lay(
		answering(AlterValidation, "changeCount", () => {
			throw refuse(1105, "HY000", "x");
		}),
	);
	t.throws(() => thrown.ask(AlterValidation).changeCount(1), {
		message: "plugin odd failed to answer alter-validation.changeCount: it threw a refusal; a rule returns it",
	});
});

test("the releases' own answers are of the declared kinds", (t) => {
	const server = { charset: "utf8", collation: "utf8_bin" };
	for (const { name } of releases) {
		const rules = bookOf(name).ask(DefaultCharset);
		for (const question of ["server", "createDatabase"] as const) {
			t.true(
				DefaultCharset.answers[question]?.accepts(question === "server" ? rules.server() : rules.createDatabase({})),
				name,
			);
		}
		t.true(DefaultCharset.answers["createTable"]?.accepts(rules.createTable({}, server)), name);
	}
});

test("an invalid rule is refused when it is added, with a suggestion", (t) => {
	const lay = (make: (Base: HookClass) => HookClass, note = "A note."): (() => RuleBook) => {
		return () => bookOf("2.1.3").lay(page("odd", [changed(InsertCheck, make as never, note)]));
	};
	t.throws(
		lay(
			(Base) =>
				class Odd extends Base {
					texxt(): undefined {}
				},
		),
		{ instanceOf: PageRefused, message: /answers texxt, which is no question of the hook; did you mean text\?/ },
	);
	t.throws(
		lay(
			(Base) =>
				class Odd extends Base {
					count = 0;
				},
		),
		{ message: /has fields \(count\); a rule has no state/ },
	);
	t.throws(
		lay(
			(Base) =>
				class Odd extends Base {
					constructor() {
						super();
						String(this);
					}
				},
		),
		{ message: /has a constructor/ },
	);
	t.throws(
		lay((Base) => class Odd extends Base {}, ""),
		{ message: /has no note/ },
	);
});
