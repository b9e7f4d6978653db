/**
 * Remedies: single changes of a setting that may change a script's answers, as one would type them.
 *
 * Candidates are the questions that the script asked and another release answers by other rules, whole hooks of those
 * questions, switches that the rules declare, and plugins that are offered.
 */
import { type AskedQuestion, hooks, type RuleBook } from "../../core/index.ts";
import { declaration } from "../compare/book-part.ts";
import type { Side } from "../compare/played-session.ts";

export interface Remedy {
	/** `--mix insert-check.text=2.0`, `set check_mb4_value_in_utf8 = 0`, `--plugin ./mine.mjs`. */
	readonly words: string;
	/** The note of the rule that it brings. */
	readonly note: string;
	/** Changes the rules. */
	readonly book?: (book: RuleBook) => RuleBook;
	/** A statement that the session runs first. */
	readonly statement?: string;
}

export interface OtherRelease {
	readonly release: string;
	readonly book: RuleBook;
}

/** One for each way in which other releases answer a question that was asked, the oldest such release named. */
export function questionRemedies(
	{ book }: Side,
	asked: readonly AskedQuestion[],
	others: readonly OtherRelease[],
): readonly Remedy[] {
	const names = new Set(asked.map(({ decision: { hook, question } }) => `${hook}.${question}`));
	return [...names].flatMap((name) => {
		const [hook = "", question = ""] = name.split(".");
		return question === declaration
			? []
			: distinct(others, (other) => decidersOf(other, hook, question), decidersOf(book, hook, question)).map(
					({ release, book: other }) => ({
						words: `--mix ${name}=${release}`,
						note: other.originOf(hook, question)?.note ?? "The oldest answer.",
						book: (before: RuleBook) => before.mix(name, other),
					}),
				);
	});
}

/** Hooks whole, with all their questions. */
export function hookRemedies(
	{ book }: Side,
	asked: readonly AskedQuestion[],
	others: readonly OtherRelease[],
): readonly Remedy[] {
	const names = new Set(asked.map(({ decision: { hook } }) => hook));
	return hooks
		.map(({ hook }) => hook)
		.filter((hook) => names.has(hook))
		.flatMap((hook) =>
			distinct(others, (other) => historyOf(other, hook), historyOf(book, hook)).map(({ release, book: other }) => ({
				words: `--mix ${hook}=${release}`,
				note: other.origins(hook).at(-1)?.note ?? "The oldest answer.",
				book: (before: RuleBook) => before.mix(hook, other),
			})),
		);
}

/** Variables of rules, turned over. */
export function switchRemedies({ book }: Side): readonly Remedy[] {
	return book
		.switches()
		.filter(({ surface, default: given }) => surface === "variable" && typeof given === "boolean")
		.map(({ name, default: given, about }) => {
			const statement = `set ${name} = ${given === true ? 0 : 1}`;
			return { words: statement, note: `${given === true ? "Off" : "On"}: ${about}`, statement };
		});
}

/** The first of the books for each answer that is not the given one. */
function distinct(
	others: readonly OtherRelease[],
	keyOf: (book: RuleBook) => string,
	own: string,
): readonly OtherRelease[] {
	const found = new Map<string, OtherRelease>();
	for (const other of others) {
		const key = keyOf(other.book);
		if (key !== own && !found.has(key)) {
			found.set(key, other);
		}
	}
	return [...found.values()];
}

function decidersOf(book: RuleBook, hook: string, question: string): string {
	return book
		.deciders(hook, question)
		.map(({ rule, origin }) => `${rule} ${origin}`)
		.join();
}

function historyOf(book: RuleBook, hook: string): string {
	return book
		.origins(hook)
		.map(({ rule, name }) => `${rule} ${name}`)
		.join();
}

/** Several together, and the statements that they begin with. */
export function applied(side: Side, remedies: readonly Remedy[]): { readonly side: Side; readonly first: string[] } {
	const book = remedies.reduce((before, remedy) => remedy.book?.(before) ?? before, side.book);
	return {
		side: { release: side.release, book },
		first: remedies.flatMap(({ statement }) => (statement === undefined ? [] : [statement])),
	};
}
