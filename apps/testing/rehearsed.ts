/**
 * Rehearsals of upgrades for callers in a Node process, and a matcher for test runners: `toSurviveUpgrade`.
 *
 *     expect.extend(matchers);
 *     await expect({ schema, traffic }).toSurviveUpgrade("2.0", "2.1.7");
 */
import { encodeText, type Page } from "../../core/index.ts";
import { splitScript } from "../cli/script.ts";
import { loadPlugin } from "../compose/plugin.ts";
import type { RehearsalReport, ReportedFinding } from "../rehearse/report/format.ts";
import type { Role, WorkloadStatement } from "../workload/statement.ts";
import { pageOf, type TestedPlugin } from "./tested-plugin.ts";

/** A rehearsal: at least one of schema, traffic and migrations, and the path. */
export interface RehearsalOptions {
	/** Scripts: made at the first release; sent at every stop; sent at every stop, and movable. */
	readonly schema?: string;
	readonly traffic?: string;
	readonly migrations?: string;
	/** Releases to stop at, in order. */
	readonly path: readonly string[];
	/** Default: measured, since a rehearsal asks for the servers as they are. */
	readonly as?: "documented" | "measured";
	/** Plays also on tables that are made while at each stop. */
	readonly born?: "first" | "each";
	/** Returns by the same stops. */
	readonly back?: boolean;
	/** Plays also with old and new servers on one store. */
	readonly mixed?: boolean;
	/** The default database. Default: `test`. */
	readonly database?: string;
	readonly mixes?: readonly string[];
	readonly quirks?: readonly string[];
	readonly plugins?: readonly (TestedPlugin | string)[];
	/** Ends it early: the report is partial. */
	readonly signal?: AbortSignal;
}

/**
 * Rehearses an upgrade, as `verso rehearse` does.
 * @returns the report, format 1
 * @throws UsageError for an unknown release, or a path of fewer than two
 */
export async function rehearse(options: RehearsalOptions): Promise<RehearsalReport> {
	const { schema, traffic, migrations, path, as = "measured", born, back, mixed, database, signal } = options;
	if (path.length < 2) {
		throw new TypeError('path has two releases or more: ["2.0", "2.1.7"]');
	}
	const statements = [
		...statementsOf(schema, "schema"),
		...statementsOf(traffic, "traffic"),
		...statementsOf(migrations, "migration"),
	];
	const pages: readonly Page[] = await Promise.all(
		(options.plugins ?? []).map((plugin) => (typeof plugin === "string" ? loadPlugin(plugin) : pageOf(plugin))),
	);
	const { mixes = [], quirks = [] } = options;
	// Most tests rehearse nothing: the import of the library should not pay for it.
	const { rehearse: rehearseWorkload } = await import("../rehearse/rehearsal.ts");
	const { RuleShelf } = await import("../rehearse/stop.ts");
	const report = await rehearseWorkload({
		shelf: new RuleShelf({ mode: as, mixes, quirks, pages }),
		as,
		path,
		workload: { statements, notes: [] },
		born: born === "each",
		back: back === true,
		mixed: mixed === true,
		...(database === undefined ? {} : { database }),
		...(signal === undefined ? {} : { signal }),
	});
	const findings = report.findings.map((finding) => ({ ...finding, statements: [...finding.statements] }));
	return { ...report, statements: [...report.statements], findings };
}

function statementsOf(script: string | undefined, role: Role): readonly WorkloadStatement[] {
	return splitScript(encodeText(script ?? "")).map(({ text, line }) => ({
		file: role,
		line,
		column: 1,
		role,
		session: role,
		text,
	}));
}

interface Matched {
	readonly pass: boolean;
	message(): string;
}

/** Matchers for `expect.extend` of Jest and vitest. */
export const matchers = {
	/**
	 * Passes where nothing of a workload breaks or differs on the way between two releases.
	 * @param received a script, which is played at every stop, or a rehearsal's scripts
	 */
	async toSurviveUpgrade(
		received: string | Omit<RehearsalOptions, "path">,
		from: string,
		to: string,
	): Promise<Matched> {
		const scripts = typeof received === "string" ? { migrations: received } : received;
		const report = await rehearse({ ...scripts, path: [from, to] });
		const { isNote } = await import("../rehearse/report/tally.ts");
		const grave = report.findings.filter((finding) => !isNote(finding));
		const unjudged = report.notJudged.map(({ id, reason }) => `${placeOf(report, id)}: not judged, ${reason}`);
		const lines = [...grave.map((finding) => lineOf(report, finding)), ...unjudged];
		return {
			pass: lines.length === 0,
			message: () =>
				lines.length === 0
					? `Nothing breaks from ${from} to ${to}.`
					: `The upgrade from ${from} to ${to} breaks:\n${lines.map((line) => `  ${line}\n`).join("")}`,
		};
	},
};

function lineOf(report: RehearsalReport, finding: ReportedFinding): string {
	const { statements, class: of, firstRelease, message, blame, waysOut } = finding;
	const places = statements.map((id) => placeOf(report, id)).join(", ");
	const rules = blame.map(({ rule }) => rule).join(", ");
	const way = waysOut.find(({ works }) => works === statements.length);
	return (
		`${places}: ${of} from ${firstRelease} on${message === undefined ? "" : `, ${message}`}` +
		`${rules === "" ? "" : ` (${rules})`}${way === undefined ? "" : `; ${way.text}`}`
	);
}

function placeOf({ statements }: RehearsalReport, id: string): string {
	const found = statements.find((each) => each.id === id);
	return found === undefined ? id : `${found.file}:${found.line}`;
}
