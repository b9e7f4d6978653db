/**
 * Where a report goes.
 *
 * In: the report, a file or none. Out: the report on standard output, and in the file, whose folder is made.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export function writeReport(report: string, output: string | undefined): void {
	process.stdout.write(report);
	if (output !== undefined) {
		mkdirSync(dirname(output), { recursive: true });
		writeFileSync(output, report);
	}
}
