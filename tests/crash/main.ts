/**
 * `npm run crash`: kills servers, simulates power losses, damages files, and reports losses.
 *
 * Prints a table on stdout, every finding on stderr; exit code 1 if there is a finding, or a planted fault was
 * missed; 2 if the command line is wrong.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Option } from "commander";
import { programOf, wholeNumber } from "../program-options.ts";
import { damageRound, damages } from "./faulty/round.ts";
import { diskFaults, diskRound } from "./faulty/disk.ts";
import { featureFaults } from "./features/plant.ts";
import { killBirths } from "./killed/birth.ts";
import { fencedAlter } from "./killed/fenced.ts";
import { pairRound } from "./killed/pair.ts";
import { killRound } from "./killed/round.ts";
import { strikeRound, works } from "./killed/struck.ts";
import { type CommitWay, powerRound } from "./power/round.ts";
import { hasStrace } from "./strace.ts";

const parts = ["killed", "pair", "struck", "power", "faulty"] as const;
type Part = (typeof parts)[number];

interface Size {
	/** Kills of one server, of first starts, of one of two servers. */
	readonly cycles: number;
	/** Directories of one process, so that one kill hits them all. */
	readonly houses: number;
	readonly births: number;
	readonly pairs: number;
	/** Every nth system call is one to be killed at. */
	readonly every: number;
	readonly images: number;
	readonly damages: number;
}

const small: Size = { cycles: 200, houses: 1, births: 8, pairs: 15, every: 9, images: 1000, damages: 60 };
const large: Size = { cycles: 5000, houses: 10, births: 200, pairs: 500, every: 1, images: 50000, damages: 2000 };
/** Cycles of a directory: its contents are read after every kill. */
const cyclesOfDirectory = 25;
/** Images of one recording. */
const imagesOfRecording = 100;
const words: Readonly<Record<CommitWay, string>> = {
	"": "",
	crowded: ", another thread",
	alone: ", each commit by itself",
};
const ways = Object.keys(words) as CommitWay[];
/** A planted fault must show within so many cycles. */
const faultCycles = 15;

let isWrong = false;

await main();

async function main(): Promise<void> {
	const program = programOf("crash", "Kills servers, cuts the power, damages files, and says what was lost.")
		.option("--long", "hours: 5,000 kills, every system call, 50,000 images", false)
		.option("--seed <number>", "when and where servers die (default: another each time)", wholeNumber)
		.addOption(new Option("--only <part>", "one part").choices(parts))
		.option("--cycles <number>", "how many kills", wholeNumber)
		.option("--houses <number>", "how many directories a killed process serves", wholeNumber)
		.option("--images <number>", "how many images of a disk", wholeNumber)
		.parse();
	const wish = program.opts<{
		long: boolean;
		seed?: number;
		only?: Part;
		cycles?: number;
		houses?: number;
		images?: number;
	}>();
	const seed = wish.seed ?? Math.floor(Math.random() * 1e9);
	const folder = mkdtempSync(join(tmpdir(), "verso-crash-"));
	process.stdout.write(`seed ${seed}\n`);
	const usual = wish.long ? large : small;
	const size = {
		...usual,
		cycles: wish.cycles ?? usual.cycles,
		pairs: wish.only === "pair" ? (wish.cycles ?? usual.pairs) : usual.pairs,
		houses: wish.houses ?? usual.houses,
		images: wish.images ?? usual.images,
	};
	const runs: Record<Part, () => Promise<void>> = {
		killed: () => killed(folder, seed, size),
		pair: () => pair(folder, seed, size),
		struck: () => struck(folder, size),
		power: () => power(folder, seed, size),
		faulty: () => faulty(folder, seed, size),
	};
	for (const name of parts) {
		if (wish.only === undefined || wish.only === name) {
			await runs[name]();
		}
	}
	if (isWrong) {
		process.stdout.write(`Something was found; what it was found in is kept in ${folder}\n`);
		process.exitCode = 1;
	} else {
		rmSync(folder, { recursive: true, force: true });
	}
}

function say(line: string): void {
	process.stderr.write(`${line}\n`);
}

async function killed(folder: string, seed: number, size: Size): Promise<void> {
	for (const fault of ["early", "torn", "forgetful", "replay"]) {
		const { wrong, cycles: needed } = await killRound({
			directory: join(folder, fault),
			seed,
			cycles: faultCycles,
			fault,
		});
		tellPlanted(`killed, planted fault "${fault}"`, wrong.length > 0, ` in ${needed} cycles`);
	}
	for (const [fault, finding] of Object.entries(featureFaults)) {
		const { wrong } = await killRound({ directory: join(folder, fault), seed, cycles: 0, fault });
		tellPlanted(`killed, planted fault "${fault}"`, finding.test(wrong[0] ?? ""));
	}
	const held = await fencedAlter(join(folder, "held"), "durable:fence:1", "fence");
	tellPlanted('killed, planted fault "fence"', held.length > 0);
	await killMany(folder, seed, size);
	const wrong = await killBirths({ folder, seed, cycles: size.births });
	tell("killed at the first start", `${size.births} cycles`, wrong);
}

/** With new directories from time to time. */
async function killMany(folder: string, seed: number, { cycles, houses }: Size): Promise<void> {
	const kills = new Map<string, number>();
	let [done, acknowledged] = [0, 0];
	for (let run = 0; done < cycles && !isWrong; run++) {
		const directory = join(folder, `killed-${run}`);
		const report = await killRound({
			directory,
			seed: seed + run * 1000,
			cycles: Math.min(cyclesOfDirectory * houses, cycles - done),
			houses,
			say,
		});
		done += report.cycles;
		acknowledged += report.acknowledged;
		report.kills.forEach((count, place) => kills.set(place, (kills.get(place) ?? 0) + count));
		tell("killed", `${done} cycles, ${acknowledged} acknowledged: ${printKills(kills)}`, report.wrong);
		if (report.wrong.length === 0) {
			rmSync(directory, { recursive: true, force: true });
		}
	}
}

