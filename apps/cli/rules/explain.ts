/**
 * `verso explain`: the pages of rules, the rules of a hook or of an error, and the scope of the simulation.
 */
import { loadPlugin } from "../../compose/plugin.ts";
import { type ExplainedRule, explainedRules } from "../../explain/explained-rule.ts";
import { findRules, scopeWord } from "../../explain/find.ts";
import { quickPage, type RulePage, rulePage } from "../../explain/rule-page.ts";
import { pageText } from "../../explain/rule-text.ts";
import { scope, scopeText } from "../../explain/scope.ts";
import { outputColumns } from "../../terminal/display-width.ts";
import { printTable } from "../table.ts";

const columnsOfFiles = 100;

/** Throws UsageError for a word that names nothing. */
export async function printExplanation(word: string, plugins: readonly string[], json: boolean): Promise<string> {
	if (word.toLowerCase() === scopeWord) {
		return json ? printJson({ format: 1, ...scope() }) : scopeText(scope(), outputColumns(columnsOfFiles));
	}
	const { rules, isNamed } = findRules(word, explainedRules(await Promise.all(plugins.map(loadPlugin))));
	if (!isNamed) {
		return json ? printJson({ format: 1, word, rules: rules.map(quickPage) }) : printList(word, rules);
	}
	const pages: RulePage[] = [];
	for (const rule of rules) {
		pages.push(await rulePage(rule));
	}
	return json
		? printJson({ format: 1, word, rules: pages })
		: pages.map((page) => pageText(page, outputColumns(columnsOfFiles))).join("\n");
}

function printList(word: string, rules: readonly ExplainedRule[]): string {
	const about = /^\d+$/.test(word) ? `rules that have to do with error ${word}` : `rules that answer ${word}`;
	const rows = rules.map(({ rule, origin, hook, questions, note }) => [
		rule,
		origin,
		`${hook}: ${questions.join(", ")}`,
		note,
	]);
	return (
		`${rows.length} ${about}\n${printTable(["rule", "from", "answers", "note"], rows)}` +
		"verso explain RULE prints why, an example and ways out.\n"
	);
}

function printJson(value: object): string {
	return `${JSON.stringify(value, undefined, 2)}\n`;
}
