/**
 * Guides: every rule of the releases and quirks has one, and its example shows the rule at work.
 */
import { join } from "node:path";
import test from "ava";
import { loadPlugin } from "../../apps/compose/plugin.ts";
import { differs, playExample } from "../../apps/explain/example-play.ts";
import { type ExplainedRule, explainedRules } from "../../apps/explain/explained-rule.ts";
import { type Page, RuleBook } from "../../core/rules/index.ts";
import { releaseNames } from "../../plugins/index.ts";
import { root } from "../root.ts";

const rules = explainedRules();

test("an example plugin has a guide whose example shows its rule, and a way out that works", async (t) => {
	const plugin = await loadPlugin(join(root, "plugins", "examples", "require-primary-key.mjs"));
	const [rule] = explainedRules([plugin]).filter(({ page }) => page === plugin);
	const guide = rule?.guide;
	if (rule === undefined || guide === undefined) {
		t.fail("it has a guide");
		return;
	}
	t.true(differs(await playExample(guide.example, rule.places)));
	const step = guide.waysOut[0]?.step;
	t.is(step?.kind === "edit" && step.edit, "replace");
	if (step?.kind === "edit" && step.edit === "replace") {
		const mended = guide.example.replace(step.pattern, step.replacement);
		t.not(mended, guide.example);
		t.false(differs(await playExample(mended, rule.places)));
	}
});

test("every rule has a guide", (t) => {
	t.deepEqual(
		rules.filter(({ guide }) => guide === undefined).map(({ rule, origin }) => `${origin}: ${rule}`),
		[],
	);
	t.true(rules.length > 90);
});

test("a guide says why in sentences, and its ways out are imperatives without a full stop", (t) => {
	const faults = rules.flatMap(({ origin, guide }) => [
		...(/^[A-Z"].*\.$|\)\.$/s.test(guide?.why ?? "") ? [] : [`${origin}: ${guide?.why}`]),
		...(guide?.decidesNot === undefined || /\.$/.test(guide.decidesNot) ? [] : [`${origin}: ${guide.decidesNot}`]),
		...(guide?.waysOut ?? [])
			.filter(({ text, price }) => !/^[a-z].*[^.]$/.test(text) || price?.endsWith(".") === true)
			.map(({ text }) => `${origin}: ${text}`),
	]);
	t.deepEqual(faults, []);
});

test("a way out that only later releases know names the first of them, and in `from` alone", (t) => {
	const ways = rules.flatMap(({ guide }) => guide?.waysOut ?? []);
	const later = ways.filter(({ from }) => from !== undefined);
	t.true(later.length > 2);
	t.true(later.every(({ from = "" }) => releaseNames.includes(from)));
	t.deepEqual(
		ways.filter(({ text }) => /\bfrom 2\.\d/.test(text)).map(({ text }) => text),
		[],
	);
});

for (const each of rules) {
	test(`the example of ${each.origin}, ${each.hook}, shows ${each.rule}`, async (t) => {
		const { guide, places } = each;
		if (guide === undefined) {
			t.fail("it has no guide");
			return;
		}
		const steps = await playExample(guide.example, places);
		t.true(differs(steps), steps.map(({ step, after }) => `${step}\n    ${after}`).join("\n"));
		const codes = steps.flatMap(({ before, after }) => (before === after ? [] : codesIn(after ?? "")));
		t.deepEqual(
			codes.filter((code) => guide.errors?.includes(code) !== true),
			[],
			"the guide names the errors that its example shows",
		);
		if (each.page.changes.length === 1) {
			return;
		}
		// Of a page's rules each is shown by itself.
		const without = { release: places.after.release, book: bookWithout(each) };
		t.true(differs(await playExample(guide.example, { ...places, before: without })), "others of the page differ");
	});
}

function codesIn(answer: string): readonly number[] {
	return [...answer.matchAll(/^ERROR (\d+) /gm)].map(([, code]) => Number(code));
}

function bookWithout({ page, rule, places }: ExplainedRule): RuleBook {
	return places.after.book.pages.reduce((book, each) => {
		return book.lay(each === page ? withoutRule(book, each, rule) : each);
	}, RuleBook.root());
}

function withoutRule(below: RuleBook, page: Page, rule: string): Page {
	const changes = page.changes.filter((change) => {
		const laid = below.lay({ ...page, changes: [change] });
		return laid.origins(change.hook.hook).at(-1)?.rule !== rule;
	});
	return { ...page, changes };
}
