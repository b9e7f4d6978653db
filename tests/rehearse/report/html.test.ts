/**
 * The report as HTML: golden documents, nothing is loaded, no text is markup; in Chromium the filter works.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import test, { type ExecutionContext } from "ava";
import type { RehearsalReport } from "../../../apps/rehearse/report/format.ts";
import { printHtml } from "../../../apps/rehearse/report/html/print-html.ts";
import { chromium, loadPage } from "./chromium.ts";
import { DrivenPage } from "./driven-page.ts";
import { isGolden } from "./golden.ts";
import { largeReport, readSample, sampleNames } from "./sample.ts";

const print = (report: RehearsalReport): string => [...printHtml(report)].join("");

for (const name of sampleNames) {
	test(`${name}.html`, (t) => {
		const printed = print(readSample(name));
		t.is(print(readSample(name)), printed);
		// Style and script stand in files of their own; every page has the same.
		const plain = printed
			.replace(/<style>[\s\S]*?<\/style>/, "<style>...</style>")
			.replace(/<script>[\s\S]*?<\/script>/, "<script>...</script>")
			.replace(/sha256-[^']*/g, "sha256-...");
		isGolden(t, `${name}.html`, plain);
		t.is(plain.split("<script").length, 2);
		t.is(plain.split("<style").length, 2);
		t.deepEqual(
			[...plain.matchAll(/\b(?:href|src|action|data)="([^"]*)"/g)].flatMap(([, target = ""]) =>
				/^#[\w.-]*$/.test(target) ? [] : [target],
			),
			[],
			"a page leads to places in itself alone",
		);
		t.notRegex(plain, /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e]| on\w+=/);
		t.deepEqual(unbalanced(plain), []);
	});
}

const alone = /^(meta|br|input)$/;

