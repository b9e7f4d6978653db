/**
 * The report as SARIF: golden texts, valid by the schema of SARIF 2.1.0, places and edits as editors count them.
 */
import test from "ava";
import type { RehearsalReport } from "../../../apps/rehearse/report/format.ts";
import { printSarif } from "../../../apps/rehearse/report/sarif.ts";
import { isGolden } from "./golden.ts";
import { largeReport, readSample, sampleNames } from "./sample.ts";
import { sarifFaults } from "./valid.ts";

interface Region {
	readonly startLine: number;
	readonly startColumn: number;
	readonly endLine: number;
	readonly endColumn: number;
}

interface Result {
	readonly ruleId: string;
	readonly ruleIndex: number;
	readonly level: string;
	readonly locations: readonly [
		{ readonly physicalLocation: { readonly artifactLocation: { readonly uri: string }; readonly region: Region } },
	];
	readonly partialFingerprints: Readonly<Record<string, string>>;
	readonly suppressions?: readonly { readonly justification: string }[];
	readonly fixes?: readonly {
		readonly artifactChanges: readonly [
			{
				readonly replacements: readonly [
					{ readonly deletedRegion: Region; readonly insertedContent: { readonly text: string } },
				];
			},
		];
	}[];
}

interface Log {
	readonly runs: readonly [
		{
			readonly results: readonly Result[];
			readonly tool: {
				readonly driver: {
					readonly rules: readonly { readonly id: string; readonly help: { readonly text: string } }[];
				};
			};
			readonly invocations: readonly [{ readonly toolExecutionNotifications: readonly unknown[] }];
		},
	];
}

const read = (report: RehearsalReport): Log => JSON.parse(printSarif(report)) as Log;

for (const name of [...sampleNames, "large"]) {
	test(`${name}.sarif is valid`, (t) => {
		const report = name === "large" ? largeReport() : readSample(name);
		const printed = printSarif(report);
		if (name !== "large") {
			isGolden(t, `${name}.sarif`, printed);
		}
		t.is(printSarif(report), printed);
		const log = JSON.parse(printed) as Log;
		t.deepEqual(sarifFaults(log), []);
		const { results, tool } = log.runs[0];
		for (const { ruleId, ruleIndex, partialFingerprints, locations } of results) {
			t.is(tool.driver.rules[ruleIndex]?.id, ruleId);
			t.truthy(partialFingerprints["versoFinding/v1"]);
			t.notThrows(() => new URL(locations[0].physicalLocation.artifactLocation.uri, "file:///root/"));
		}
		const own = results.map((each) => each.partialFingerprints["versoStatement/v1"]);
		t.is(new Set(own).size, own.length, "no two results have the same fingerprint");
	});
}

test("a log that is not valid is found", (t) => {
	const log = read(readSample("story"));
	t.not(sarifFaults({ ...log, version: "2.0.0" }).length, 0);
	t.not(sarifFaults({ ...log, runs: [{ ...log.runs[0], results: [{}] }] }).length, 0);
	t.not(sarifFaults({ ...log, runs: [{ ...log.runs[0], more: 1 }] }).length, 0);
});

test("an edit stands where the statement's text says", (t) => {
	const story = readSample("story");
	const files = new Map<string, string[]>();
	for (const { file, line, column, text } of story.statements) {
		const lines = files.get(file) ?? [];
		const own = text.split("\n");
		for (const [at, each] of own.entries()) {
			lines[line - 1 + at] = `${at === 0 ? " ".repeat(column - 1) : ""}${each}`;
		}
		files.set(file, lines);
	}
	const edited = read(story).runs[0].results.flatMap(({ fixes = [], locations }) =>
		fixes.map(({ artifactChanges: [{ replacements }] }) => {
			const [{ deletedRegion: region, insertedContent }] = replacements;
			const { uri } = locations[0].physicalLocation.artifactLocation;
			const line = files.get(uri)?.[region.startLine - 1] ?? "";
			t.is(region.startLine, region.endLine);
			return line.slice(0, region.startColumn - 1) + insertedContent.text + line.slice(region.endColumn - 1);
		}),
	);
	t.deepEqual(edited, [
		"ALTER TABLE `users` MODIFY `language` varchar(16) CHARACTER SET utf8",
		"ALTER TABLE `table_29` CONVERT TO CHARACTER SET utf8mb4",
	]);
});

test("an edit behind a line break counts from there", (t) => {
	const story = readSample("story");
	const [finding] = story.findings;
	const text = "ALTER TABLE t\r\n  MODIFY 🌷 c varchar(1)\nNOT NULL";
	const from = text.indexOf("NOT");
	const statement = { ...story.statements[2]!, id: "x", line: 7, column: 5, text };
	const way = { kind: "edit", text: "w", verified: true, works: 1, of: 1 } as const;
	const report = {
		...story,
		statements: [statement],
		findings: [
			{
				...finding!,
				statements: ["x"],
				waysOut: [
					{ ...way, edit: { statement: "x", from, to: from + 3, text: "" } },
					{ ...way, edit: { statement: "x", from: 6, to: 6, text: "-" } },
					{ ...way, edit: { statement: "x", from: text.indexOf(" c "), to: text.indexOf(" c "), text: "-" } },
				],
			},
		],
	};
	const regions = read(report).runs[0].results[0]?.fixes?.map((each) => {
		const { startLine, startColumn } = each.artifactChanges[0].replacements[0].deletedRegion;
		return [startLine, startColumn];
	});
	t.deepEqual(regions, [
		[9, 1],
		[7, 11],
		[8, 12],
	]);
});

test("known findings are suppressed with their reason, levels follow classes, help is the one given", (t) => {
	const results = read(readSample("story")).runs[0].results;
	t.deepEqual(
		results.flatMap(({ suppressions = [] }) => suppressions.map(({ justification }) => justification)),
		["TICKET-7: the column goes with the next release"],
	);
	t.deepEqual([...new Set(results.map(({ level }) => level))].sort(), ["error", "note", "warning"]);
	const helps = new Map([["RefuseWideCharacters", { text: "a page", markdown: "# a page" }]]);
	const helped = JSON.parse(printSarif(readSample("story"), helps)) as Log;
	t.true(
		helped.runs[0].tool.driver.rules.some(({ id, help }) => id === "RefuseWideCharacters" && help.text === "a page"),
	);
});

test("more results than a code host takes are counted", (t) => {
	const large = largeReport();
	const [finding] = large.findings;
	const all = { ...large, findings: [{ ...finding!, statements: large.statements.map(({ id }) => id) }] };
	const [run] = read(all).runs;
	t.is(run.results.length, 5000);
	t.regex(JSON.stringify(run.invocations), /5000 results more are left out/);
});
