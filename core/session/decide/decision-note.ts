/**
 * Warning that names the rule behind an error, where `verso_trace_rules` is on.
 *
 * It gives hook, question, rule, origin and the release since when.
 */
import { catalogue, type Decision } from "../../errors/catalogue.ts";
import type { Warning } from "../../types/evaluation/evaluation.ts";
import { encodeText } from "../../types/value/value.ts";

export function decisionNote({ hook, question, rule, origin, since }: Decision): Warning {
	const [code] = catalogue.unknownError;
	const date = since === null ? "" : ` since ${since}`;
	return {
		level: "Note",
		code,
		message: encodeText(`decided by rule ${rule} of ${origin}${date}, asked ${hook}.${question}`),
	};
}
