/**
 * Placeholders of values: `?1`, `?2` in the order in which values are met; the same value has the same everywhere.
 */
import { type LiteralSpan, literalSpans } from "./literal-spans.ts";

export class Placeholders {
	/** By a digest of the value: a long log has millions of values. */
	readonly #numbers = new Map<number, number>();

	of(value: string): string {
		const digest = digestOf(value);
		let number = this.#numbers.get(digest);
		if (number === undefined) {
			number = this.#numbers.size + 1;
			this.#numbers.set(digest, number);
		}
		return `?${number}`;
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

/** Of 52 bits: among ten million values two are one by accident in one of a hundred reports. */
function digestOf(value: string): number {
	let one = 0x811c9dc5;
	let other = 0x9e3779b9;
	for (let at = 0; at < value.length; at++) {
		const code = value.charCodeAt(at);
		one = Math.imul(one ^ code, 0x01000193);
		other = Math.imul(other ^ code, 0x85ebca6b) ^ (other >>> 13);
	}
	one ^= one >>> 15;
	return (Math.imul(other ^ one, 0xc2b2ae35) >>> 0) * 0x100000 + ((one >>> 0) & 0xfffff);
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
