/**
 * `verso shrink FILE`: prints the smallest script that shows a difference between two releases.
 */
import { shrink, type Shrunk } from "../../rehearse/shrink.ts";
import { usualConditions } from "../../rehearse/stage.ts";
import { RuleShelf } from "../../rehearse/stop.ts";
import { readWorkload } from "../../workload/read.ts";
import type { WorkloadStatement } from "../../workload/statement.ts";
import { decodeText } from "../../../core/index.ts";
import type { Mode } from "../../compose/book.ts";
import { UsageError } from "../../compose/usage-error.ts";
import { showProgress } from "../progress.ts";

export interface ShrinkFlags {
	readonly from?: string;
	readonly version?: string;
	readonly setup?: string;
	readonly line?: string;
	readonly as?: Mode;
	readonly database?: string;
	readonly json?: boolean;
}

export async function printShrunk(file: string, flags: ShrinkFlags): Promise<string> {
	const { from, version, setup, line, as, database, json } = flags;
	if (from === undefined || version === undefined) {
		throw new UsageError("shrink needs two releases: --from 2.1.0 --version 2.1.3", 2);
	}
	const shelf = new RuleShelf({ mode: as ?? "measured" });
	const past = setup === undefined ? [] : (await readWorkload(setup, { role: "schema" })).statements;
	const { statements } = await readWorkload(file, { role: "traffic" });
	const progress = showProgress();
	try {
		const shrunk = await shrink({
			from: await shelf.of(from),
			to: await shelf.of(version),
			statements: [...past, ...statements].filter(({ quits, notJudged }) => quits !== true && notJudged === undefined),
			...(line === undefined ? {} : { line: Number(line) }),
			conditions: usualConditions(database),
			watch: progress.show,
		});
		return json === true ? printJson(shrunk) : printScript(shrunk, from, version);
	} finally {
		progress.end();
	}
}

function printScript({ needed, target, before, after, trials, all }: Shrunk, from: string, version: string): string {
	const lines = (list: readonly WorkloadStatement[]): string =>
		list.map(({ text }) => `${decodeText(text)};\n`).join("");
	const schema = needed.filter(({ role }) => role === "schema");
	const rest = needed.filter(({ role }) => role !== "schema");
	return (
		`-- ${needed.length} of ${all} statements are needed; ${trials} plays\n` +
		(schema.length > 0 ? `-- at ${from}:\n${lines(schema)}` : "") +
		`-- at ${version}:\n${lines(rest)}${lines([target])}` +
		`-- ${from}: ${before.replaceAll("\n", " ")}\n-- ${version}: ${after.replaceAll("\n", " ")}\n`
	);
}

function printJson({ needed, target, before, after, trials, all }: Shrunk): string {
	const plain = ({ file, line, column, role, text }: WorkloadStatement): object => ({
		file,
		line,
		column,
		role,
		text: decodeText(text),
	});
	const shown = { needed: needed.map(plain), target: plain(target), before, after, trials, all };
	return `${JSON.stringify(shown, undefined, 2)}\n`;
}
