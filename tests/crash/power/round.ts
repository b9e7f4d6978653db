/**
 * Records a run, then opens the files that a power loss at its moments may have left.
 *
 * Returns the number of images and the findings; null where strace is missing.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Random } from "../../../bench/random.ts";
import { logPathOf } from "../../../core/store/wal/log-file.ts";
import { longestRun } from "../../longest-run.ts";
import { acknowledgedAt, fates, FileImages } from "./image.ts";
import { Oracle } from "../oracle.ts";
import { writeSparse } from "./sparse-file.ts";
import { type Question, subjects, type SubjectName } from "./subject.ts";
import { parseTrace, straceWords, type Trace } from "./trace.ts";

const writersOfProcess = 3;

export type CommitWay = "" | "crowded" | "alone";

interface PowerWish {
	readonly folder: string;
	readonly seed: number;
	readonly images: number;
	readonly processes: number;
	readonly commits: number;
	readonly durability: "full" | "off";
	/** Some commits write thousands of keys. */
	readonly isThick?: boolean;
	/** The log is written on another thread, as if others waited; or each commit by itself, as by a single client. */
	readonly way?: CommitWay;
	/** Default: diaries. */
	readonly subject?: SubjectName;
	/** A planted fault: the log is not recovered. */
	readonly withoutLog?: boolean;
	/** A fault planted in each image before it is opened (`features/plant.ts`). */
	readonly fault?: string;
}

interface PowerReport {
	readonly writes: number;
	readonly syncs: number;
	readonly acknowledged: number;
	readonly images: number;
	readonly wrong: readonly string[];
}

export async function powerRound(wish: PowerWish): Promise<PowerReport> {
	const { folder, seed, processes, subject = "diaries" } = wish;
	mkdirSync(folder, { recursive: true });
	const path = join(realpathSync(folder), "store.mdb");
	await subjects[subject].fill(path);
	const before = new Map([path, logPathOf(path)].map((each) => [each, readFileSync(each)]));
	const trace = merged(await Promise.all(Array.from({ length: processes }, (_, at) => record(wish, path, at))));
	const wrong = await openImages(wish, before, trace, new Random(seed));
	return {
		writes: trace.writes.length,
		syncs: trace.syncs.length,
		acknowledged: trace.acknowledgements.length,
		images: wish.images,
		wrong,
	};
}

async function record(
	{ durability, commits, folder, isThick, seed, subject = "diaries", way = "" }: PowerWish,
	path: string,
	at: number,
): Promise<Trace> {
	const output = join(folder, `trace-${at}`);
	const words = [
		...straceWords(output),
		process.execPath,
		subjects[subject].writer,
		path,
		String(at * writersOfProcess),
		String(writersOfProcess),
		String(commits),
		durability,
		isThick === true ? "thick" : "thin",
		way,
		String(seed),
	];
	const child = spawn("strace", words, { stdio: ["ignore", "ignore", "inherit"], ...longestRun });
	await once(child, "close");
	const trace = parseTrace(readFileSync(output, "latin1"), [path, logPathOf(path)]);
	rmSync(output);
	return trace;
}

function merged(traces: readonly Trace[]): Trace {
	return {
		writes: traces.flatMap(({ writes }) => writes).sort((one, other) => one.beganAt - other.beganAt),
		syncs: traces.flatMap(({ syncs }) => syncs),
		acknowledgements: traces.flatMap(({ acknowledgements }) => acknowledgements),
	};
}

async function openImages(
	{ folder, images, processes, commits, seed, subject = "diaries", fault = "", withoutLog, isThick }: PowerWish,
	before: ReadonlyMap<string, Buffer>,
	trace: Trace,
	random: Random,
): Promise<string[]> {
	const moments = [...trace.writes, ...trace.syncs, ...trace.acknowledgements]
		.flatMap(({ beganAt, endedAt }) => [beganAt, endedAt])
		.filter(Number.isFinite)
		.sort((one, other) => one - other);
	const files = [...before].map(([path, bytes]) => ({
		isLog: path.endsWith(".log"),
		images: new FileImages(bytes, path, trace),
	}));
	const wrong: string[] = [];
	const reader = new Oracle<Question>(subjects[subject].reader);
	for (let image = 0; image < images; image++) {
		const path = join(folder, `image-${image}.mdb`);
		const moment = moments[random.between(0, moments.length - 1)] ?? 0;
		const fate = fates[image % fates.length] ?? "none";
		const made = files.map(({ isLog, images: of }) => ({
			name: isLog ? logPathOf(path) : path,
			bytes: of.at(moment, fate, random),
		}));
		const question: Question = {
			path,
			seed,
			commits,
			fault,
			withoutLog: withoutLog === true,
			isThick: isThick === true,
			acknowledged: acknowledgedAt(trace, moment, processes * writersOfProcess),
		};
		const ask = (): Promise<string[] | null> => {
			made.forEach(({ name, bytes }) => writeSparse(name, bytes));
			rmSync(`${path}-lock`, { force: true });
			return reader.ask(question);
		};
		// A reader slowed by a busy machine may answer the second time; an image that ends the process does so again.
		const complaints = (await ask()) ?? (await ask()) ?? ["opening it ends the process"];
		wrong.push(...complaints.slice(0, 2).map((complaint) => `${path} (unsynced writes: ${fate}): ${complaint}`));
		for (const { name, bytes } of made) {
			rmSync(name, { force: true });
			if (complaints.length > 0) {
				writeSparse(`${name}.kept`, bytes);
			}
		}
		rmSync(`${path}-lock`, { force: true });
	}
	await reader.end();
	return wrong;
}
