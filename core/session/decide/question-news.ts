/**
 * Filter of asked questions: drops those about loading a stored object whose answer is the stored charset itself.
 */
import { SchemaLoad } from "../../rules/schema-load.ts";
import type { AskedQuestion } from "../../rules/trace.ts";
import { printAnswer } from "./question-text.ts";

/** Returns false for a schema-load question whose answer changes nothing. */
export function isNews({ decision, facts, answer }: AskedQuestion): boolean {
	const stored = (facts[0] as { readonly resolved?: unknown } | undefined)?.resolved ?? facts[0];
	return decision.hook !== SchemaLoad.hook || printAnswer(answer) !== printAnswer(stored);
}
