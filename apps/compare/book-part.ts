/**
 * Parts of rule books, for trials: hooks whose rules differ, one part taken from another book, the fewest that are
 * enough together.
 *
 * A part is a hook, `insert-check`, or one of its questions, `insert-check.text`.
 */
import { hooks, type RuleBook } from "../../core/index.ts";

/** The hook of the release's name, which is no rule. */
export const releaseName = "release";
/** Declares switches: no answer to a statement. */
export const declaration = "switches";

/** Hooks whose rules differ; what is mixed in does not count. */
export function differingHooks(one: RuleBook, other: RuleBook): readonly string[] {
	return hooks.map(({ hook }) => hook).filter((hook) => historyOf(one, hook) !== historyOf(other, hook));
}

function historyOf(book: RuleBook, hook: string): string {
	const rules = book.origins(hook).filter(({ from }) => from !== "mix");
	// An explanation decides nothing, and is longer than all else.
	return JSON.stringify(rules.map((origin) => ({ ...origin, guide: undefined })));
}

/** A question alone comes with the switches that its hook declares there, which it may read. */
export function withPart(book: RuleBook, part: string, other: RuleBook): RuleBook {
	const [hook, question] = part.split(".");
	return question === undefined ? book.mix(part, other) : book.mix(part, other).mix(`${hook}.${declaration}`, other);
}

/** Parts that are all needed of several that are enough together; empty where all together are not. */
export async function fewest(
	parts: readonly string[],
	isEnough: (parts: readonly string[]) => Promise<boolean>,
): Promise<readonly string[]> {
	if (parts.length < 2 || !(await isEnough(parts))) {
		return [];
	}
	let taken = parts;
	for (const part of parts) {
		const fewer = taken.filter((each) => each !== part);
		if (await isEnough(fewer)) {
			taken = fewer;
		}
	}
	return taken;
}
