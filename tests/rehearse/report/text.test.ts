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

test("columns of which the same is said are counted, those with rows are not; all are listed with --all", (t) => {
	const [name = ""] = sampleNames;
	const columns = Array.from({ length: 40 }, (_, at) => ({
		table: "shop.t",
		column: `c${at}`,
		resolved: "utf8",
		inForce: "utf8mb4",
		under: "2.0.3",
		what: "stored as utf8, read as utf8mb4",
		...(at === 7 ? { wideRows: 1, rows: 2, sampleKeys: ["5"] } : {}),
	}));
	const report = { ...readSample(name), data: columns };
	const lines = (all: boolean): readonly string[] =>
		printText(report, { all, width: 100 })
			.split("\n")
			.filter((line) => /shop\.t\.c\d/.test(line));
	t.deepEqual(lines(false), [
		"  shop.t.c7   stored as utf8, read as utf8mb4; 1 of 2 rows (5)",
		"  shop.t.c0, shop.t.c1, shop.t.c2 and 36 other columns: stored as utf8, read as utf8mb4",
	]);
	t.is(lines(true).length, 40);
});
