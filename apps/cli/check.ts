/**
 * `verso check DIR`: does everything in a data directory fit together?
 *
 * In: a path. Out: what was counted and what is wrong, for people or as JSON; exit code 1 if anything is; meanwhile,
 * to a person at a terminal, how far it is.
 */
import { type DirectoryReport, checkDirectory } from "../compose/checked-directory.ts";
import { showProgress } from "./progress.ts";
import { printTable } from "./table.ts";

const systemDatabase = "mysql";

export async function printCheck(
	path: string,
	json: boolean,
): Promise<{ readonly text: string; readonly exitCode: number }> {
	const progress = showProgress();
	let report: DirectoryReport;
	try {
		report = await checkDirectory(path, (rows, all) => progress.show("checked, rows", rows, all));
	} finally {
		progress.end();
	}
	const exitCode = report.findings.length > 0 ? 1 : 0;
	return {
		text: json ? `${JSON.stringify({ ok: exitCode === 0, ...report }, undefined, 2)}\n` : printReport(report),
		exitCode,
	};
}

function printReport({
	directory,
	release,
	pages,
	databases,
	tables,
	findings,
	notes,
	unlisted,
}: DirectoryReport): string {
	const own = tables.filter(({ database }) => database !== systemDatabase);
	const system = tables.filter(({ database }) => database === systemDatabase);
	const rows = own.map((each) => [
		`${each.database}.${each.table}`,
		String(each.rows),
		Object.entries(each.entries)
			.map(([index, count]) => `${index}: ${count}`)
			.join(", "),
	]);
	if (system.length > 0) {
		const systemRows = system.reduce((sum, each) => sum + each.rows, 0);
		rows.push([`${systemDatabase}.*`, String(systemRows), `${system.length} tables of the server's own`]);
	}
	const counted =
		`${directory}, as release ${release}: ${pages} pages, ${databases} databases, ${tables.length} ` +
		`tables\n${printTable(["table", "rows", "index entries"], rows)}`;
	const noted = notes.map(({ where, sentence }) => `note: ${where}: ${sentence}\n`).join("");
	const found =
		findings.map(({ where, sentence }) => `WRONG: ${where}: ${sentence}\n`).join("") +
		(unlisted > 0 ? `WRONG: and ${unlisted} more\n` : "");
	return counted + noted + (found === "" ? "Everything fits together.\n" : found);
}
