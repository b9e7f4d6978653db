/**
 * JSON in results without blanks, where the rules print it so.
 *
 * In: a statement's outcome. Out: the same, its JSON columns compacted as they go out. Nothing is done where there
 * are none.
 */
import type { RowSource } from "../../exec/row-source.ts";
import type { ResultColumn } from "../../plan/tree/result-column.ts";
import type { StatementResult } from "../../exec/statement-result.ts";
import type { Listing } from "../../rules/listing.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { ByteString, Row } from "../../types/value/value.ts";

export function printedJson(outcome: StatementResult, questions: Pick<Listing, "compactsJson">): StatementResult {
	if (outcome.kind !== "rows" || !outcome.columns.some(isJson) || !questions.compactsJson()) {
		return outcome;
	}
	const places = outcome.columns.flatMap(({ type }, at) => (type.name === "json" ? [at] : []));
	return { ...outcome, source: compacted(outcome.source, places), stored: undefined };
}

function isJson({ type }: ResultColumn): boolean {
	return type.name === "json";
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

/** Blanks inside texts stay. */
function compactJson(text: ByteString): ByteString {
	return text.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (part) => (part.startsWith('"') ? part : ""));
}
