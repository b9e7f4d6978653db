/**
 * `Evaluation` for tests of conversions: records warnings, has no session.
 */
import { work } from "../../core/async/work-meter.ts";
import type { ErrorName } from "../../core/errors/catalogue.ts";
import { catalogue, fillSentence } from "../../core/errors/catalogue.ts";
import type { Evaluation, SessionFacts, SqlMode } from "../../core/types/evaluation/evaluation.ts";
import { parseSqlMode } from "../../core/types/evaluation/sql-mode.ts";

interface RecordingEvaluation extends Evaluation {
	/** Such as `Warning 1292 Truncated incorrect DOUBLE value: 'abc'`. */
	readonly warnings: string[];
}

export function evaluationFor(options: { strict?: boolean; mode?: string; offset?: number } = {}): RecordingEvaluation {
	const mode: SqlMode = parseSqlMode(options.mode ?? "STRICT_TRANS_TABLES");
	const warnings: string[] = [];
	return {
		serial: ++work.evaluations,
		mode,
		warnings,
		nowMicroseconds: 1_546_300_800_000_000,
		offsetSeconds: () => options.offset ?? 0,
		parameters: [],
		warn(level, name: ErrorName, ...args) {
			const [code, , sentence] = catalogue[name];
			warnings.push(`${level} ${code} ${fillSentence(sentence, args)}`);
		},
		strictWrite: options.strict ?? false,
		rowNumber: 1,
		session: {} as SessionFacts,
	};
}