async function pair(folder: string, seed: number, { pairs }: Size): Promise<void> {
	for (const isShared of [false, true]) {
		const { cycles, acknowledged, kills, wrong } = await pairRound({
			directory: join(folder, isShared ? "workers" : "pair"),
			seed,
			cycles: pairs,
			isShared,
			say,
		});
		const victims = [...kills].map(([role, count]) => `${role} ${count}`).join(", ");
		tell(
			isShared ? "one of two workers killed" : "one of two servers killed",
			`${cycles} cycles (${victims}), ${acknowledged} acknowledged`,
			wrong,
		);
	}
}

async function struck(folder: string, { every }: Size): Promise<void> {
	if (!hasStrace()) {
		process.stdout.write("!!! KILLS AT SYSTEM CALLS SKIPPED: strace is not installed here, or may not trace\n");
		return;
	}
	for (const work of works) {
		const { strikes, wrong } = await strikeRound(join(folder, `struck-${work.replaceAll(" ", "-")}`), work, every);
		tell(`killed at system calls of: ${work}`, `${strikes} kills`, wrong);
	}
}

async function power(folder: string, seed: number, { images }: Size): Promise<void> {
	if (!hasStrace()) {
		process.stdout.write("!!! POWER LOSS SKIPPED: strace is not installed here, or may not trace\n");
		return;
	}
	const planted = await powerRound({
		folder: join(folder, "off"),
		seed,
		images: 20,
		processes: 1,
		commits: 40,
		durability: "off",
	});
	tellPlanted("power loss, planted fault: nothing is synced", planted.wrong.length > 0);
	for (const [fault, finding] of Object.entries(featureFaults)) {
		const { wrong } = await powerRound({
			folder: join(folder, `planted-${fault}`),
			seed,
			images: 2,
			processes: 1,
			commits: 40,
			durability: "full",
			subject: "features",
			fault,
		});
		tellPlanted(`power loss, planted fault "${fault}"`, finding.test(wrong[0] ?? ""));
	}
	for (let done = 0, run = 0; done < images && !isWrong; run++) {
		const count = Math.min(imagesOfRecording, images - done);
		const processes = 1 + (run % 2);
		// Every fourth recording has commits that are written in slices.
		const isThick = run % 8 === 6 || run % 8 === 7;
		// As many have a kernel whose sessions change the feature tables.
		const hasFeatures = run % 8 === 2 || run % 8 === 5;
		// The others write the log in groups, on another thread, or for each commit by itself.
		const way = ways[(run >> 1) % ways.length]!;
		const place = join(folder, `power-${run}`);
		const { writes, syncs, acknowledged, wrong } = await powerRound({
			folder: place,
			seed: seed + run,
			images: count,
			processes,
			commits: isThick ? 20 : 60,
			durability: "full",
			isThick,
			subject: hasFeatures ? "features" : "diaries",
			way,
		});
		done += count;
		tell(
			`power loss, ${processes} process${processes === 1 ? "" : "es"}${isThick ? ", big commits" : ""}${hasFeatures ? ", feature tables" : ""}${words[way]}`,
			`${done} images, the last ${count} of ${writes} writes, ${syncs} syncs, ${acknowledged} acknowledged`,
			wrong,
		);
		if (wrong.length === 0) {
			rmSync(place, { recursive: true, force: true });
		}
	}
}

async function faulty(folder: string, seed: number, { damages: count }: Size): Promise<void> {
	for (const kind of damages) {
		const { counts, wrong } = await damageRound(folder, seed, count, kind);
		tell(
			`damaged: ${kind}`,
			`${count} files: ${Object.entries(counts)
				.map(([word, number]) => `${number} ${word}`)
				.join(", ")}`,
			wrong,
		);
	}
	for (const { calls, error, from, isCrowded } of hasStrace() ? diskFaults : []) {
		const rounds = Math.ceil(count / 20);
		const wrong: string[] = [];
		for (let round = 0; round < rounds && wrong.length === 0; round++) {
			wrong.push(
				...(await diskRound({
					directory: join(folder, `disk-${error}-${calls.slice(0, 6)}-${isCrowded}-${round}`),
					calls,
					error,
					from: from > 2 ? 1 + round * 3 : from,
					isCrowded,
				})),
			);
		}
		tell(`failing disk: ${calls} with ${error}${isCrowded ? ", others ask" : ""}`, `${rounds} servers`, wrong);
	}
}

function printKills(kills: ReadonlyMap<string, number>): string {
	return [...kills]
		.sort(([, one], [, other]) => other - one)
		.map(([place, count]) => `${place} ${count}`)
		.join(", ");
}

function tellPlanted(what: string, isFound: boolean, when = ""): void {
	tell(what, isFound ? `found${when}` : "NOT FOUND", isFound ? [] : ["a planted fault was not found"]);
}

function tell(what: string, tried: string, wrong: readonly string[]): void {
	process.stdout.write(`${wrong.length === 0 ? "ok    " : "WRONG "} ${what}: ${tried}\n`);
	for (const sentence of wrong) {
		isWrong = true;
		process.stderr.write(`  ${sentence}\n`);
	}
}
