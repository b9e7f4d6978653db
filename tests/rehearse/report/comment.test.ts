/**
 * Annotations and Markdown: golden texts, nothing of a report's texts is a command or markup, sizes hosts take.
 */
import test from "ava";
import type { RehearsalReport } from "../../../apps/rehearse/report/format.ts";
import { printGithub } from "../../../apps/rehearse/report/github.ts";
import { printMarkdown } from "../../../apps/rehearse/report/markdown/print-markdown.ts";
import { isGolden } from "./golden.ts";
import { largeReport, readSample, sampleNames } from "./sample.ts";

const all: readonly (readonly [string, RehearsalReport])[] = [
	...sampleNames.map((name) => [name, readSample(name)] as const),
	["large", largeReport()],
];

for (const [name, report] of all) {
	test(`annotations of ${name}`, (t) => {
		const printed = printGithub(report);
		if (name !== "large") {
			isGolden(t, `${name}.github.txt`, printed);
		}
		const lines = printed.trimEnd().split("\n");
		t.true(lines.length <= 101);
		for (const line of lines) {
			t.regex(line, /^::(error|warning|notice) (file=[^:,]+,line=\d+,col=\d+,)?title=[^:,]*::\S/);
			t.notRegex(line, /[\p{Cc}\u202e]|%(?!25|0A|0D|3A|2C)/u);
		}
	});

	test(`Markdown of ${name}`, (t) => {
		const printed = printMarkdown(report);
		if (name !== "large") {
			isGolden(t, `${name}.md.txt`, printed);
		}
		t.true(Buffer.byteLength(printed) <= 60_000);
		const prose = withoutCode(printed);
		const tags = [...prose.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
		t.deepEqual(
			tags.filter((tag) => !/^<\/?(details|summary|b)>$/.test(tag)),
			[],
		);
		t.is(count(prose, "<details>"), count(prose, "</details>"));
		for (const table of prose.matchAll(/(?:^\|.*\|\n)+/gm)) {
			const cells = table[0]
				.trimEnd()
				.split("\n")
				.map((row) => row.split("|").length);
			t.is(new Set(cells).size, 1, table[0]);
		}
		t.notRegex(prose, /@|\]\(|https?:/);
	});
}

function count(text: string, part: string): number {
	return text.split(part).length - 1;
}

/** Fences end at a line of as many backticks. */
function withoutCode(markdown: string): string {
	return markdown.replace(/^(`{3,})\w*\n[\s\S]*?\n\1\n/gm, "");
}

test("the first annotations are of different causes", (t) => {
	const titles = printGithub(largeReport())
		.split("\n")
		.slice(0, 10)
		.map((line) => /title=([^:]*)/.exec(line)?.[1]);
	t.is(new Set(titles).size, 10);
});

test("Markdown of a thousand causes keeps within its size, and counts the rest", (t) => {
	const large = largeReport();
	const [finding] = large.findings;
	const findings = Array.from({ length: 1000 }, (_, at) => ({ ...finding!, id: `f${at + 1}` }));
	const notJudged = large.statements.slice(0, 300).map(({ id }, at) => ({
		id,
		reason: `reason ${at} ${"long ".repeat(50)}`,
		kind: "unreadable" as const,
	}));
	const printed = printMarkdown({ ...large, findings, notJudged });
	t.true(Buffer.byteLength(printed) <= 60_000, String(Buffer.byteLength(printed)));
	t.true(Buffer.byteLength(printed) > 40_000);
	t.regex(printed, /\d+ findings more: see the full report/);
	t.regex(printed, /Exit code 1\.\n$/);
});
