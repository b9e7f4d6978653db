/**
 * Checks a data directory: pages, then keys, records, rows and indexes, under the release that opened it last.
 *
 * In: a path. Out: a report. A server may go on writing meanwhile: one state is looked at. Nothing is changed.
 */
import { type CheckReport, Findings } from "../../core/exec/check/report.ts";
import { checkStore } from "../../core/exec/check/store.ts";
import { schemaQuestions } from "../../core/exec/schema-questions.ts";
import { SwitchBoard } from "../../core/session/server-switches.ts";
import { auditPages, type PageAudit } from "../../core/store/page-audit.ts";
import { type Mode, composeBook } from "./book.ts";
import { openDirectory, openFile, readNote, storePath } from "./data-directory.ts";

export interface DirectoryReport extends CheckReport {
	readonly directory: string;
	/** Under which the data was looked at: it decides how text is sorted. */
	readonly release: string;
	/** How many pages the state has. */
	readonly pages: number;
}

export async function checkDirectory(path: string): Promise<DirectoryReport> {
	const note = readNote(path);
	const { book, release } = await composeBook(note === undefined ? {} : { ...note, mode: note.mode as Mode });
	// Before any page is read through LMDB, which ends the process at a damaged one.
	const { pages, damage } = await auditPinned(path);
	if (damage !== null) {
		const findings = new Findings();
		findings.find("pages", damage);
		return { directory: path, release, pages, ...findings.report(0, []) };
	}
	const store = await openDirectory(path, { readOnly: true });
	const snapshot = store.snapshot();
	try {
		const questions = schemaQuestions(book, new SwitchBoard(book.switches(), new Map(), () => {}));
		return { directory: path, release, pages, ...(await checkStore(snapshot, questions)) };
	} finally {
		snapshot.release();
		await store.close();
	}
}

/** A snapshot keeps its pages from being written again meanwhile. */
async function auditPinned(path: string): Promise<PageAudit> {
	const file = openFile(path);
	const snapshot = file.snapshot();
	try {
		return auditPages(storePath(path));
	} finally {
		snapshot.release();
		await file.close();
	}
}
