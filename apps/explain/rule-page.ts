/**
 * Page of a rule: its guide and its facts as data, with the answers of its example.
 */
import type { WayOut } from "../../core/index.ts";
import { type PlayedStep, playExample } from "./example-play.ts";
import type { ExplainedRule } from "./explained-rule.ts";

export interface ShownWayOut {
	readonly text: string;
	readonly kind: WayOut["step"]["kind"];
	/** The statement, setting or edit in one line; absent where the text says all. */
	readonly step?: string;
	/** `1366`, `1105 unsupported modify charset from ... to ...`; absent: whatever the rule decides. */
	readonly when?: string;
	readonly price?: string;
}

export interface RulePage {
	readonly rule: string;
	readonly origin: string;
	readonly since: string;
	readonly hook: string;
	readonly questions: readonly string[];
	readonly note: string;
	readonly why?: string;
	readonly recordings?: readonly string[];
	readonly example?: {
		/** Names of the two plays. */
		readonly before: string;
		readonly after: string;
		readonly steps: readonly PlayedStep[];
	};
	readonly waysOut: readonly ShownWayOut[];
	readonly decidesNot?: string;
}

/** The page with its example played. */
export async function rulePage(rule: ExplainedRule): Promise<RulePage> {
	const page = quickPage(rule);
	if (rule.guide === undefined) {
		return page;
	}
	const [before, after] = rule.names;
	return { ...page, example: { before, after, steps: await playExample(rule.guide.example, rule.places) } };
}

/** The page without its example: nothing is played. */
export function quickPage({ rule, origin, since, hook, questions, note, recordings, guide }: ExplainedRule): RulePage {
	return {
		rule,
		origin,
		since,
		hook,
		questions,
		note,
		...(guide === undefined ? {} : { why: guide.why }),
		...(recordings === undefined ? {} : { recordings }),
		waysOut: (guide?.waysOut ?? []).map(shown),
		...(guide?.decidesNot === undefined ? {} : { decidesNot: guide.decidesNot }),
	};
}

function shown({ text, price, step, when, from }: WayOut): ShownWayOut {
	const line = stepLine(step);
	const occasion = [...(when?.codes ?? []).map(String), ...(when?.message ? [messageShape(when.message)] : [])];
	return {
		text: spoken(from === undefined ? text : `from ${from} on, ${text}`),
		kind: step.kind,
		...(line === undefined || text.includes(line) ? {} : { step: spoken(line) }),
		...(occasion.length === 0 ? {} : { when: occasion.join(" ") }),
		...(price === undefined ? {} : { price }),
	};
}

function stepLine(step: WayOut["step"]): string | undefined {
	switch (step.kind) {
		case "before":
			return step.statement;
		case "switch":
			return `${step.name} = ${String(step.value)}`;
		default:
			return undefined;
	}
}

/** Places that a rehearsal fills in, in words. */
function spoken(text: string): string {
	return text.replace(/\{([^}]*)\}/g, (_, place: string) =>
		/^\d$/.test(place) ? "<the column's charset>" : place.startsWith("definition ") ? "<its definition>" : `<${place}>`,
	);
}

/** A pattern as people read it: `unsupported modify charset from ... to ...`. */
function messageShape({ source }: RegExp): string {
	return source
		.replace(/^\^/, "")
		.replace(/\$$/, "")
		.replace(/\((?:\\S|\.)[*+]\??\)/g, "...")
		.replace(/\\([.()])/g, "$1")
		.trim();
}
