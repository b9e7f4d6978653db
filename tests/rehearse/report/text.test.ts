/**
 * The report as text: golden texts of the samples, lines within the width, no control sequence let through.
 */
import test from "ava";
import { printText } from "../../../apps/rehearse/report/text/print-text.ts";
import { displayWidth } from "../../../apps/terminal/display-width.ts";
import { isGolden } from "./golden.ts";
import { largeReport, readSample, sampleNames } from "./sample.ts";

const forms = [
	{ ending: "txt", options: { all: false, width: 100 } },
	{ ending: "narrow.txt", options: { all: false, width: 60 } },
	{ ending: "all.txt", options: { all: true, width: 120 } },
] as const;

for (const name of sampleNames) {
	for (const { ending, options } of forms) {
		test(`${name}.${ending}`, (t) => {
			const printed = printText(readSample(name), options);
			isGolden(t, `${name}.${ending}`, printed);
			t.is(printText(readSample(name), options), printed);
		});
	}
}

for (const width of [40, 60, 79, 100, 200]) {
	test(`no line is wider than ${width} columns, and no control character shows`, (t) => {
		for (const report of [...sampleNames.map(readSample), largeReport()]) {
			for (const all of [false, true]) {
				const printed = printText(report, { all, width });
				t.deepEqual(
					printed.split("\n").filter((line) => displayWidth(line) > width),
					[],
				);
				t.notRegex(printed.replaceAll("\n", ""), /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
			}
		}
	});
}

test("colours change no column", (t) => {
	for (const report of sampleNames.map(readSample)) {
		const plain = printText(report, { all: true, width: 100 });
		const painted = printText(report, { all: true, width: 100, colour: true });
		t.true(painted.includes("\u001b[1m"));
		t.is(painted.replace(/\u001b\[\d+m/g, ""), plain);
	}
});

test("10,000 statements: a few lines a cause, with --all all of them", (t) => {
	const report = largeReport();
	const short = printText(report, { all: false, width: 100 }).split("\n").length;
	t.true(short < 20 * 12, String(short));
	t.true(printText(report, { all: true, width: 100 }).split("\n").length > 1000);
});
