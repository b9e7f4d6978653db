/**
 * A report in the form that is asked for.
 */
import type { FailOn } from "./exit-code.ts";
import type { LongReport } from "./format.ts";
import { printGithub } from "./github.ts";
import { printHtml } from "./html/print-html.ts";
import { printJson } from "./json.ts";
import { printJunit } from "./junit.ts";
import { printMarkdown } from "./markdown/print-markdown.ts";
import type { ReportKind } from "./report-kind.ts";
import type { RuleHelps } from "./rule-help.ts";
import { printSarif } from "./sarif.ts";
import type { TextOptions } from "./text/page.ts";
import { printText } from "./text/print-text.ts";

export interface PrintOptions {
	readonly text: TextOptions;
	/** A finding that counts is a failure of JUnit. */
	readonly failOn: FailOn;
	/** Explanations of rules, for SARIF and HTML. */
	readonly helps?: RuleHelps;
}

/** In parts that belong one behind the other. The same report gives the same parts. */
export function printReport(report: LongReport, kind: ReportKind, options: PrintOptions): Iterable<string> {
	switch (kind) {
		case "text":
			return [printText(report, options.text)];
		case "json":
			return printJson(report);
		case "sarif":
			return [printSarif(report, options.helps)];
		case "junit":
			return printJunit(report, options.failOn);
		case "github":
			return [printGithub(report)];
		case "markdown":
			return [printMarkdown(report)];
		case "html":
			return printHtml(report, options.helps);
	}
}
