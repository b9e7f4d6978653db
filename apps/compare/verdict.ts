/**
 * Verdict on a statement: whether its answers under all settings could be compared, and whether they differ.
 *
 * What fails on every side in the same way shows nothing about the settings: it is not judged.
 */
import { type Answer, type AnswerError, errorOf } from "./answer.ts";

/**
 * `failed`: with the same error under every setting. `unsupported`: verso cannot read the statement, or does not have
 * it, under any setting.
 */
export type Verdict = "same" | "differs" | "failed" | "unsupported";

const syntaxError = 1064;
const notSupportedYet = 1235;

/** `answers`: one a setting. */
export function verdictOn(answers: readonly Answer[]): Verdict {
	const errors = answers.map(errorOf);
	if (errors.every((error) => error !== undefined && isUnsupported(error))) {
		return "unsupported";
	}
	if (answers.some(({ text }) => text !== answers[0]?.text)) {
		return "differs";
	}
	return errors[0] === undefined ? "same" : "failed";
}

function isUnsupported({ code }: AnswerError): boolean {
	return code === syntaxError || code === notSupportedYet;
}
