/**
 * The published schema: reports are valid, its members are those of the types, a wrong report is found.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { printJson } from "../../../apps/rehearse/report/json.ts";
import type { RehearsalReport } from "../../../apps/rehearse/report/format.ts";
import { MadeSeries } from "../../../apps/workload/series.ts";
import { root } from "../../root.ts";
import { largeReport, readSample, sampleNames } from "./sample.ts";
import { reportFaults, reportSchema, strictFaults } from "./valid.ts";

const types = readFileSync(join(root, "apps", "rehearse", "report", "format.ts"), "utf8");

for (const name of [...sampleNames, "large"]) {
	test(`the report ${name} is valid, and JSON gives it back`, (t) => {
		const report = name === "large" ? largeReport() : readSample(name);
		const text = [...printJson(report)].join("");
		t.deepEqual(JSON.parse(text), report);
		t.deepEqual(reportFaults(JSON.parse(text)), []);
		t.deepEqual(strictFaults(JSON.parse(text)), []);
	});
}

test("a finding whose ids are made prints as one that has them", (t) => {
	for (const name of sampleNames) {
		const report = readSample(name);
		const findings = report.findings.map((finding) => ({
			...finding,
			statements: new MadeSeries(finding.statements.length, (at) => finding.statements[at] as string),
		}));
		t.is([...printJson({ ...report, findings })].join(""), [...printJson(report)].join(""));
	}
});

test("wrong reports are found", (t) => {
	const story = readSample("story");
	const wrong: readonly (readonly [string, unknown])[] = [
		["another format", { ...story, format: 2 }],
		["no path", { ...story, path: [] }],
		["a missing member", { ...story, findings: undefined }],
		["an unknown class", { ...story, findings: [{ ...story.findings[0], class: "explodes" }] }],
		["a line that is text", { ...story, statements: [{ ...story.statements[0], line: "1" }] }],
		["a day that is none", { ...story, dates: { "2.1.0": "yesterday" } }],
	];
	for (const [what, report] of wrong) {
		t.not(reportFaults(JSON.parse(JSON.stringify(report))).length, 0, what);
	}
	const later = { ...story, more: true };
	t.deepEqual(reportFaults(later), [], "members may be added");
	t.not(strictFaults(later).length, 0);
});

test("the schema has the members of the types, each with a description", (t) => {
	const nodes = { RehearsalReport: reportSchema, ...reportSchema.$defs };
	const interfaces = interfacesOf(types);
	t.deepEqual(Object.keys(nodes).sort(), [...interfaces.keys()].sort());
	for (const [name, node] of Object.entries(nodes)) {
		const members = interfaces.get(name) ?? [];
		t.deepEqual(
			Object.keys(node.properties ?? {}),
			members.map((each) => each.name),
			name,
		);
		t.deepEqual(
			[...(node.required ?? [])],
			members.filter((each) => !each.isOptional).map((each) => each.name),
			name,
		);
		for (const [member, { description }] of Object.entries(node.properties ?? {})) {
			t.truthy(description, `${name}.${member}`);
		}
	}
	t.true(interfaces.size > 8);
});

interface Member {
	readonly name: string;
	readonly isOptional: boolean;
}

function interfacesOf(text: string): ReadonlyMap<string, readonly Member[]> {
	const found = [...text.matchAll(/^(?:export )?interface (\w+) \{\n([\s\S]*?)^\}/gm)];
	return new Map(
		found.map(([, name = "", body = ""]) => [
			name,
			[...body.matchAll(/^\treadonly (\w+)(\??):/gm)].map(([, member = "", mark]) => ({
				name: member,
				isOptional: mark === "?",
			})),
		]),
	);
}

test("the schema's lists of words are those of the types", (t) => {
	const story: RehearsalReport = readSample("story");
	const words = (of: string): readonly unknown[] => reportSchema.$defs?.[of]?.properties?.["class"]?.enum ?? [];
	const listed = [...types.matchAll(/^export const findingClasses = \[([\s\S]*?)\]/gm)][0]?.[1] ?? "";
	t.deepEqual(
		words("ReportedFinding"),
		[...listed.matchAll(/"([\w-]+)"/g)].map(([, word]) => word),
	);
	t.true(words("ReportedFinding").includes(story.findings[0]?.class));
});
