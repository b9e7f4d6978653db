/**
 * EXPLAIN RULES FOR RELEASES: the questions of a statement under several releases, equal neighbours in one row.
 *
 * Every release reads the same data under a rule book of its own, with the mode, mixes, quirks and plugins in force. A
 * statement that fails by no rule's decision is a row with the error alone, since another release may let it through.
 */
import { attempt } from "../../async/maybe-promise.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { SqlError, sqlError } from "../../errors/catalogue.ts";
import { answeredRows, type StatementResult } from "../../exec/statement-result.ts";
import type { RuleBook } from "../../rules/book.ts";
import type { ReleaseBooks } from "../../rules/release-books.ts";
import { encodeText, type Row } from "../../types/value/value.ts";
import type { StatementFrame } from "../run/statement-frame.ts";
import { serverUnder } from "./server-under.ts";
import { releaseColumns, ruleColumns } from "./rule-columns.ts";

/** `listed`: the rows of one release, in the order of `ruleColumns`. */
export async function explainReleases(
	asked: readonly string[] | "all",
	frame: StatementFrame,
	listed: (frame: StatementFrame) => MaybePromise<readonly Row[]>,
): Promise<StatementResult> {
	const { server } = frame.conversation;
	if (server.others === undefined) {
		throw sqlError("notSupportedYet", "EXPLAIN RULES FOR RELEASES where the kernel knows one rule book");
	}
	const releases = asked === "all" ? server.others.releases : asked;
	const found = new FoldedRows(releases);
	for (const [at, release] of releases.entries()) {
		const under = frame.under(serverUnder(server, await bookOf(server.others, release), release));
		found.add(at, await attempt(() => listed(under), failed));
	}
	return answeredRows(releaseColumns, found.rows());
}

async function bookOf(others: ReleaseBooks, release: string): Promise<RuleBook> {
	const book = await others.book(release);
	if (book === undefined) {
		const known = others.releases.join(", ");
		throw sqlError("unknownError", encodeText(`unknown release ${release}; known releases are ${known}`));
	}
	return book;
}

function failed(failure: unknown): readonly Row[] {
	if (!(failure instanceof SqlError)) {
		throw failure;
	}
	const text = `ERROR ${failure.code} (${failure.state}): ${failure.message}`;
	return [ruleColumns.map(({ name }) => (name === "answer" ? encodeText(text) : null))];
}

/** Rows with the releases that gave them. */
class FoldedRows {
	readonly #releases: readonly string[];
	readonly #byText = new Map<string, { readonly row: Row; readonly places: number[] }>();

	constructor(releases: readonly string[]) {
		this.#releases = releases;
	}

	add(place: number, rows: readonly Row[]): void {
		for (const row of rows) {
			const text = JSON.stringify(row);
			const known = this.#byText.get(text);
			if (known === undefined) {
				this.#byText.set(text, { row, places: [place] });
			} else {
				known.places.push(place);
			}
		}
	}

	/** Answers to one question stand together, by the first release that asks it. */
	rows(): readonly Row[] {
		const byQuestion = new Map<string, Row[]>();
		for (const { row, places } of this.#byText.values()) {
			const question = JSON.stringify(row.slice(0, 2));
			byQuestion.set(question, [...(byQuestion.get(question) ?? []), [encodeText(this.#printed(places)), ...row]]);
		}
		return [...byQuestion.values()].flat();
	}

	/** `first - last` of neighbours, and what stands alone. */
	#printed(places: readonly number[]): string {
		const starts = places.filter((place, at) => at === 0 || places[at - 1] !== place - 1);
		return starts
			.map((start, at) => {
				const end = places[(at + 1 < starts.length ? places.indexOf(starts[at + 1]!) : places.length) - 1]!;
				const [first, last] = [this.#releases[start]!, this.#releases[end]!];
				return end === start ? first : end === start + 1 ? `${first}, ${last}` : `${first} - ${last}`;
			})
			.join(", ");
	}
}
