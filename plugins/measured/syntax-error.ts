/**
 * A syntax error of words that MySQL understands.
 *
 * In: the words. Out: a refusal. The real servers say line and column instead, with the code 1105; clients tell a
 * syntax error by MySQL's code.
 */
import { type Refusal, refuse } from "../../core/rules/index.ts";

export function syntaxError(words: string): Refusal {
	return refuse(1064, "42000", `You have an error in your SQL syntax near '${words}'`);
}
