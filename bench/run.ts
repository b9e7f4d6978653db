/**
 * Plays trials on peers, side by side and in rounds.
 *
 * In: trials, stations. Out: a result a cell. A peer that fails in a trial is out of that trial only; its sentence is
 * kept. Peers take turns at being first, so that neither always meets the machine as the other left it.
 */
import type { CellResult } from "./result.ts";
import { takeSample } from "./sample.ts";
import type { Station } from "./station.ts";
import { fillTable } from "./table/fill.ts";
import { customers, orders } from "./table/orders.ts";
import { sbtest } from "./table/sbtest.ts";
import type { Table } from "./table/table.ts";
import type { Notes, TableName, Trial } from "./trial/trial.ts";
import { warm } from "./warm.ts";

/** How long a peer may take for one step of a trial. */
const limitMs = 300_000;

type Say = (text: string) => void;

/** Writes the tables that trials need, on every peer. */
export async function fillTables(trials: readonly Trial[], stations: readonly Station[], say: Say): Promise<void> {
	for (const station of stations) {
		await station.clear();
	}
	for (const table of new Set(trials.flatMap(({ tables }) => tables))) {
		say(`filling ${table}`);
		await fill(table, stations);
	}
}

export async function runTrials(
	trials: readonly Trial[],
	stations: readonly Station[],
	rounds: number,
	say: Say,
): Promise<CellResult[]> {
	const results: CellResult[] = [];
	for (const trial of trials) {
		const found = await runTrial(trial, stations, rounds);
		results.push(...found);
		found.forEach((result) => say(describe(result)));
	}
	return results;
}

async function runTrial(trial: Trial, stations: readonly Station[], rounds: number): Promise<readonly CellResult[]> {
	const results = trial.cells.map(
		(cell): CellResult => ({ cell, samples: new Map(), failures: new Map(), differences: new Map() }),
	);
	let playing = [...stations];
	/** One step of each peer that still plays. */
	const step = async (act: (station: Station) => Promise<void>): Promise<void> => {
		for (const station of [...playing]) {
			try {
				await withLimit(act(station));
			} catch (failure) {
				station.quit();
				playing = playing.filter((each) => each !== station);
				results.forEach(({ failures }) => failures.set(station.peer.name, (failure as Error).message));
			}
		}
	};
	await step(async (station) => trial.prepare?.(station));
	const answers = new Map<string, readonly string[]>();
	await step(async (station) => {
		answers.set(station.peer.name, (await trial.answer?.(station)) ?? []);
	});
	compare(answers, results);
	if (trial.warms === true) {
		await step((station) => warm(trial, station));
	}
	for (let round = 0; round < rounds * (trial.timesRounds ?? 1); round++) {
		await step((station) => trial.round(station, station.plan.windowMs, notesFor(station, results)));
		playing.reverse();
	}
	await step(async (station) => trial.finish?.(station));
	return results;
}

function notesFor(station: Station, results: readonly CellResult[]): Notes {
	const add: Notes["add"] = (cell, sample) => {
		const samples = results.find((result) => result.cell === cell)?.samples;
		samples?.set(station.peer.name, [...(samples.get(station.peer.name) ?? []), sample]);
	};
	return {
		add,
		measure: async (cell, work) => add(cell, await takeSample(station.peer, work)),
	};
}

/** The first peer's answers are what the others' must be. */
function compare(answers: ReadonlyMap<string, readonly string[]>, results: readonly CellResult[]): void {
	const [first, ...others] = answers;
	for (const [name, lines] of others) {
		const expected = first?.[1] ?? [];
		const at = lines.findIndex((line, position) => line !== expected[position]);
		if (at >= 0 || lines.length !== expected.length) {
			const difference =
				`${lines.length} answers, ${first?.[0]} gave ${expected.length}; ${print(lines[at])} ` +
				`instead of ${print(expected[at])}`;
			results.forEach(({ differences }) => differences.set(name, difference));
		}
	}
}

async function fill(name: TableName, stations: readonly Station[]): Promise<void> {
	const connections = await Promise.all(stations.map((station) => station.connection()));
	const plan = (stations[0] as Station).plan;
	const made: Record<TableName, { table: Table; rows: number }> = {
		sbtest1: { table: sbtest(plan.sbtestRows), rows: plan.sbtestRows },
		sbtest2: { table: sbtest(plan.sbtestRows), rows: plan.sbtestRows },
		orders: { table: orders(plan.customerRows), rows: plan.orderRows },
		customers: { table: customers, rows: plan.customerRows },
	};
	await fillTable(made[name].table, name, made[name].rows, connections);
}

function describe({ cell, samples, failures, differences }: CellResult): string {
	const done = [...samples].map(([peer, { length }]) => `${peer} ${length}`);
	const failed = [...failures].map(([peer, sentence]) => `${peer} failed: ${sentence}`);
	const different = [...differences].map(([peer, sentence]) => `${peer} answers differently: ${sentence}`);
	return `${cell.name}: ${[...done, ...failed, ...different].join("; ")}`;
}

function print(line: string | undefined): string {
	return JSON.stringify(line ?? null).slice(0, 200);
}

async function withLimit(work: Promise<void>): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error(`no end after ${limitMs / 1000} s`)), limitMs);
	});
	try {
		await Promise.race([work, limit]);
	} finally {
		clearTimeout(timer);
	}
}
