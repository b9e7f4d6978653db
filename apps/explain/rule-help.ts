/**
 * Help of rules by name, as SARIF and HTML reports print it: the rule's page as text and as Markdown.
 */
import type { Page } from "../../core/index.ts";
import { explainedRules } from "./explained-rule.ts";
import { rulePage } from "./rule-page.ts";
import { pageMarkdown, pageText } from "./rule-text.ts";

interface RuleHelp {
	readonly text: string;
	readonly markdown: string;
}

const columns = 100;

/**
 * @param names rules' names as blame gives them; others are left out. Two rules of one name share an entry.
 * @param plugins pages whose rules are explained, too
 */
export async function helpsOf(
	names: Iterable<string>,
	plugins: readonly Page[] = [],
): Promise<ReadonlyMap<string, RuleHelp>> {
	const wanted = new Set(names);
	const helps = new Map<string, RuleHelp>();
	for (const rule of explainedRules(plugins).filter((each) => wanted.has(each.rule))) {
		const page = await rulePage(rule);
		const before = helps.get(rule.rule);
		const [text, markdown] = [pageText(page, columns), pageMarkdown(page)];
		helps.set(
			rule.rule,
			before === undefined
				? { text, markdown }
				: { text: `${before.text}\n${text}`, markdown: `${before.markdown}\n${markdown}` },
		);
	}
	return helps;
}
