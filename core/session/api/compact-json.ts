/**
 * Removes insignificant whitespace from JSON columns of a result set, where the rules print JSON compactly.
 *
 * Results without JSON columns pass unchanged.
 */
import type { RowSource } from "../../exec/row-source.ts";
import type { RowsResult } from "../../exec/statement-result.ts";
import type { RuleBook } from "../../rules/book.ts";
import { Listing } from "../../rules/listing.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { ByteString, Row } from "../../types/value/value.ts";

export function withPrintedJson(outcome: RowsResult, book: RuleBook): RowsResult {
	for (const { type } of outcome.columns) {
		if (type.name === "json") {
			return book.ask(Listing).compactsJson() ? withoutBlanks(outcome) : outcome;
		}
	}
	return outcome;
}

function withoutBlanks(outcome: RowsResult): RowsResult {
	const places = outcome.columns.flatMap(({ type }, at) => (type.name === "json" ? [at] : []));
	return { ...outcome, source: compacted(outcome.source, places), stored: undefined };
}

function compacted(source: RowSource, places: readonly number[]): RowSource {
	const compactRows = (rows: Row[] | null): Row[] | null => {
		for (const row of rows ?? []) {
			for (const at of places) {
				const value = row[at];
				row[at] = typeof value === "string" ? compactJson(value) : (value ?? null);
			}
		}
		return rows;
	};
	return {
		next(): MaybePromise<Row[] | null> {
			const answer = source.next();
			return answer instanceof Promise ? answer.then(compactRows) : compactRows(answer);
		},
		close: () => source.close(),
	};
}

/** Whitespace inside string literals stays. */
function compactJson(text: ByteString): ByteString {
	return text.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (part) => (part.startsWith('"') ? part : ""));
}
