/**
 * Ways out run again as a user would: by `verso run`, on a data directory that went the way of the report's path.
 *
 * Nothing of a rehearsal is used but its report, so that a way out that it falsely shows as true is found.
 */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type {
	RehearsalReport,
	ReportedFinding,
	ReportedStatement,
	ReportedWayOut,
} from "../../../apps/rehearse/report/format.ts";
import { runVerso } from "../../cli/program.ts";

/** A way out is said to work for a statement at a stop. */
interface Claim {
	readonly finding: ReportedFinding;
	readonly way: ReportedWayOut;
	readonly statement: ReportedStatement;
	readonly stop: string;
}

/** Of every way out that works, at every stop where it does, for the statement that it was shown for. */
export function claimsOf({ findings, statements }: RehearsalReport): readonly Claim[] {
	return findings.flatMap((finding) =>
		finding.waysOut
			.filter(({ works }) => works > 0)
			.flatMap((way) => {
				const statement = statements.find(({ id }) => id === way.runOf);
				if (statement === undefined) {
					throw new Error(`${finding.id}: "${way.text}" names no statement that it was run for`);
				}
				return (way.stops ?? finding.stops).map((stop) => ({ finding, way, statement, stop }));
			}),
	);
}

/** A claim in the terms of the command line. */
interface Attempt {
	/** Labels of stops, and the release where the statement runs last. */
	readonly hops: readonly string[];
	readonly before: readonly string[];
	readonly text: string;
	readonly config?: string;
}

function attemptOf({ finding, way, statement, stop }: Claim, path: readonly string[]): Attempt {
	const { kind, text, run = "", instead = [], from = "" } = way;
	const place = path.indexOf(stop);
	const passed = path.slice(0, place);
	const plain = { before: [], text: statement.text };
	const hops = instead.includes(stop) ? [...passed, from] : path.slice(0, place + 1);
	switch (kind) {
		case "edit": {
			const parts = run.split(";\n");
			return { hops, before: parts.slice(0, -1), text: parts.at(-1) ?? "" };
		}
		case "before":
			return { ...plain, hops, before: [run] };
		case "switch":
			return { ...plain, hops, config: run };
		default: {
			const last = passed.findLastIndex((label) => releaseOf(label) === run);
			if (text.startsWith("stay at ") || text.includes(", before the ")) {
				return { ...plain, hops: last < 0 ? [...passed, run] : path.slice(0, last + 1) };
			}
			const left = way.stops ?? finding.stops;
			return text.startsWith("go to ")
				? { ...plain, hops: [...passed.filter((label) => label === finding.born || !left.includes(label)), run] }
				: { ...plain, hops: [...passed, stop, run] };
		}
	}
}

function releaseOf(label: string): string {
	return label.replace(" (back)", "");
}

/** Directories of one report's path. */
export class RunAgain {
	readonly #folder: string;
	readonly #schema: string;
	readonly #report: RehearsalReport;
	readonly #made = new Map<string, Promise<string>>();
	#count = 0;

	constructor(folder: string, schema: string, report: RehearsalReport) {
		this.#folder = folder;
		this.#schema = schema;
		this.#report = report;
	}

