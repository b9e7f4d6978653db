/**
 * Figures of the library that have a goal, each measured in new processes.
 */
import { startVerso } from "../peer/verso.ts";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { median } from "../result.ts";
import { runTask } from "./child-task.ts";

export interface Figure {
	readonly what: string;
	readonly unit: "ms" | "MiB" | "x";
	readonly goal: number;
	readonly median: number;
	readonly least: number;
	readonly most: number;
	readonly note?: string;
}

export function figureOf(
	what: string,
	unit: Figure["unit"],
	goal: number,
	values: readonly number[],
	note?: string,
): Figure {
	const figure = { what, unit, goal, median: median(values), least: Math.min(...values), most: Math.max(...values) };
	return note === undefined ? figure : { ...figure, note };
}

interface Sizes {
	readonly rounds: number;
	readonly rows: number;
	readonly directory: string;
	say(text: string): void;
}

/** By name. */
type Measured = Readonly<Record<string, number>>;

const places = ["memory", "directory"] as const;

export async function measureFigures({ rounds, rows, directory, say }: Sizes): Promise<readonly Figure[]> {
	const figures: Figure[] = [];
	const measure = async (task: string, words: readonly (string | number)[]): Promise<(name: string) => number[]> => {
		say(`${task} ${words.join(" ")}`);
		const found: Measured[] = [];
		for (let round = 0; round < rounds; round++) {
			found.push(await runTask<Measured>("figure-task", [task, ...words]));
		}
		return (name) => found.map((each) => each[name] ?? Number.NaN);
	};
	// Keeps the compiled code where there is none yet.
	await runTask("figure-task", ["start"]);
	const start = await measure("start", []);
	figures.push(
		figureOf("import, with compiled code", "ms", 60, start("importMs")),
		figureOf("open, the first of a process", "ms", 45, start("firstMs")),
		figureOf("open, later", "ms", 1, start("laterMs")),
	);
	for (const place of places) {
		for (const size of [10, rows]) {
			const folder = join(directory, `forks-${place}-${size}`);
			await runTask("figure-task", ["fill", folder, size]);
			const forks = await measure("forks", [place, folder]);
			const what = `${size.toLocaleString("en")} rows ${place === "memory" ? "in memory" : "of a directory (from)"}`;
			figures.push(
				figureOf(`fork, ${what}`, "ms", 0.2, forks("forkMs")),
				figureOf(`restore, ${what}`, "ms", 0.2, forks("restoreMs")),
			);
		}
	}
	const release = await measure("release", []);
	figures.push(figureOf("fork of 100 tables to another release, and a select", "ms", 10, release("forkMs")));
	const memory = await measure("memory", []);
	figures.push(
		figureOf("1,000 forks", "MiB", 25, memory("forksMiB")),
		figureOf("1,000 forks with an insert in each", "MiB", 60, memory("insertedMiB")),
		figureOf("left when they are closed", "MiB", 2, memory("leftMiB")),
	);
	const folder = join(directory, "forks-directory-10");
	const worker = await measure("worker", [folder]);
	figures.push(figureOf("a worker thread with from, to its first row", "ms", 80, worker("workerMs")));
	figures.push(...(await measureStatements(directory, rounds, say)));
	return figures;
}

/** By mysql2 over a stream beside TCP to a server; CPU time of both ends. */
async function measureStatements(
	directory: string,
	rounds: number,
	say: (text: string) => void,
): Promise<readonly Figure[]> {
	say("statements over a stream and over TCP");
	const folder = join(directory, "statements");
	mkdirSync(folder);
	const server = await startVerso(folder, ["--durability", "off"]);
	const ratios: Record<string, number[]> = { select: [], insert: [] };
	const streams: Record<string, number[]> = { select: [], insert: [] };
	try {
		for (let round = 0; round < rounds; round++) {
			for (const kind of ["select", "insert"]) {
				const ask = async (...way: (string | number)[]): Promise<number> =>
					(await runTask<Measured>("figure-task", ["statements", kind, ...way]))["us"]!;
				const streamUs = await ask("stream");
				streams[kind]!.push(streamUs);
				ratios[kind]!.push(streamUs / (await ask(server.address.port, server.processes()[0]!)));
			}
		}
	} finally {
		await server.stop();
	}
	return ["select", "insert"].map((kind) =>
		figureOf(
			`${kind === "select" ? "select by key" : "insert"}, mysql2 over a stream as part of TCP`,
			"x",
			0.45,
			ratios[kind]!,
			`${median(streams[kind]!).toFixed(1)} us`,
		),
	);
}