/** Elements that are closed by another, and those that stay open. */
function unbalanced(html: string): readonly string[] {
	const open: string[] = [];
	const wrong: string[] = [];
	for (const [, end, tag = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
		if (end === "" && !alone.test(tag)) {
			open.push(tag);
		} else if (end === "/" && open.pop() !== tag) {
			wrong.push(tag);
		}
	}
	return [...wrong, ...open];
}

test("ids are those that links name", (t) => {
	const html = print(readSample("story"));
	const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
	t.is(new Set(ids).size, ids.length);
	const links = [...html.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id);
	t.true(links.length > 40);
	t.deepEqual(
		links.filter((id) => !ids.includes(id)),
		[],
	);
});

test("a million statements: only those that tell something have a row", (t) => {
	const large = largeReport();
	const [first] = large.statements;
	const more = Array.from({ length: 20_000 }, (_, at) => ({ ...first!, id: `more${at}` }));
	const html = print({ ...large, statements: [...large.statements, ...more] });
	t.is(html.split("<tr id=").length - 1, 1000);
	t.regex(html, /1000 statements of 30000: the others answer alike/);
});

const shown = chromium === undefined ? test.skip : test.serial;
if (chromium === undefined) {
	process.stderr.write("NOT TESTED: the HTML report in Chromium, which is not installed\n");
}

shown("Chromium: the filter of the address hides what does not fit", async (t) => {
	const address = writePage(t, readSample("story"));
	const all = await loadPage(address);
	t.deepEqual(all.complaints, []);
	t.true(all.document.includes('<html lang="en" class="live">'));
	t.is(countOf(all.document), "8 of 8 findings, 32 of 32 statements");
	t.notRegex(all.document, / hidden=""/);
	for (const [hash, findings, statements] of [
		["q=utf8mb4&class=breaks", 3, 19],
		["q=CARL+insert", 2, 1],
		["class=rows-differ", 1, 1],
		["stop=2.1.2", 6, 12],
		["only=1", 8, 27],
		["q=nowhere", 0, 0],
		["class=none", 8, 32],
	] as const) {
		const { document, complaints } = await loadPage(`${address}#${hash}`);
		t.deepEqual(complaints, []);
		t.is(countOf(document), `${findings} of 8 findings, ${statements} of 32 statements`, hash);
		t.is(document.match(/<article [^>]* hidden=""/g)?.length ?? 0, 8 - findings, hash);
		t.is(document.match(/<tr id="[^>]* hidden=""/g)?.length ?? 0, 32 - statements, hash);
	}
});

/** Words of the page's count and of its address. */
async function stateOf(page: DrivenPage): Promise<readonly [count: string, hash: string]> {
	return [await page.value<string>('document.getElementById("count").textContent'), await page.value("location.hash")];
}

for (const [width, scheme] of [
	[1200, "light"],
	[420, "dark"],
] as const) {
	shown(`Chromium: the filter is clicked and typed at ${width} pixels, ${scheme}`, async (t) => {
		const page = await DrivenPage.open(writePage(t, readSample("story")), { width, scheme });
		try {
			const counted = (findings: number, statements: number) =>
				`${findings} of 8 findings, ${statements} of 32 statements`;
			t.deepEqual(await stateOf(page), [counted(8, 32), ""]);
			// The options of a list: all, then each class of a finding.
			await page.press("#class", "ArrowDown", 40);
			t.is(await page.value('document.getElementById("class").value'), "breaks");
			const [breaks, hash] = await stateOf(page);
			t.is(hash, "#class=breaks");
			t.not(breaks, counted(8, 32));
			t.is(await page.value('document.querySelectorAll("article:not([hidden]):not(.breaks)").length'), 0);
			await page.write("#q", "utf8mb4");
			t.deepEqual(await stateOf(page), [counted(3, 19), "#q=utf8mb4&class=breaks"]);
			await page.click("#clear");
			t.deepEqual(await stateOf(page), [counted(8, 32), ""]);
			t.is(await page.value("document.activeElement.id"), "q");
			await page.press("#stop", "End", 35);
			const last = await page.value<string>('document.getElementById("stop").value');
			t.is((await stateOf(page))[1], `#stop=${last}`);
			t.is(await page.value(`document.querySelectorAll('article[data-stops~="${last}"][hidden]').length`), 0);
			t.true(await page.value<boolean>('document.querySelectorAll("article[hidden]").length > 0'));
			await page.click("#clear");
			await page.click("#only");
			t.deepEqual(await stateOf(page), [counted(8, 27), "#only=1"]);
			t.true(await page.value<boolean>("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut");
			const dark = await page.value<boolean>('matchMedia("(prefers-color-scheme: dark)").matches');
			t.is(dark, scheme === "dark");
			const brightness = await page.value<number>(
				"getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0)",
			);
			t.true(scheme === "dark" ? brightness < 200 : brightness > 600, `background ${brightness}`);
		} finally {
			await page.close();
		}
	});
}

shown("Chromium: texts of a report are no markup, and nothing is refused or loaded", async (t) => {
	for (const name of sampleNames) {
		const { document, complaints } = await loadPage(writePage(t, readSample(name)));
		t.deepEqual(complaints, [], name);
		t.is(document.match(/<script/g)?.length, 1, name);
		t.notRegex(document.replace(/<script>[\s\S]*?<\/script>/, ""), /<(b|i|x|y|img|svg|iframe)>(?!2\.)/, name);
		t.regex(document, /of \d+ findings/);
	}
});

shown("Chromium: a script that was put in is refused", async (t) => {
	const html = print(readSample("clean")).replace("</main>", "<script>document.title = 'planted'</script></main>");
	const { document, complaints } = await loadPage(writeText(t, html));
	t.regex(document, /<title>Upgrade rehearsal/);
	t.true(complaints.some((line) => line.includes("Content Security Policy")));
});

shown("Chromium: 10,000 statements are filtered", async (t) => {
	const { document } = await loadPage(`${writePage(t, largeReport())}#q=part-3.sql&only=1`);
	t.is(countOf(document), "2 of 20 findings, 100 of 10000 statements");
});

/** As the page tells it. */
function countOf(document: string): string {
	return /<span id="count"[^>]*>([^<]*)</.exec(document)?.[1] ?? "";
}

function writePage(t: ExecutionContext, report: RehearsalReport): string {
	return writeText(t, print(report));
}

function writeText(t: ExecutionContext, html: string): string {
	const folder = mkdtempSync(join(tmpdir(), "verso-html-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	const file = join(folder, "report.html");
	writeFileSync(file, html);
	return pathToFileURL(file).href;
}
