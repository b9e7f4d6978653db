/**
 * Programs killed at each of their system calls in turn.
 *
 * The work is a first start, a start with a recovery, a definition that changes all rows, an insert of many, a
 * deletion with cascades, new partitions, a backup, a restore. Calls are counted by name and thread; when no call
 * reaches a number, all places were tried.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { checkDirectory } from "../../../apps/compose/checked-directory.ts";
import { programFile } from "../../cli/program-file.ts";
import { longestRun } from "../../longest-run.ts";
import { featureTables } from "../features/tables.ts";
import { changingCalls, killing } from "../strace.ts";

const rowCount = 3000;

export const works = [
	"first start",
	"start",
	"alter",
	"bulk insert",
	"cascade",
	"repartition",
	"backup",
	"restore",
] as const;
type Work = (typeof works)[number];

interface StruckReport {
	/** Kills. */
	strikes: number;
	readonly wrong: string[];
}

interface Piece {
	readonly words: (folder: string) => readonly string[];
	readonly input: string;
	/** Allowed contents, before or after the work, as counts of rows. */
	readonly allowed: readonly string[];
}

const parentCount = 40;
/** Each has 20 children, a grandchild of each, and a mark. */
const childCount = parentCount * 20;
const families = [
	`INSERT INTO parents VALUES ${valuesOf(parentCount, (at) => `${at}, 'label'`)}`,
	`INSERT INTO children VALUES ${valuesOf(childCount, (at) => `${at}, ${at % parentCount}, ${at}`)}`,
	`INSERT INTO grandchildren VALUES ${valuesOf(childCount, (at) => `${at}, ${at}`)}`,
	`INSERT INTO marks VALUES ${valuesOf(childCount, (at) => `${at}, ${at}`)}`,
	`INSERT INTO ranged VALUES ${valuesOf(childCount, (at) => `${at}, ${at}, 'body'`)}`,
	`INSERT INTO priced (id, price) VALUES ${valuesOf(childCount, (at) => `${at}, ${at}`)}`,
];
const count =
	"SELECT COUNT(*), SUM(b), MAX(c) FROM t; SELECT COUNT(*) FROM t USE INDEX (ib) WHERE b >= 0; " +
	"SELECT COUNT(*) FROM families; SELECT COUNT(*) FROM grandchildren; SELECT COUNT(child) FROM marks; " +
	"SELECT COUNT(*) FROM ranged PARTITION (low); SELECT COUNT(*) FROM ranged; " +
	"SELECT COUNT(*) FROM priced WHERE taxed <=> price * 3 + 1 AND half <=> price DIV 2;";
const others = `100|${childCount}|${childCount}`;
const before = contents(rowCount, childCount);

function contents(rows: number, children: number): string {
	return `${rows}|${sum(rows)}|x|${rows}|${children}|${children}|${children}|${others}`;
}

function valuesOf(rows: number, row: (at: number) => string): string {
	return Array.from({ length: rows }, (_, at) => `(${row(at)})`).join(", ");
}

function sum(rows: number): number {
	return (rows * (rows + 1)) / 2;
}

const run = (input: string): Pick<Piece, "words" | "input"> => ({
	words: (folder) => ["run", "-", "--data-dir", join(folder, "data")],
	input,
});

const pieces: Record<Work, Piece> = {
	"first start": { ...run("SELECT 1"), allowed: [""] },
	start: { ...run("SELECT 1"), allowed: [before] },
	alter: {
		...run(
			"ALTER TABLE t MODIFY b BIGINT NOT NULL, ADD UNIQUE uc (a, c), DROP PRIMARY KEY, ADD PRIMARY KEY (a, b), " +
				"ADD COLUMN d BIGINT AS (b * 2) STORED, ADD KEY (d)",
		),
		allowed: [before],
	},
	"bulk insert": {
		...run(`INSERT INTO t SELECT a + ${rowCount}, b + ${rowCount}, c FROM t`),
		allowed: [before, contents(2 * rowCount, childCount)],
	},
	cascade: { ...run("DELETE FROM parents"), allowed: [before, contents(rowCount, 0)] },
	repartition: {
		...run(
			"ALTER TABLE ranged REORGANIZE PARTITION high INTO (PARTITION high VALUES LESS THAN (300), " +
				"PARTITION top VALUES LESS THAN MAXVALUE)",
		),
		allowed: [before],
	},
	backup: { words: (folder) => ["backup", join(folder, "data"), join(folder, "copy")], input: "", allowed: [before] },
	restore: { words: (folder) => ["restore", join(folder, "data"), join(folder, "copy")], input: "", allowed: [before] },
};

