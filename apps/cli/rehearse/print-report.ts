/**
 * Prints a rehearsal's reports to standard output and into files.
 */
import type { Page } from "../../../core/index.ts";
import { helpsOf } from "../../explain/rule-help.ts";
import type { FailOn } from "../../rehearse/report/exit-code.ts";
import type { LongReport } from "../../rehearse/report/format.ts";
import { type PrintOptions, printReport } from "../../rehearse/report/print-report.ts";
import { redact } from "../../rehearse/report/redact/redact.ts";
import type { ReportKind, ReportWish } from "../../rehearse/report/report-kind.ts";
import { rulesIn } from "../../rehearse/report/rule-help.ts";
import { writeFileWhole } from "../../rehearse/report/write-file.ts";

const widthOfFiles = 120;
const gatheredCharacters = 1 << 16;
/** Kinds with room for a page a rule. */
const explaining: ReadonlySet<ReportKind> = new Set<ReportKind>(["sarif", "html"]);

interface Printing {
	readonly failOn: FailOn;
	readonly all: boolean;
	readonly redact: boolean;
	readonly plugins: readonly Page[];
}

export async function printReports(wishes: readonly ReportWish[], report: LongReport, how: Printing): Promise<void> {
	const shown = how.redact ? redact(report) : report;
	const helps = wishes.some(({ kind }) => explaining.has(kind))
		? await helpsOf(rulesIn(shown).keys(), how.plugins)
		: undefined;
	for (const { kind, file } of wishes) {
		const options: PrintOptions = {
			text: textOptions(how.all, file === undefined),
			failOn: how.failOn,
			...(helps === undefined ? {} : { helps }),
		};
		const chunks = printReport(shown, kind, options);
		if (file === undefined) {
			writeOut(chunks);
		} else {
			writeFileWhole(file, chunks);
		}
	}
}

/** As wide as the terminal, and with its colours; NO_COLOR and a dumb terminal have none. */
function textOptions(all: boolean, isShown: boolean): PrintOptions["text"] {
	const { isTTY, columns } = process.stdout;
	return isShown && isTTY === true
		? { all, width: columns || widthOfFiles, colour: process.stdout.hasColors() }
		: { all, width: widthOfFiles };
}

function writeOut(chunks: Iterable<string>): void {
	let gathered = "";
	for (const chunk of chunks) {
		gathered += chunk;
		if (gathered.length >= gatheredCharacters) {
			process.stdout.write(gathered);
			gathered = "";
		}
	}
	process.stdout.write(gathered);
}
