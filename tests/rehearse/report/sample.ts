/**
 * Sample reports: those of `samples/`, written by hand, and two that are made: 10,000 statements, and odd texts.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RehearsalReport, ReportedFinding, ReportedStatement } from "../../../apps/rehearse/report/format.ts";
import { root } from "../../root.ts";

const folder = join(root, "tests", "rehearse", "report");

/** Names of `samples/`, without `.json`. */
export const sampleNames: readonly string[] = readdirSync(join(folder, "samples"))
	.map((name) => name.replace(/\.json$/, ""))
	.sort();

export function readSample(name: string): RehearsalReport {
	return JSON.parse(readFileSync(join(folder, "samples", `${name}.json`), "utf8")) as RehearsalReport;
}

/** Path of what a form makes of a sample. */
export function printedFile(name: string): string {
	return join(folder, "printed", name);
}

export function readSchema(name: string): string {
	return readFileSync(join(folder, "schemas", name), "utf8");
}

const stops = ["2.0.3", "2.1.0", "2.1.2", "2.1.7"];

/** 10,000 statements, of which each tenth breaks, 50 of a cause. */
export function largeReport(): RehearsalReport {
	const statements = Array.from({ length: 10_000 }, (_, at): ReportedStatement => {
		const breaks = at % 10 === 0;
		const fine = { class: "ok", affected: 1 } as const;
		return {
			id: `s${at + 1}`,
			file: `part-${Math.floor(at / 1000)}.sql`,
			line: (at % 1000) + 1,
			column: 1,
			role: "traffic",
			session: String(at % 9),
			text: `INSERT INTO \`orders_${at % 60}\` (\`id\`, \`note\`) VALUES (${at}, 'order ${at}')`,
			outcome: {
				"2.0.3": fine,
				"2.1.0": fine,
				"2.1.2": breaks ? { class: "error", code: 1366, state: "HY000", message: `incorrect value ${at}` } : fine,
				"2.1.7": fine,
			},
		};
	});
	const broken = statements.filter((_, at) => at % 10 === 0);
	const findings = Array.from({ length: 20 }, (_, at): ReportedFinding => {
		const own = broken.slice(at * 50, at * 50 + 50);
		return {
			id: `f${at + 1}`,
			class: "breaks",
			statements: own.map(({ id }) => id),
			stops: ["2.1.2"],
			firstRelease: "2.1.2",
			code: 1366,
			state: "HY000",
			message: own[0]?.outcome["2.1.2"]?.message ?? "",
			blame: [{ hook: "insert-check", question: "text", rule: `Rule${at}`, release: "release 2.1.2", mixes: [] }],
			consequences: [],
			waysOut: [{ kind: "later", text: "run them at 2.1.7", verified: true, works: 50, of: 50 }],
			fingerprint: `large-${String(at).padStart(2, "0")}`,
		};
	});
	return {
		format: 1,
		path: stops,
		as: "documented",
		tables: 60,
		statements,
		findings,
		data: [],
		notJudged: [],
		notes: [],
		notSimulated: "nothing that matters here",
		exitCode: 1,
	};
}
