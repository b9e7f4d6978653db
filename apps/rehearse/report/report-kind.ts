/**
 * Kinds of reports, and `--report KIND[=FILE]`: which are wanted, and where each goes.
 */
import { didYouMean } from "../../../core/index.ts";
import { UsageError } from "../../compose/usage-error.ts";

export const reportKinds = ["text", "json", "sarif", "junit", "github", "markdown", "html"] as const;

export type ReportKind = (typeof reportKinds)[number];

export interface ReportWish {
	readonly kind: ReportKind;
	/** Absent: standard output. */
	readonly file?: string;
}

/** Lines for people, which may stand on standard output together. */
const lines: ReadonlySet<ReportKind> = new Set<ReportKind>(["text", "github"]);

/** `html=out.html`, `json`. Throws a UsageError. */
export function parseReportWish(text: string): ReportWish {
	const at = text.indexOf("=");
	const name = at < 0 ? text : text.slice(0, at);
	const kind = reportKinds.find((each) => each === name);
	if (kind === undefined) {
		throw new UsageError(`--report takes ${reportKinds.join(", ")}, not ${name}${didYouMean(name, reportKinds)}`, 2);
	}
	if (at < 0) {
		return { kind };
	}
	const file = text.slice(at + 1);
	if (file === "") {
		throw new UsageError(`--report ${kind}= names no file`, 2);
	}
	return { kind, file };
}

/** Text goes to standard output unless another report does. Throws a UsageError where two would be mixed. */
export function planReports(wishes: readonly ReportWish[]): readonly ReportWish[] {
	const files = wishes.flatMap(({ file }) => file ?? []);
	const twice = files.find((file, at) => files.indexOf(file) !== at);
	if (twice !== undefined) {
		throw new UsageError(`two reports go to ${twice}`, 2);
	}
	const shown = [...new Set(wishes.filter(({ file }) => file === undefined).map(({ kind }) => kind))];
	if (shown.length > 1 && shown.some((kind) => !lines.has(kind))) {
		throw new UsageError(
			`the reports ${shown.join(" and ")} would be mixed on standard output; name files: --report KIND=FILE`,
			2,
		);
	}
	const inFiles = wishes.filter(({ file }) => file !== undefined);
	const isTold = shown.length > 0 || wishes.some(({ kind }) => kind === "text");
	// A report before its annotations.
	const ordered = reportKinds.filter((kind) => shown.includes(kind)).map((kind) => ({ kind }));
	return [...(isTold ? ordered : [{ kind: "text" as const }]), ...inFiles];
}