/** `every`: only each nth call of each name. */
export async function strikeRound(folder: string, work: Work, every: number): Promise<StruckReport> {
	const report: StruckReport = { strikes: 0, wrong: [] };
	const model = join(folder, "model");
	mkdirSync(model, { recursive: true });
	await prepare(model, work);
	for (const call of changingCalls) {
		for (let at = 1; await strikeOnce(folder, model, { work, call, at }, report); at += every) {
			// Until the work is done.
		}
	}
	return report;
}

interface Strike {
	readonly work: Work;
	readonly call: string;
	readonly at: number;
}

/** False: the work was done, or there is a finding. */
async function strikeOnce(
	folder: string,
	model: string,
	{ work, call, at }: Strike,
	report: StruckReport,
): Promise<boolean> {
	const place = join(folder, "struck");
	rmSync(place, { recursive: true, force: true });
	cpSync(model, place, { recursive: true });
	if (!(await strike(place, work, call, at))) {
		return false;
	}
	report.strikes++;
	const wrong = await judge(place, work);
	if (wrong !== null) {
		report.wrong.push(`${work}, killed at ${call} ${at}: ${wrong}`);
	}
	return wrong === null;
}

async function prepare(model: string, work: Work): Promise<void> {
	if (work !== "first start") {
		const rows = Array.from({ length: rowCount }, (_, at) => `(${at + 1}, ${at + 1}, 'x')`).join();
		await verso(
			["run", "-", "--data-dir", join(model, "data")],
			[
				"CREATE TABLE t (a INT PRIMARY KEY, b INT, c VARCHAR(20), KEY ib (b))",
				`INSERT INTO t VALUES ${rows}`,
				...featureTables,
				...families,
			].join("; "),
		);
	}
	if (work === "start") {
		// Leaves contents to sweep, and a definition that was cut off.
		await verso(
			["run", "-", "--data-dir", join(model, "data")],
			"CREATE TABLE gone (a INT PRIMARY KEY); INSERT INTO gone SELECT a FROM t; DROP TABLE gone",
		);
		await strike(model, "alter", "fdatasync", 4);
	}
}

/** False: the work was done. */
async function strike(place: string, work: Work, call: string, at: number): Promise<boolean> {
	const { words, input } = pieces[work];
	const { signal, code } = await verso(words(place), input, killing(call, at));
	return signal === "SIGKILL" || code === 137;
}

interface End {
	readonly stdout: string;
	readonly stderr: string;
	readonly code: number | null;
	readonly signal: NodeJS.Signals | null;
}

async function verso(words: readonly string[], input: string, under: readonly string[] = []): Promise<End> {
	const [command = "", ...rest] = [...under, process.execPath, programFile, ...words];
	const child = spawn(command, rest, { stdio: "pipe", ...longestRun });
	let [stdout, stderr] = ["", ""];
	child.stdout.on("data", (bytes: Buffer) => {
		stdout += bytes.toString();
	});
	child.stderr.on("data", (bytes: Buffer) => {
		stderr += bytes.toString();
	});
	child.stdin.on("error", () => {});
	child.stdin.end(input);
	const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
	return { stdout, stderr, code, signal };
}

/** Null: no finding. */
async function judge(place: string, work: Work): Promise<string | null> {
	const { allowed } = pieces[work];
	const directory = join(place, "data");
	const copy = join(place, "copy");
	if (existsSync(copy)) {
		const wrong = await judgeDirectory(copy, allowed);
		if (wrong !== null) {
			return `the copy that is there: ${wrong}`;
		}
	} else if (work === "backup" || work === "restore") {
		const again = await verso(pieces[work].words(place), "");
		if (again.code !== 0) {
			return `it can't be done again: ${again.stderr}`;
		}
	}
	return judgeDirectory(directory, allowed);
}

async function judgeDirectory(directory: string, allowed: readonly string[]): Promise<string | null> {
	const isEmpty = allowed[0] === "";
	const { stdout, stderr, code } = await verso(
		["run", "-", "--data-dir", directory],
		isEmpty ? "CREATE TABLE t (a INT PRIMARY KEY); INSERT INTO t VALUES (1)" : count,
	);
	if (code !== 0) {
		return `it does not start again: ${stderr}`;
	}
	const found = stdout
		.split("\n")
		.filter((line) => /^\d/.test(line))
		.join("|")
		.replaceAll("\t", "|");
	if (!isEmpty && !allowed.includes(found)) {
		return `its rows are ${found}, not ${allowed.join(" or ")}`;
	}
	const { findings } = await checkDirectory(directory);
	return findings.length === 0 ? null : `verso check finds: ${findings[0]?.where}: ${findings[0]?.sentence}`;
}
