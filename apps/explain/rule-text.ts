/**
 * Page of a rule as text for a terminal, and as Markdown for reference pages and the help in reports.
 */
import type { PlayedStep } from "./example-play.ts";
import type { RulePage, ShownWayOut } from "./rule-page.ts";
import { wrapped } from "./wrapped-text.ts";

/** @param columns sentences are broken there */
export function pageText(page: RulePage, columns = 100): string {
	const sections = [
		`${page.rule}: ${page.note}`,
		`${page.since}; ${answered(page, (each) => each)}`,
		...(page.why === undefined ? [] : [`Why: ${page.why}${recorded(page)}`]),
	];
	return [
		sections.map((each) => wrapped(each, columns)).join("\n"),
		...(page.example === undefined ? [] : [exampleText(page.example)]),
		...(page.waysOut.length === 0
			? []
			: [
					`${waysHead(page)}\n${waysOf(page)
						.map((each) => wayText(each, columns))
						.join("\n")}`,
				]),
		...(page.decidesNot === undefined ? [] : [wrapped(`It does not decide: ${page.decidesNot}`, columns)]),
	]
		.map((each) => `${each}\n`)
		.join("\n");
}

function recorded({ recordings = [] }: RulePage): string {
	return recordings.length === 0 ? "" : ` Recordings: ${recordings.join(", ")}.`;
}

/** Where all are ways out of the same, it is said once. */
function commonOccasion({ waysOut }: RulePage): string | undefined {
	const [first] = waysOut;
	return waysOut.every(({ when }) => when === first?.when) ? first?.when : undefined;
}

function waysHead(page: RulePage): string {
	const occasion = commonOccasion(page);
	return `Ways out of ${occasion === undefined ? "what it breaks" : `error ${occasion}`}`;
}

function waysOf(page: RulePage): readonly ShownWayOut[] {
	return commonOccasion(page) === undefined ? page.waysOut : page.waysOut.map(({ when: _when, ...way }) => way);
}

/** `answers insert-check: text`; a rule without questions of its own declares switches. */
function answered({ hook, questions }: RulePage, quoted: (name: string) => string): string {
	return `answers ${quoted(hook)}: ${questions.map(quoted).join(", ")}`;
}

function exampleText({ before, after, steps }: NonNullable<RulePage["example"]>): string {
	const width = Math.max(before.length, after.length);
	const said = (label: string, answer: string): string => {
		const [first = "", ...rest] = answer.split("\n");
		return [`    ${label.padEnd(width)}  ${first}`, ...rest.map((line) => `    ${" ".repeat(width)}  ${line}`)].join(
			"\n",
		);
	};
	const lines = steps.map((step) => {
		const answers =
			step.before === step.after
				? step.after === undefined
					? []
					: [said("both", step.after)]
				: [said(before, step.before ?? ""), said(after, step.after ?? "")];
		return [`  ${step.step}`, ...answers].join("\n");
	});
	return `Example, played: ${before} and ${after}\n${lines.join("\n")}`;
}

function wayText({ text, step, when, price }: ShownWayOut, columns: number): string {
	return [
		wrapped(text, columns, "- "),
		...(step === undefined ? [] : [`    ${step}`]),
		...(when === undefined ? [] : [wrapped(`of ${when}`, columns, "    ")]),
		...(price === undefined ? [] : [wrapped(`price: ${price}`, columns, "    ")]),
	].join("\n");
}

/** Markdown without a heading: help in SARIF, sections of reference pages. */
export function pageMarkdown(page: RulePage): string {
	const paragraphs = [
		page.note,
		`${page.since}; ${answered(page, (each) => `\`${each}\``)}.`,
		...(page.why === undefined ? [] : [`**Why.** ${page.why}${recorded(page)}`]),
		...(page.example === undefined
			? []
			: [`**Example**, ${page.example.before} and ${page.example.after}:\n\n${sqlBlock(page.example)}`]),
		...(page.waysOut.length === 0 ? [] : [`**${waysHead(page)}**\n\n${waysOf(page).map(wayMarkdown).join("\n")}`]),
		...(page.decidesNot === undefined ? [] : [`**It does not decide:** ${page.decidesNot}`]),
	];
	return `${paragraphs.map((each) => wrapProse(each)).join("\n\n")}\n`;
}

function sqlBlock({ before, after, steps }: NonNullable<RulePage["example"]>): string {
	const comment = (label: string, answer: string): string =>
		answer
			.split("\n")
			.map((line, at) => `-- ${at === 0 ? `${label}: ` : " ".repeat(label.length + 2)}${line}`)
			.join("\n");
	const answersOf = (step: PlayedStep): readonly string[] =>
		step.before === step.after
			? step.after === undefined
				? []
				: [comment("both", step.after)]
			: [comment(before, step.before ?? ""), comment(after, step.after ?? "")];
	const lines = steps.flatMap((step) => [/;$/.test(step.step) ? step.step : `-- ${step.step}`, ...answersOf(step)]);
	return `\`\`\`sql\n${lines.map((line) => line.trimEnd()).join("\n")}\n\`\`\``;
}

function wayMarkdown({ text, step, when, price }: ShownWayOut): string {
	const code = (each: string): string => `\`${each}\``;
	return (
		`- ${escaped(text)}${step === undefined ? "" : `: ${code(step)}`}` +
		`${when === undefined ? "" : `; of ${code(when)}`}${price === undefined ? "" : `. Price: ${price}`}`
	);
}

function escaped(text: string): string {
	return text.replaceAll("<", "&lt;");
}

const proseColumns = 120;

/** Blocks of code stay as they are; of a list every item is wrapped. */
function wrapProse(text: string): string {
	const [prose = "", ...code] = text.split(/(?=```)/);
	const lines = prose
		.split("\n")
		.map((line) => (line.startsWith("- ") ? wrapped(line.slice(2), proseColumns, "- ") : wrapped(line, proseColumns)));
	return `${lines.join("\n")}${code.join("")}`;
}
