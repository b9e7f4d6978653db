/**
 * Reference page of rules: the page of each, with its example played, by release and then by quirk.
 */
import { type ExplainedRule, explainedRules } from "../../apps/explain/explained-rule.ts";
import { rulePage } from "../../apps/explain/rule-page.ts";
import { pageMarkdown } from "../../apps/explain/rule-text.ts";

/** Sections under headings. */
export async function ruleSections(): Promise<readonly string[]> {
	const sections: string[] = [];
	let page = "";
	for (const rule of explainedRules()) {
		const heading = headingOf(rule, page);
		page = rule.origin;
		sections.push(`${heading}${pageMarkdown(await rulePage(rule))}`);
	}
	return sections;
}

/** A release's rules each have a heading under that of the release; a quirk's rules share the quirk's. */
function headingOf({ rule, page, origin }: ExplainedRule, before: string): string {
	const isFirst = origin !== before;
	if (page.kind === "quirk") {
		const above = before.startsWith("quirk ") ? "" : "## Quirks\n\n";
		return isFirst ? `${above}### ${page.name}\n\n` : "\n";
	}
	return `${isFirst ? `## Release ${page.name}\n\n` : ""}### ${rule}\n\n`;
}
