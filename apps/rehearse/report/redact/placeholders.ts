/**
 * Placeholders of values: `?1`, `?2` in the order in which values are met; the same value has the same everywhere.
 */
import { type LiteralSpan, literalSpans } from "./literal-spans.ts";

export class Placeholders {
	readonly #numbers = new Map<string, number>();

	of(value: string): string {
		const known = this.#numbers.get(value) ?? this.#numbers.size + 1;
		this.#numbers.set(value, known);
		return `?${known}`;
	}

	/** Of a literal as it stands in a text: what is no value keeps its quotes or marks. */
	ofSpan({ kind, value }: LiteralSpan): string {
		switch (kind) {
			case "string":
				return `'${this.of(value)}'`;
			case "number":
				return this.of(value);
			case "comment":
				return value.startsWith("/*") ? "/* ? */" : value.startsWith("#") ? "# ?" : "-- ?";
		}
	}
}

/** A SQL text without its values, and where its places now are. */
export interface CleanedText {
	readonly text: string;
	/** A place inside a literal becomes its beginning. */
	place(offset: number): number;
	/** The values that were in it. */
	readonly values: readonly string[];
}

export function cleanSql(text: string, placeholders: Placeholders): CleanedText {
	const spans = literalSpans(text);
	const parts: string[] = [];
	const moved: { readonly from: number; readonly to: number; readonly at: number; readonly end: number }[] = [];
	let done = 0;
	let length = 0;
	for (const span of spans) {
		const placeholder = placeholders.ofSpan(span);
		parts.push(text.slice(done, span.from), placeholder);
		const at = length + span.from - done;
		length = at + placeholder.length;
		moved.push({ from: span.from, to: span.to, at, end: length });
		done = span.to;
	}
	parts.push(text.slice(done));
	return {
		text: parts.join(""),
		place(offset) {
			const last = moved.findLast(({ from }) => from <= offset);
			return last === undefined ? offset : offset < last.to ? last.at : last.end + offset - last.to;
		},
		values: spans.filter(({ kind }) => kind !== "comment").map(({ value }) => value),
	};
}
