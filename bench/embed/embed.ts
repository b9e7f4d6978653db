/**
 * `npm run bench -- --embed`: what the library costs inside a process, beside its goals and beside rivals.
 *
 * In: sizes, a folder for data. Out: bench/embed.md.
 */
import { join } from "node:path";
import type { Options } from "../options.ts";
import { writeReport } from "../report/output.ts";
import { findRoot } from "../root.ts";
import { type Figure, measureFigures } from "./figures.ts";
import { measureJest } from "./jest.ts";
import { type Contest, measureContests } from "./contest.ts";

type Machine = readonly (readonly [string, string])[];

export async function runEmbed(
	options: Options,
	directory: string,
	machine: Machine,
	say: (text: string) => void,
): Promise<void> {
	const startedAt = new Date();
	const rounds = options.rounds;
	const rows = options.plan.orderRows;
	const figures = [
		...(await measureFigures({ rounds, rows, directory, say })),
		...(await measureJest(directory, rounds, say)),
	];
	const contests = await measureContests(directory, rounds, say);
	const report = print(figures, contests, machine, startedAt, rounds);
	const isWhole = options.plan.title === "full" || options.plan.title === "quick";
	writeReport(report, options.output ?? (isWhole ? join(findRoot(), "bench", "embed.md") : undefined));
}

function print(
	figures: readonly Figure[],
	contests: readonly Contest[],
	machine: Machine,
	startedAt: Date,
	rounds: number,
): string {
	const facts = machine.map(([name, value]) => `- ${name}: ${value}`).join("\n");
	const lines = figures.map(
		({ what, unit, goal, median, least, most, note = "" }) =>
			`| ${what} | ${number(median)} ${unit} | ${number(least)} to ${number(most)} | ${number(goal)} ${unit} | ${
				median <= goal ? "yes" : `**${(median / goal).toFixed(1)}x**`
			} | ${note} |`,
	);
	const suites = contests.map(({ name, setUpMs, testsMs, wallMs, residentMiB, failed, note }) =>
		setUpMs === undefined
			? `| ${name} | ${note} | | | | |`
			: `| ${name} | ${setUpMs.toFixed(0)} | ${testsMs.toFixed(0)} | ${wallMs.toFixed(0)} | ${residentMiB.toFixed(0)} | ${failed} |`,
	);
	return `# The library inside a process

Written by \`npm run bench -- --embed\` on ${startedAt.toISOString().slice(0, 10)}. Medians of ${rounds} rounds, each in processes of its
own; CPU time of all threads, of the server, too, where there is one. Goals are meant for an idle machine: where the
load is high, milliseconds are up to three times theirs, and ratios and memory count.

${facts}

| figure | measured | least to most | goal | reached | |
|---|---|---|---|---|---|
${lines.join("\n")}

## A suite of 200 tests

40 tables with foreign keys, made by 100 statements; then 200 tests of 20 inserts and 13 other statements, each test on
the state that the migration left. Processes are cold, as those of test runs are. CPU time in milliseconds, of the
client and the server where there is one; a server's start is not counted. MariaDB runs without durability. Memory is
the most that client and server held.

| | migration, CPU | tests, CPU | all, wall | MiB | failed tests |
|---|---|---|---|---|---|
${suites.join("\n")}
`;
}

function number(value: number): string {
	return value >= 10 ? value.toFixed(0) : value.toFixed(2);
}
