/**
 * Checks a data directory: pages, then keys, records, rows and indexes, under the release that opened it last.
 *
 * In: a path. Out: a report. A server may go on writing meanwhile: one state is looked at. Nothing is changed.
 */
import {
	type CheckReport,
	Findings,
	checkStore,
	type WatchCheck,
	schemaQuestions,
	SwitchBoard,
	type BlockAudit,
	BrokenStore,
	type LmdbEngine,
	auditPages,
	type PageAudit,
} from "../../core/index.ts";
import { type Mode, composeBook } from "./book.ts";
import { openDirectory, openFile, readNote, storePath } from "./data-directory.ts";

export interface DirectoryReport extends CheckReport {
	readonly directory: string;
	/** Under which the data was looked at: it decides how text is sorted. */
	readonly release: string;
	/** How many pages the state has. */
	readonly pages: number;
	/** How many of them hold many entries each. */
	readonly blocks: number;
}

export async function checkDirectory(path: string, watch?: WatchCheck): Promise<DirectoryReport> {
	const note = readNote(path);
	const { book, release } = await composeBook(note === undefined ? {} : { ...note, mode: note.mode as Mode });
	// Before any page is read through LMDB, which ends the process at a damaged one.
	const { pages, damage, blocks, blockDamage } = await auditPinned(path);
	if (damage !== null) {
		const findings = new Findings();
		findings.find("pages", damage);
		return { directory: path, release, pages, blocks, ...findings.report(0, []) };
	}
	const store = await openDirectory(path, { readOnly: true });
	const snapshot = store.snapshot();
	try {
		const questions = schemaQuestions(book, new SwitchBoard(book.switches(), new Map(), () => {}));
		const report = await checkStore(snapshot, questions, watch);
		const findings =
			blockDamage === null ? report.findings : [{ where: "blocks", sentence: blockDamage }, ...report.findings];
		return { directory: path, release, pages, blocks, ...report, findings };
	} finally {
		snapshot.release();
		await store.close();
	}
}

interface FileAudit extends PageAudit {
	readonly blocks: number;
	readonly blockDamage: string | null;
}

/** A snapshot keeps its pages from being written again meanwhile. */
async function auditPinned(path: string): Promise<FileAudit> {
	const file = openFile(path);
	const snapshot = file.snapshot();
	try {
		const pages = auditPages(storePath(path));
		const { blocks, damage } = pages.damage === null ? auditBlocks(file) : { blocks: 0, damage: null };
		return { ...pages, blocks, blockDamage: damage };
	} finally {
		snapshot.release();
		await file.close();
	}
}

/** A block that cannot be read breaks the store, which says why. */
function auditBlocks(file: LmdbEngine): Pick<BlockAudit, "blocks" | "damage"> {
	try {
		return file.auditBlocks();
	} catch (failure) {
		if (failure instanceof BrokenStore) {
			return { blocks: 0, damage: failure.message };
		}
		throw failure;
	}
}
