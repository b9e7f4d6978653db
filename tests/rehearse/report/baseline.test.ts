/**
 * Baseline, expiry and exit codes: known findings do not count, past days do again, gone findings are told.
 */
import test from "ava";
import { UsageError } from "../../../apps/compose/usage-error.ts";
import {
	applyBaseline,
	expireSuppressions,
	parseBaseline,
	writeBaseline,
} from "../../../apps/rehearse/report/baseline.ts";
import { exitCodeOf, failOnChoices, parseFailOn } from "../../../apps/rehearse/report/exit-code.ts";
import { findingClasses, type FindingClass, type RehearsalReport } from "../../../apps/rehearse/report/format.ts";
import { readSample } from "./sample.ts";

const story = readSample("story");
const today = "2026-11-28";

const read = (text: string): ReturnType<typeof parseBaseline> => parseBaseline(text, "known.json");

test("a baseline that was written suppresses all that is there, and nothing else", (t) => {
	const baseline = read(writeBaseline(story));
	const applied = applyBaseline(story, baseline, today);
	t.true(applied.findings.every(({ suppressed }) => suppressed !== undefined));
	t.is(applied.gone, undefined);
	t.is(exitCodeOf(story, "difference"), 1);
	t.is(exitCodeOf(applied, "difference"), 0);
	const fewer = { ...story, findings: story.findings.slice(1) };
	t.deepEqual(
		applyBaseline(fewer, baseline, today).gone?.map(({ fingerprint }) => fingerprint),
		[story.findings[0]?.fingerprint],
	);
	const [first, ...rest] = story.findings;
	const more = { ...story, findings: [{ ...first, fingerprint: "new" } as (typeof rest)[number], ...rest] };
	t.is(exitCodeOf(applyBaseline(more, baseline, today), "difference"), 1);
});

test("a baseline is the same whatever the order, keeps reasons, and holds no statement's text", (t) => {
	const turned = { ...story, findings: story.findings.toReversed() };
	t.is(writeBaseline(turned), writeBaseline(story));
	t.notRegex(writeBaseline(story), /Carl|Anna|INSERT|f09f/);
	const [first] = read(writeBaseline(story)).findings;
	const noted = { format: 1, findings: [{ ...first, reason: "we know", until: "2027-01-01" }] } as const;
	const again = read(writeBaseline(applyBaseline(story, noted, today), noted));
	const kept = again.findings.find(({ fingerprint }) => fingerprint === first?.fingerprint);
	t.is(kept?.reason, "we know");
	t.is(kept?.until, "2027-01-01");
	// An ignore comment stays where it is: it is not written into the baseline.
	const commented = story.findings.find(({ suppressed }) => suppressed !== undefined)?.fingerprint;
	t.false(again.findings.some(({ fingerprint }) => fingerprint === commented));
});

test("a suppression holds through its last day", (t) => {
	const fingerprint = story.findings[0]?.fingerprint ?? "";
	const onDay = (day: string, until: string): RehearsalReport =>
		applyBaseline(story, { format: 1, findings: [{ fingerprint, about: "it", reason: "r", until }] }, day);
	t.deepEqual(onDay("2026-11-28", "2026-11-28").findings[0]?.suppressed, { reason: "r", until: "2026-11-28" });
	const past = onDay("2026-11-29", "2026-11-28").findings[0];
	t.is(past?.suppressed, undefined);
	t.deepEqual(past?.expired, { reason: "r", until: "2026-11-28" });
	const commented = (report: RehearsalReport) => report.findings.find(({ id }) => id === "f7");
	t.truthy(commented(expireSuppressions(story, "2027-01-31"))?.suppressed);
	t.is(commented(expireSuppressions(story, "2027-02-01"))?.expired?.until, "2027-01-31");
});

test("what is no baseline is refused with a sentence", (t) => {
	const wrong: readonly (readonly [string, RegExp])[] = [
		["", /no JSON object/],
		["[]", /"format" is missing/],
		['{"format":2}', /"format" is 2, not 1/],
		['{"format":1}', /"findings" is no list/],
		['{"format":1,"findings":[{}]}', /finding 1 has no fingerprint/],
		['{"format":1,"findings":[null]}', /finding 1 has no fingerprint/],
		['{"format":1,"findings":[{"fingerprint":"a","until":"soon"}]}', /"until" that is no day: "soon"/],
		['{"format":1,"findings":[{"fingerprint":"a","reason":7}]}', /no text/],
	];
	for (const [text, sentence] of wrong) {
		const failure = t.throws(() => read(text), { instanceOf: UsageError, message: sentence });
		t.is(failure?.exitCode, 2);
	}
});

test("exit codes: each word counts its class and those graver", (t) => {
	const of = (name: FindingClass): RehearsalReport => {
		const [first] = story.findings;
		return { ...story, findings: [{ ...first, class: name } as (typeof story.findings)[number]] };
	};
	const failing = Object.fromEntries(
		failOnChoices.map((choice) => [choice, findingClasses.filter((name) => exitCodeOf(of(name), choice) === 1)]),
	);
	t.deepEqual(failing, {
		break: ["breaks"],
		effect: ["breaks", "loses-effect"],
		difference: ["breaks", "loses-effect", "rows-differ", "count-differs", "effect-differs"],
		note: [...findingClasses],
		never: [],
	});
});

test("nothing that could be judged is exit code 2, whatever counts", (t) => {
	for (const choice of failOnChoices) {
		t.is(exitCodeOf(readSample("empty"), choice), 2);
		t.is(exitCodeOf(readSample("clean"), choice), 0);
	}
	const everywhere = readSample("clean");
	const refused = { ...everywhere, notJudged: [{ id: "s1", reason: "r", kind: "refused-everywhere" as const }] };
	t.is(exitCodeOf(refused, "never"), 2);
});

test("--fail-on of another word is refused", (t) => {
	t.is(parseFailOn("note"), "note");
	t.throws(() => parseFailOn("breaks"), { instanceOf: UsageError, message: /did you mean break\?/ });
});
