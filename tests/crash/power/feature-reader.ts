/**
 * Child process that opens images of feature tables: `verso check`, every invariant, and the rows of each writer.
 */
import { composeBook } from "../../../apps/compose/book.ts";
import { checkStore } from "../../../core/exec/check/store.ts";
import { schemaQuestions } from "../../../core/exec/ddl/schema-questions.ts";
import { SwitchBoard } from "../../../core/session/server/server-switches.ts";
import type { FastStore } from "../../../core/store/fast-store.ts";
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import { auditPages } from "../../../core/store/lmdb/page-audit.ts";
import { openLoggedStore } from "../../../core/store/wal/logged-store.ts";
import { connectRoot, openMemoryKernel } from "../../memory-kernel.ts";
import { askSession } from "../features/ask.ts";
import { readFeatureRows } from "../features/contents.ts";
import { findBrokenInvariants } from "../features/invariant.ts";
import { plantInStore } from "../features/plant.ts";
import { FeatureSteps } from "../features/steps.ts";
import { poweredRelease, type Question } from "./subject.ts";

process.on("message", async (question: Question) => {
	process.send?.(await judge(question));
});

async function judge(question: Question): Promise<string[]> {
	const { path, withoutLog, fault } = question;
	const { damage } = auditPages(path);
	if (damage !== null) {
		return [damage];
	}
	try {
		const store = (withoutLog ? openLmdbStore : openLoggedStore)({ path });
		if (fault !== "") {
			await plantInStore(store, fault);
		}
		const findings = await checkKeys(store);
		return [...findings, ...(await judgeRows(store, question))];
	} catch (failure) {
		return [(failure as Error).message];
	}
}

async function checkKeys(store: FastStore): Promise<string[]> {
	const { book } = await composeBook({ release: poweredRelease });
	const snapshot = store.snapshot();
	const questions = schemaQuestions(book, new SwitchBoard(book.switches(), new Map(), () => {}));
	const { findings } = await checkStore(snapshot, questions);
	snapshot.release();
	return findings.slice(0, 3).map(({ where, sentence }) => `verso check finds: ${where}: ${sentence}`);
}

/** Closes the store. */
async function judgeRows(store: FastStore, { seed, acknowledged, commits }: Question): Promise<string[]> {
	const kernel = await openMemoryKernel({ release: poweredRelease }, store);
	try {
		const ask = askSession(await connectRoot(kernel));
		const broken = await findBrokenInvariants(ask, "test", []);
		const rows = await readFeatureRows(ask);
		const wrong = acknowledged.flatMap((least, writer) =>
			judgeWriter(seed, writer, least, commits, rows.get(writer + 1) ?? new Map()),
		);
		// It must accept writes, too.
		await ask("INSERT INTO parents VALUES (7, 'new')");
		return [...broken, ...wrong];
	} finally {
		await kernel.close();
	}
}

/** The rows must be those after some step: the last acknowledged one, or one that was pending. */
function judgeWriter(
	seed: number,
	writer: number,
	least: number,
	commits: number,
	found: ReadonlyMap<string, string>,
): string[] {
	const steps = new FeatureSteps(seed, writer + 1);
	let nearest = "";
	for (let step = 0; step <= commits; step++) {
		const difference = step < least ? "" : differenceOf(steps.rows, found);
		if (step >= least && difference === null) {
			return [];
		}
		nearest ||= difference ?? "";
		steps.next();
	}
	return [`writer ${writer} was told of step ${least}: ${nearest}`];
}

function differenceOf(expected: ReadonlyMap<string, string>, found: ReadonlyMap<string, string>): string | null {
	for (const name of new Set([...expected.keys(), ...found.keys()])) {
		if (expected.get(name) !== found.get(name)) {
			return `row ${name} is ${found.get(name) ?? "lost"}, and was ${expected.get(name) ?? "removed"}`;
		}
	}
	return null;
}
