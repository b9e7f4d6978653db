/**
 * Rule books with quirks.
 *
 * In: a release, or a book and a quirk by name. Out: the book with quirks laid over it.
 */
import { didYouMean, type RuleBook } from "../../core/index.ts";
import { bookAsMeasured, quirkNamed, quirks } from "../../plugins/measured/index.ts";
import { UsageError } from "./usage-error.ts";

/** A release as its servers were measured. */
export function measuredBook(release: string): RuleBook {
	return bookAsMeasured(release);
}

/** A quirk that is in force already is not laid twice. */
export function quirked(book: RuleBook, name: string): RuleBook {
	const quirk = quirkNamed(name);
	if (quirk === undefined) {
		const known = quirks.map((each) => each.name);
		throw new UsageError(`unknown quirk ${name}${didYouMean(name, known)}; verso quirks lists all ${known.length}`, 2);
	}
	return book.pages.includes(quirk) ? book : book.lay(quirk);
}
