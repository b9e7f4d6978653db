/**
 * Subjects of power-loss runs: diaries in the bare store, or the feature tables in a kernel.
 *
 * Each has a program whose writes are recorded, and one that opens images.
 */
import { fileURLToPath } from "node:url";
import { openLoggedStore } from "../../../core/store/wal/logged-store.ts";
import { connectRoot, openMemoryKernel } from "../../memory-kernel.ts";
import { warm } from "../../store/directory.ts";
import { askSession } from "../features/ask.ts";
import { featureTables } from "../features/tables.ts";

/** The release whose rules the kernel has. */
export const poweredRelease = "2.1.7";

/** Asks a reader about an image. */
export interface Question {
	readonly path: string;
	readonly seed: number;
	readonly withoutLog: boolean;
	readonly isThick: boolean;
	/** `features/plant.ts`; empty: none. */
	readonly fault: string;
	/** Of each writer: commits acknowledged at the moment. */
	readonly acknowledged: readonly number[];
	/** Commits of each writer in all. */
	readonly commits: number;
}

interface Subject {
	readonly writer: string;
	readonly reader: URL;
	/** Writes what is there before the recording. */
	fill(path: string): Promise<void>;
}

export const subjects = {
	diaries: {
		writer: programOf("./writer.js"),
		reader: new URL("./reader.js", import.meta.url),
		fill: fillDiaries,
	},
	features: {
		writer: programOf("./feature-writer.js"),
		reader: new URL("./feature-reader.js", import.meta.url),
		fill: createFeatures,
	},
} as const satisfies Record<string, Subject>;
export type SubjectName = keyof typeof subjects;

function programOf(file: string): string {
	return fileURLToPath(new URL(file, import.meta.url));
}

/** So many rows that commits change scattered pages, and reuse freed ones. */
async function fillDiaries(path: string): Promise<void> {
	const store = warm(openLoggedStore({ path }));
	for (let round = 0; round < 5; round++) {
		const writes = Array.from({ length: 300 }, (_, at) => ({
			key: `page-${(at * 31 + round) % 997}-x${at % 60}`,
			value: Buffer.alloc(100, "old"),
		}));
		await store.commit({ writes, conditions: [] });
	}
	await store.close();
}

async function createFeatures(path: string): Promise<void> {
	const kernel = await openMemoryKernel({ release: poweredRelease }, openLoggedStore({ path }));
	const ask = askSession(await connectRoot(kernel));
	for (const sql of featureTables) {
		await ask(sql);
	}
	await kernel.close();
}
