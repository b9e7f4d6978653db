/**
 * Prints a difference of a playback: the step, both answers, and the rules that were asked.
 */
import { type AskedQuestion, printAnswer, printFacts } from "../../core/index.ts";
import type { Disagreement } from "./opinion.ts";
import type { Difference } from "./player.ts";
import type { Step } from "./recording.ts";

const longest = 600;

export function printDifference({ line, step, given }: Difference, asked: readonly AskedQuestion[] = []): string {
	const lines = [
		`  line ${line}: ${printStep(step)}`,
		`    recorded: ${cut(JSON.stringify(step.result))}`,
		`    now:      ${cut(JSON.stringify(given))}`,
		...asked.map(
			({ decision, facts, depth, answer }) =>
				`    ${"  ".repeat(depth)}asked ${decision.hook}.${decision.question}(${cut(printFacts(facts))}): ` +
				`${cut(printAnswer(answer) ?? "nothing")}, by ${decision.rule} of ${decision.origin}`,
		),
	];
	return lines.join("\n");
}

export function printDisagreement({ line, step, given, other }: Disagreement): string {
	return [
		`  line ${line}: ${printStep(step)}`,
		`    recorded: ${cut(JSON.stringify(step.result))}`,
		`    MariaDB:  ${cut(JSON.stringify(other) ?? "nothing")}`,
		`    now:      ${cut(JSON.stringify(given))}`,
	].join("\n");
}

export function printStep(step: Step): string {
	if ("start" in step) {
		return `start ${step.start.version} ${JSON.stringify(step.start.config)}`;
	}
	if ("http" in step) {
		return `${step.http.method} ${step.http.path} ${JSON.stringify(step.http.form ?? step.http.body ?? "")}`;
	}
	return "sql" in step ? step.sql : `prepare ${step.prepare}; with ${JSON.stringify(step.args)}`;
}

function cut(text: string): string {
	return text.length > longest ? `${text.slice(0, longest)} ...` : text;
}
