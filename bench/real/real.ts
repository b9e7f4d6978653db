/**
 * `npm run bench -- --real`: real work on verso and MariaDB side by side, each answer compared.
 *
 * In: options, a folder. Out: the section "Real work" of bench/results.md, and its short form in the README.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Options } from "../options.ts";
import { startMariadb } from "../peer/mariadb.ts";
import type { Peer } from "../peer/peer.ts";
import { startVerso } from "../peer/verso.ts";
import { replaceSection, writeSection } from "../report/page.ts";
import { addOtherTables } from "../replay/other-tables.ts";
import { findRoot } from "../root.ts";
import { measureDropped } from "./dropped.ts";
import { measureFirstUses } from "./first-calls.ts";
import { measureHotRows } from "./hot-row.ts";
import { listWorks } from "./list.ts";
import { measureWork } from "./measure.ts";
import { printRealWork, printShortForm, type RealReport } from "./section.ts";
import type { Work } from "./work.ts";

type Say = (text: string) => void;

/** A rival as tests run it; what a test suite writes need not survive the machine. */
const forTests = { verso: ["--durability", "off"], mariadb: ["--innodb-flush-log-at-trx-commit=0", "--skip-log-bin"] };
/** Files of the rival in memory, where the system has such a folder. */
const memoryFolder = "/dev/shm";

export async function runReal(
	options: Options,
	peers: readonly Peer[],
	directory: string,
	machine: readonly (readonly [string, string])[],
	say: Say,
): Promise<void> {
	const startedAt = new Date();
	const report = await measureAll(options, peers, directory, say);
	const facts = new Map(machine);
	const real: RealReport = {
		...report,
		peers: peers.map(({ name }) => name),
		startedAt,
		minutes: (Date.now() - startedAt.getTime()) / 60_000,
		machine: `${facts.get("processors")}, load before ${facts.get("load before")}, Node ${facts.get("Node")}`,
	};
	const isWhole = options.only.length === 0 && options.plan.title === "full" && options.profile === undefined;
	const output = options.output ?? (isWhole ? join(findRoot(), "bench", "results.md") : undefined);
	writeSection(output, "real work", printRealWork(real));
	const readme = join(findRoot(), "README.md");
	if (options.output === undefined && isWhole && existsSync(readme)) {
		writeFileSync(readme, replaceSection(readFileSync(readme, "utf8"), "real work", printShortForm(real)));
	}
	if (real.differences.length > 0) {
		process.exitCode = 1;
	}
}

type Findings = Pick<RealReport, "rows" | "firstUses" | "compared" | "differences">;

/** In the order of how many tables of others are wanted; `--only` names how rows begin. */
export async function measureAll(
	options: Options,
	peers: readonly Peer[],
	directory: string,
	say: Say,
): Promise<Findings> {
	const scale = { full: 1, quick: 0.15, tiny: 0.004 }[options.plan.title];
	const rounds = options.plan.title === "tiny" ? 1 : options.replayRounds;
	const isWanted = (name: string): boolean =>
		options.only.length === 0 || options.only.some((start) => name.startsWith(start));
	const works = listWorks(scale, options.replay).filter(({ name }) => isWanted(name));
	const findings = { rows: [], firstUses: [], compared: 0, differences: [] } as {
		-readonly [key in keyof Findings]: Findings[key] extends readonly (infer item)[] ? item[] : number;
	};
	const first = isWanted("first use")
		? await measureFirstUses(peers, Math.ceil(20_000 * scale), Math.min(3, rounds), say)
		: { rows: [], table: [] };
	const play = async (work: Work, on: readonly Peer[]): Promise<void> => {
		const measured = await measureWork(work, on, work.isCold ? Math.min(3, rounds) : rounds, say);
		findings.rows.push(measured.row);
		findings.compared += measured.compared;
		findings.differences.push(...measured.differences);
	};
	let others = 0;
	const ordered = works.filter(({ isForTests }) => !isForTests).sort((one, other) => one.others - other.others);
	for (const work of ordered) {
		const wanted = Math.min(work.others, Math.ceil(work.others * scale));
		if (others < wanted) {
			await Promise.all(peers.map((peer) => addOtherTables(peer, others, wanted, say)));
			others = wanted;
		}
		await play(work, peers);
	}
	await onMemory(works, directory, options, play);
	findings.rows.push(...first.rows);
	findings.firstUses.push(...first.table);
	if (isWanted("8 connections")) {
		findings.rows.push(...(await measureHotRows(peers, Math.ceil(20_000 * scale))));
	}
	if (isWanted("dropped")) {
		findings.rows.push(...(await measureDropped(peers, scale, options.plan.windowMs)));
	}
	return findings;
}

async function onMemory(
	works: readonly Work[],
	directory: string,
	options: Options,
	play: (work: Work, peers: readonly Peer[]) => Promise<void>,
): Promise<void> {
	const wanted = works.filter(({ isForTests }) => isForTests);
	if (wanted.length === 0) {
		return;
	}
	const folder = mkdtempSync(join(existsSync(memoryFolder) ? memoryFolder : directory, "verso-bench-"));
	const clear = (): void => rmSync(folder, { recursive: true, force: true });
	process.once("exit", clear);
	const rival = options.withMariadb ? await startMariadb(folder, forTests.mariadb) : null;
	const peers = [
		await startVerso(directory, [...options.versoFlags, ...forTests.verso], "verso for tests"),
		...(rival === null ? [] : [rival]),
	];
	try {
		for (const work of wanted) {
			await play(work, peers);
		}
	} finally {
		await Promise.all(peers.map((peer) => peer.stop()));
		clear();
	}
}
