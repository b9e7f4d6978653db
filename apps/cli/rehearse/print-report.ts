/**
 * Prints a rehearsal's report of one kind to standard output or into a file.
 */
import type { RehearsalReport } from "../../rehearse/report/format.ts";
import { printJson } from "../../rehearse/report/json.ts";
import type { ReportWish } from "../../rehearse/report/report-kind.ts";
import { printText } from "../../rehearse/report/text/print-text.ts";
import { writeFileWhole } from "../../rehearse/report/write-file.ts";
import type { RehearseFlags } from "./options.ts";

const widthOfFiles = 120;

export function printReport({ kind, file }: ReportWish, report: RehearsalReport, flags: RehearseFlags): void {
	const chunks = chunksOf(kind, report, flags, file);
	if (file !== undefined) {
		writeFileWhole(file, chunks);
		return;
	}
	for (const chunk of chunks) {
		process.stdout.write(chunk);
	}
}

function chunksOf(
	kind: ReportWish["kind"],
	report: RehearsalReport,
	{ all }: RehearseFlags,
	file: string | undefined,
): Iterable<string> {
	const isTerminal = file === undefined && process.stdout.isTTY === true;
	switch (kind) {
		case "json":
			return printJson(report);
		default:
			return [
				printText(report, {
					all: all === true,
					width: isTerminal ? (process.stdout.columns ?? widthOfFiles) : widthOfFiles,
				}),
			];
	}
}