	/** The reason why a claim is false; undefined: it holds. */
	async faultOf(claim: Claim): Promise<string | undefined> {
		const { finding, way, statement, stop } = claim;
		const { hops, before, text, config } = attemptOf(claim, this.#report.path);
		const earlier = this.#report.statements
			.slice(0, this.#report.statements.indexOf(statement))
			.filter(({ role }) => role !== "schema")
			.map((each) => each.text);
		// An effect shows in the table.
		const table = /\b(?:table|into|insert|replace|update)\s+(`?\w+`?)/i.exec(statement.text)?.[1] ?? "";
		const look = /^\s*alter/i.test(statement.text) ? [`show create table ${table}`] : [];
		const script = [...earlier, ...before, "select '--- before' as mark", ...look, text];
		const behind = ["select concat('--- changed ', row_count()) as mark", ...look, "select '--- after' as mark"];
		const { stdout, stderr } = await this.#run([...script, ...behind], hops, finding.born, config);
		const failed = [...stderr.matchAll(/^(ERROR .*?) at line (\d+)(.*)$/gm)].find(
			([, , line]) => Number(line) === lineOf(script, script.length - 1),
		);
		const said = `${finding.id} at ${stop}: "${way.text}" for ${statement.id}, over ${hops.join(" -> ")}`;
		if (failed !== undefined || !stdout.includes("--- after")) {
			return `${said}: ${failed?.[1] ?? stderr}${failed?.[3] ?? ""}`;
		}
		const worked = Object.values(statement.outcome).find((outcome) => outcome.class === "ok");
		const [shown = "", changed = "", then = ""] = partsOf(stdout);
		if (finding.class === "rows-differ") {
			const was = await this.#rowsBefore(finding, statement, earlier);
			return linesOf(shown) === linesOf(was) ? undefined : `${said}: ${shown}, not ${was}`;
		}
		if (text === "DO 0") {
			return undefined;
		}
		if (look.length > 0 && shown === then && (worked?.effect?.length ?? 0) > 0) {
			return `${said}: does nothing`;
		}
		// The report lets earlier statements through that fail here, and leave other rows.
		const isComparable = /^\s*(insert|replace|update|delete)/i.test(statement.text) && !stderr.includes("ERROR 1366");
		return isComparable && worked !== undefined && Number(changed) !== worked.affected
			? `${said}: ${changed} rows, not ${worked.affected}`
			: undefined;
	}

	/** Rows of a query at the stop before the finding's first. */
	async #rowsBefore({ stops, born }: ReportedFinding, { text }: ReportedStatement, earlier: readonly string[]) {
		const { path } = this.#report;
		const script = [...earlier, "select '--- before' as mark", text, "select '--- changed' as mark"];
		const behind = ["select '--- after' as mark"];
		const { stdout } = await this.#run([...script, ...behind], path.slice(0, path.indexOf(stops[0] ?? "")), born);
		return partsOf(stdout)[0] ?? "";
	}

	async #run(script: readonly string[], hops: readonly string[], born: string | undefined, config?: string) {
		const directory = join(this.#folder, `run-${++this.#count}`);
		cpSync(await this.#directory(hops, born), directory, { recursive: true });
		const flags = config === undefined ? [] : ["--config", `${directory}.toml`];
		if (config !== undefined) {
			writeFileSync(`${directory}.toml`, config);
		}
		return this.#play(script, directory, hops.at(-1) ?? "", flags);
	}

	#play(script: readonly string[], directory: string, label: string, flags: readonly string[] = []) {
		const how = ["--version", releaseOf(label), "--as", this.#report.as, "--data-dir", directory, ...flags];
		return runVerso(["run", "-", "--force", ...how], {
			input: script.map((text) => `${text};\n`).join(""),
			bundled: true,
		});
	}

	/** A data directory that was opened by one release after the other. */
	#directory(hops: readonly string[], born: string | undefined): Promise<string> {
		const name = `${hops.join(" ")} ${born !== undefined && hops.includes(born) ? born : ""}`;
		const made = this.#made.get(name) ?? this.#make(hops, born);
		this.#made.set(name, made);
		return made;
	}

	async #make(hops: readonly string[], born: string | undefined): Promise<string> {
		const directory = join(this.#folder, `way-${++this.#count}`);
		const last = hops.at(-1) ?? "";
		if (hops.length === 1) {
			mkdirSync(directory);
			await this.#play([this.#schema], directory, last);
			return directory;
		}
		cpSync(await this.#directory(hops.slice(0, -1), born), directory, { recursive: true });
		const tables = [...this.#schema.matchAll(/^create table (\S+)/gim)].map(([, table]) => `drop table ${table}`);
		await this.#play(last === born ? [...tables, this.#schema] : ["do 0"], directory, last);
		return directory;
	}
}

/** Parts of the output between the marks: before, of the change, after. */
function partsOf(stdout: string): readonly string[] {
	const parts = /--- before\n([\s\S]*?)[^\n]*\n--- changed ?(\S*)\n([\s\S]*?)[^\n]*\n--- after/.exec(stdout);
	return parts?.slice(1) ?? [];
}

/** Rows as a set. */
function linesOf(text: string): string {
	return text.split("\n").sort().join("\n");
}

function lineOf(script: readonly string[], at: number): number {
	return script.slice(0, at).join(";\n").split("\n").length + (at === 0 ? 0 : 1);
}
