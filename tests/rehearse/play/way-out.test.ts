/**
 * Ways out that the reports of the cases show as true, each run again by `verso run`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { temporaryFolder } from "../../cli/program.ts";
import { casesFolder, playCase } from "./case.ts";
import { claimsOf, RunAgain } from "./run-again.ts";

/** How many ways, each at each stop, the report claims at the least: a report without any would prove nothing. */
const cases: readonly (readonly [name: string, least: number])[] = [
	["story", 20],
	["traps", 30],
	["consequences", 3],
	["locks", 2],
	["ascii", 5],
	["rows", 10],
];

for (const [name, least] of cases) {
	test(`${name}: what works does so on the command line`, async (t) => {
		const { report } = playCase(name);
		const schema = readFileSync(join(casesFolder, name, "schema.sql"), "utf8");
		const again = new RunAgain(temporaryFolder(t), schema, report);
		const claims = claimsOf(report);
		t.true(claims.length >= least, `${claims.length} claims`);
		const faults: string[] = [];
		for (const claim of claims) {
			const fault = await again.faultOf(claim);
			if (fault !== undefined) {
				faults.push(fault);
			}
		}
		t.deepEqual(faults, []);
	});
}

test("a false way out is found", async (t) => {
	const { report } = playCase("consequences");
	const again = new RunAgain(
		temporaryFolder(t),
		readFileSync(join(casesFolder, "consequences", "schema.sql"), "utf8"),
		report,
	);
	const [claim] = claimsOf(report);
	if (claim === undefined) {
		t.fail("there is a claim");
		return;
	}
	const way = { ...claim.way, kind: "before" as const, run: "set @helps = 0" };
	t.regex((await again.faultOf({ ...claim, way })) ?? "", /ERROR 1105 .* not match origin utf8/);
	const idle = { ...claim.way, kind: "edit" as const, run: "alter table item comment = ''" };
	t.regex((await again.faultOf({ ...claim, way: idle })) ?? "", /does nothing/);
});
