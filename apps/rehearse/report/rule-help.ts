/**
 * Explanations of rules that forms with room for them print: `verso explain RULE` as text and as Markdown.
 */
import type { LongReport, ReportedBlame } from "./format.ts";

interface RuleHelp {
	readonly text: string;
	readonly markdown: string;
}

/** By the rule's name: `RefuseWideCharacters`. */
export type RuleHelps = ReadonlyMap<string, RuleHelp>;

/** Rules that the report names, each once, in the order of its findings. */
export function rulesIn({ findings }: LongReport): ReadonlyMap<string, ReportedBlame> {
	const rules = new Map<string, ReportedBlame>();
	for (const blame of findings.flatMap((finding) => finding.blame)) {
		const known = rules.get(blame.rule);
		if (known === undefined || (known.note === undefined && blame.note !== undefined)) {
			rules.set(blame.rule, blame);
		}
	}
	return rules;
}

/** The help given, or the rule's own sentence. */
export function helpOf(blame: ReportedBlame, helps: RuleHelps | undefined): RuleHelp {
	const known = helps?.get(blame.rule);
	if (known !== undefined) {
		return known;
	}
	const question = blame.question === undefined ? blame.hook : `${blame.hook}.${blame.question}`;
	const when = blame.ended
		? `It answered ${question} (${blame.release})`
		: `It answers ${question}, from ${blame.release} on`;
	const text = `${blame.note ?? `Rule ${blame.rule}.`} ${when}.`;
	return { text, markdown: text };
}
