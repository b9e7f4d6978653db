/**
 * Finds the rules that a word names: a rule, quirk or plugin, a hook or a question of one, an error's code, a setting.
 */
import { didYouMean, hooks, type RuleGuide } from "../../core/index.ts";
import { UsageError } from "../compose/usage-error.ts";
import type { ExplainedRule } from "./explained-rule.ts";

/** Names no rule: `verso explain scope`. */
export const scopeWord = "scope";

interface FoundRules {
	readonly rules: readonly ExplainedRule[];
	/** The word is the name of each: their pages are wanted, not a list. */
	readonly isNamed: boolean;
}

/** Throws UsageError where nothing has the name. */
export function findRules(word: string, rules: readonly ExplainedRule[]): FoundRules {
	const wanted = word.toLowerCase();
	const is = (name: string): boolean => name.toLowerCase() === wanted;
	const named = rules.filter(
		({ rule, page, origin }) => is(rule) || is(origin) || (page.kind !== "release" && is(page.name)),
	);
	const found = named.length > 0 ? named : related(word, rules, is);
	if (found.length === 0) {
		throw new UsageError(unknownName(word, rules), 2);
	}
	return { rules: found, isNamed: named.length > 0 };
}

/** Those of an error, a release, a hook or its class, a question. */
function related(
	word: string,
	rules: readonly ExplainedRule[],
	is: (name: string) => boolean,
): readonly ExplainedRule[] {
	if (/^\d+$/.test(word)) {
		return rules.filter(({ guide }) => hasToDoWith(Number(word), guide));
	}
	const byClass = hooks.find(({ name }) => is(name))?.hook;
	const asked = rules.filter(
		({ page, hook, questions }) =>
			is(page.name) || is(hook) || hook === byClass || questions.some((question) => is(`${hook}.${question}`)),
	);
	return asked.length === 0 && setting.test(word) ? rules.filter((rule) => tellsOf(rule, word)) : asked;
}

/** Names of switches and keys have no pages of their own: `check-mb4-value-in-utf8`. */
const setting = /^\w+(?:[-_]\w+)+$/;

function tellsOf({ note, guide }: ExplainedRule, word: string): boolean {
	const texts = [note, guide?.why ?? "", guide?.example ?? "", ...(guide?.waysOut.map(({ text }) => text) ?? [])];
	return texts.some((text) => text.toLowerCase().includes(word.toLowerCase()));
}

/** Does the error come of the rule, or has the rule a way out of it? */
function hasToDoWith(code: number, guide: RuleGuide | undefined): boolean {
	return (
		guide?.errors?.includes(code) === true ||
		guide?.waysOut.some(({ when }) => when?.codes?.includes(code) === true) === true
	);
}

function unknownName(word: string, rules: readonly ExplainedRule[]): string {
	if (/^\d+$/.test(word)) {
		return `no rule has to do with error ${word}; docs/reference/errors.md lists all errors`;
	}
	const known = [
		...rules.flatMap(({ rule, page, hook, questions }) => [
			rule,
			page.name,
			...questions.map((each) => `${hook}.${each}`),
		]),
		...hooks.flatMap(({ hook, name }) => [hook, name]),
		scopeWord,
	];
	return (
		`there is no rule, quirk, hook or error ${word}${didYouMean(word, known)}; docs/reference/rules.md lists all, ` +
		"verso rules those in force"
	);
}
