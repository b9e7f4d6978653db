/**
 * The report as JUnit XML: golden texts, valid by a schema, counts that are those of the elements.
 */
import test from "ava";
import { failOnChoices } from "../../../apps/rehearse/report/exit-code.ts";
import { printJunit } from "../../../apps/rehearse/report/junit.ts";
import { isGolden } from "./golden.ts";
import { largeReport, readSample, sampleNames } from "./sample.ts";
import { junitFaults } from "./valid.ts";

for (const name of [...sampleNames, "large"]) {
	test.serial(`${name}.junit.xml is valid`, async (t) => {
		const report = name === "large" ? largeReport() : readSample(name);
		const printed = [...printJunit(report, "difference")].join("");
		if (name !== "large") {
			isGolden(t, `${name}.junit.xml`, printed);
		}
		t.deepEqual(await junitFaults(printed), []);
		for (const choice of failOnChoices) {
			const xml = [...printJunit(report, choice)].join("");
			const [, tests = "", failures = "", skipped = ""] =
				/<testsuites[^>]* tests="(\d+)" failures="(\d+)" errors="0" skipped="(\d+)"/.exec(xml) ?? [];
			t.is(xml.match(/<testcase /g)?.length ?? 0, Number(tests));
			t.is(xml.match(/<failure /g)?.length ?? 0, Number(failures));
			t.is(xml.match(/<skipped /g)?.length ?? 0, Number(skipped));
			t.true(choice !== "never" || failures === "0");
		}
	});
}

test.serial("what is not valid is found", async (t) => {
	const story = [...printJunit(readSample("story"), "difference")].join("");
	t.not((await junitFaults(story.replace("<testsuites ", "<suites "))).length, 0);
	t.not((await junitFaults(story.replace(' classname="', ' class="'))).length, 0);
	t.not((await junitFaults(story.replace("</testsuite>", "\u0001</testsuite>"))).length, 0);
});

test("a suite a stop, a failure where it breaks, skipped where it is not judged or known", (t) => {
	const xml = [...printJunit(readSample("story"), "difference")].join("");
	t.deepEqual(
		[...xml.matchAll(/<testsuite name="([^"]*)" tests="(\d+)" failures="(\d+)" errors="0" skipped="(\d+)"/g)].map(
			([, ...parts]) => parts,
		),
		[
			["2.0.3", "32", "0", "4"],
			["2.1.0", "32", "0", "4"],
			["2.1.2", "32", "10", "5"],
			["2.1.7", "32", "14", "4"],
			["tables made at 2.1.7", "2", "2", "0"],
			["servers 2.1.0 with 2.1.2", "1", "1", "0"],
		],
	);
	t.regex(xml, /<skipped message="known, until 2027-01-31: TICKET-7/);
	t.regex(xml, /<skipped message="unreadable: arguments/);
});
