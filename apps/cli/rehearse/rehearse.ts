/**
 * `verso rehearse`: rehearses an upgrade and prints what breaks, who decided, and the ways out.
 *
 * Exit code 0: nothing breaks; 1: something does (`--fail-on`); 2: it could not be judged; 130: interrupted, with a
 * partial report.
 */
import { readFileSync } from "node:fs";
import { setTimeout, type rules } from "../../../core/index.ts";
import { newestRelease, releases } from "../../../plugins/index.ts";
import type { BookWish } from "../../compose/book.ts";
import { composeBook } from "../../compose/book.ts";
import { loadPlugin } from "../../compose/plugin.ts";
import { UsageError } from "../../compose/usage-error.ts";
import { dataAtRisk } from "../../inspect/data-at-risk.ts";
import { rehearse } from "../../rehearse/rehearsal.ts";
import { applyBaseline, expireSuppressions, parseBaseline, writeBaseline } from "../../rehearse/report/baseline.ts";
import { defaultFailOn, exitCodeOf, parseFailOn } from "../../rehearse/report/exit-code.ts";
import type { LongReport } from "../../rehearse/report/format.ts";
import { parseReportWish, planReports } from "../../rehearse/report/report-kind.ts";
import { refuseWithoutFolder, writeFileWhole } from "../../rehearse/report/write-file.ts";
import { searched } from "../../rehearse/search.ts";
import { RuleShelf } from "../../rehearse/stop.ts";
import { letLittleGarbageGather } from "../engine/garbage.ts";
import { readConfig, readSwitches } from "../config-file.ts";
import { printWarnings } from "../open-database.ts";
import { showProgress } from "../progress.ts";
import { reasonOf } from "../read-statements.ts";
import { serverSettings } from "../setting.ts";
import { couldRun } from "../unjudged.ts";
import { recordedOf, storeOf, workloadOf } from "./input.ts";
import type { RehearseFlags } from "./options.ts";
import { pathOf } from "./path.ts";
import { printReports } from "./print-report.ts";

/** As a shell says it of a program that SIGINT ended. */
const interruptedCode = 130;

/** Plays of a statement at a stop: the garbage of so many would take more memory than they do. */
const manyPlays = 2000;

/** Answers with the exit code. */
export async function printRehearsal(flags: RehearseFlags): Promise<number> {
	const reports = planReports((flags.report ?? []).map(parseReportWish));
	reports.forEach(({ file }) => file !== undefined && refuseWithoutFolder(file));
	if (flags.writeBaseline !== undefined) {
		refuseWithoutFolder(flags.writeBaseline);
	}
	const failOn = flags.failOn === undefined ? defaultFailOn : parseFailOn(flags.failOn);
	const baseline = flags.baseline === undefined ? undefined : parseBaseline(textOf(flags.baseline), flags.baseline);
	const stopping = new AbortController();
	let isInterrupted = false;
	const interrupt = (): void => {
		isInterrupted = true;
		stopping.abort();
	};
	process.once("SIGINT", interrupt);
	const timer = timeoutOf(flags, () => stopping.abort());
	try {
		const rehearsed = await couldRun(() => rehearseAsAsked(flags, stopping.signal));
		const today = new Date().toISOString().slice(0, 10);
		const known =
			baseline === undefined ? expireSuppressions(rehearsed, today) : applyBaseline(rehearsed, baseline, today);
		if (flags.writeBaseline !== undefined) {
			writeFileWhole(flags.writeBaseline, [writeBaseline(known, baseline)]);
		}
		const exitCode = isInterrupted ? interruptedCode : exitCodeOf(known, failOn);
		const plugins = await Promise.all((flags.plugin ?? []).map(loadPlugin));
		const how = { failOn, all: flags.all === true, redact: flags.redact === true, plugins };
		await printReports(reports, { ...known, exitCode }, how);
		return exitCode;
	} finally {
		clearTimeout(timer);
		process.removeListener("SIGINT", interrupt);
	}
}

async function rehearseAsAsked(flags: RehearseFlags, signal: AbortSignal): Promise<LongReport> {
	const path = pathOf(flags);
	const wish: Omit<BookWish, "release"> = {
		mode: flags.as ?? "measured",
		mixes: flags.mix ?? [],
		quirks: flags.quirk ?? [],
		plugins: flags.plugin ?? [],
	};
	const shelf = new RuleShelf(wish, await switchesOf(flags, wish));
	const store = await storeOf(flags);
	const workload = await workloadOf(flags);
	if (workload.statements.length === 0 && store === undefined && flags.exec === undefined) {
		throw new UsageError("there is nothing to rehearse: give --schema, --traffic, --migrations or --exec", 2);
	}
	if (flags.exec !== undefined || workload.statements.length * path.length > manyPlays) {
		letLittleGarbageGather();
	}
	const progress = showProgress();
	try {
		const all = flags.search === true ? [path[0] ?? "", ...shelf.between(path[0] ?? "", path.at(-1) ?? "")] : path;
		const report = await rehearse({
			shelf,
			as: flags.as ?? "measured",
			path: all,
			workload,
			...(store === undefined ? {} : { store }),
			...(flags.database === undefined ? {} : { database: flags.database }),
			prelude: preludeOf(flags),
			born: flags.born === "each",
			back: flags.back === true,
			mixed: flags.mixed === true,
			dataAtRisk,
			...(flags.exec === undefined ? {} : { exec: (kernel, database) => recordedOf(flags, kernel, database) }),
			watch: progress.show,
			signal,
		});
		const dated = { ...report, dates: Object.fromEntries(releases.map(({ name, date }) => [name, date])) };
		return flags.search === true ? searched(dated) : dated;
	} finally {
		progress.end();
		await store?.close();
	}
}

/** Switches of the configuration file that any release of the line knows. */
async function switchesOf(
	{ config }: RehearseFlags,
	wish: Omit<BookWish, "release">,
): Promise<ReadonlyMap<string, rules.SwitchValue>> {
	if (config === undefined) {
		return new Map();
	}
	const { book } = await composeBook({ ...wish, release: newestRelease });
	const { values, unknown } = readSwitches(readConfig(config), book.switches(), serverSettings);
	printWarnings(unknown.map((key) => `${config}: no release knows ${key}`));
	return values;
}

function preludeOf({ set = [] }: RehearseFlags): readonly string[] {
	return set.map((word) => {
		const [, name = "", value = ""] = /^\s*([\w.@]+)\s*=(.*)$/s.exec(word) ?? [];
		if (name === "") {
			throw new UsageError(`--set takes NAME=VALUE, such as sql_mode=ANSI, not ${word}`, 2);
		}
		const literal = /^(-?\d+(\.\d+)?|default|'.*'|".*")$/is.test(value) ? value : `'${value.replaceAll("'", "''")}'`;
		return name.toLowerCase() === "names" ? `SET NAMES ${literal}` : `SET ${name} = ${literal}`;
	});
}

function timeoutOf({ timeout }: RehearseFlags, end: () => void): NodeJS.Timeout | undefined {
	if (timeout === undefined) {
		return undefined;
	}
	if (!/^\d+(\.\d+)?$/.test(timeout) || Number(timeout) === 0) {
		throw new UsageError(`--timeout takes seconds, not ${timeout}`, 2);
	}
	return setTimeout(end, Number(timeout) * 1000);
}

function textOf(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch (failure) {
		throw new UsageError(`cannot read ${path}: ${reasonOf(failure)}`, 2);
	}
}
