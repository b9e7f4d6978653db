/**
 * `verso backup DIR TARGET` and `verso restore BACKUP DIR`: a data directory copied, while a server runs on it or
 * not.
 *
 * In: two paths. Out: one line, or the report of the copy's check as JSON; meanwhile, to a person at a terminal, how
 * far it is. A copy that was not found sound is not kept.
 */
import { copyDirectory } from "../compose/copied-directory.ts";
import { showProgress } from "./progress.ts";

export function backup(directory: string, target: string, json: boolean): Promise<string> {
	return copy("backed up", directory, target, json);
}

export function restore(target: string, directory: string, json: boolean): Promise<string> {
	return copy("restored", target, directory, json);
}

async function copy(done: string, from: string, to: string, json: boolean): Promise<string> {
	// A copy is as private as a data directory.
	process.umask(0o077);
	const progress = showProgress();
	try {
		const report = await copyDirectory(from, to, {
			copied: (bytes, atMost) => progress.show("copied, MiB", Math.floor(bytes / 2 ** 20), Math.ceil(atMost / 2 ** 20)),
			checked: (rows, all) => progress.show("checked, rows", rows, all),
		});
		return json
			? `${JSON.stringify({ ok: true, from, ...report }, undefined, 2)}\n`
			: `${done} ${from} to ${to}: ${report.tables.length} tables, ${report.pages} pages, checked\n`;
	} finally {
		progress.end();
	}
}
