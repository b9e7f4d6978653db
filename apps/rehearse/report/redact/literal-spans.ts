/**
 * Literals and comments of a SQL text, also of one that is no SQL: better a place too many than one too few.
 *
 * Without the session's sql_mode it is open whether `\` escapes inside a string. Read with escapes; where that leaves a
 * string open, a lone `\` or a word that touches a string, every place that either reading calls a literal is one.
 */

export interface LiteralSpan {
	readonly from: number;
	readonly to: number;
	readonly kind: "string" | "number" | "comment";
	/** Without quotes and escapes. */
	readonly value: string;
}

/** Comments that servers run (`/*!`) and hints are read as the text around them. */
const token = new RegExp(
	[
		String.raw`(?<string>'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*(?:'|$)|"[^"\\]*(?:(?:\\[\s\S]|"")[^"\\]*)*(?:"|$))`,
		"(?<name>`[^`]*(?:``[^`]*)*(?:`|$))",
		String.raw`(?<comment>/\*(?![!+])[\s\S]*?(?:\*/|$)|--(?=\s|$)[^\n]*|#[^\n]*)`,
		String.raw`(?<number>(?:0x[0-9a-f]+|0b[01]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(?![\p{L}\p{N}_$]))`,
		String.raw`(?<word>[\p{L}\p{N}_$@]+)`,
		String.raw`(?<stray>\\(?!N))`,
	].join("|"),
	"giu",
);
const tokenWithoutEscapes = new RegExp(
	token.source.replaceAll(String.raw`\\[\s\S]|`, "").replaceAll(String.raw`\\]`, "]"),
	token.flags,
);

/** In order, none over another. */
export function literalSpans(text: string): readonly LiteralSpan[] {
	const read = spansBy(token, text);
	return text.includes("\\") && read.isDoubtful
		? union(text, [...read.spans, ...spansBy(tokenWithoutEscapes, text).spans])
		: read.spans;
}

interface Reading {
	readonly spans: readonly LiteralSpan[];
	readonly isDoubtful: boolean;
}

const onRows = /^[\s(]*(?:select|insert|replace|update|delete|call|do|with|values|execute|load|handler|explain)\b/i;
const leading = /^(?:\s+|\/\*[\s\S]*?\*\/|--[^\n]*\n|#[^\n]*\n)+/;
/** Numbers behind these are values in a definition too: others are lengths of types. */
const beforeValue = /^(?:default|auto_increment|than|in)$/i;

function spansBy(pattern: RegExp, text: string): Reading {
	const areValues = onRows.test(text.replace(leading, ""));
	const spans: LiteralSpan[] = [];
	let isDoubtful = false;
	let word = "";
	for (const { 0: all, index: from, groups = {} } of text.matchAll(pattern)) {
		const to = from + all.length;
		if (groups["string"] !== undefined) {
			isDoubtful ||= all.length < 2 || all.at(-1) !== all[0] || /[\p{L}\p{N}_]/u.test(text[to] ?? "");
			spans.push({ from, to, kind: "string", value: unquoted(all) });
		} else if (groups["comment"] !== undefined) {
			spans.push({ from, to, kind: "comment", value: all });
		} else if (groups["number"] !== undefined && (areValues || beforeValue.test(word))) {
			spans.push({ from, to, kind: "number", value: all });
		} else if (groups["word"] !== undefined) {
			word = all;
		}
		isDoubtful ||= groups["stray"] !== undefined;
	}
	return { spans, isDoubtful };
}

function unquoted(all: string): string {
	const quote = all[0] ?? "";
	return all
		.slice(1, all.length > 1 && all.endsWith(quote) ? -1 : all.length)
		.replaceAll(quote + quote, quote)
		.replace(/\\([\s\S])/g, (_, character: string) => escapes[character] ?? character);
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "0": "\0", b: "\b", Z: "\u001a" };

/** Spans that touch or overlap become one string. */
function union(text: string, spans: readonly LiteralSpan[]): readonly LiteralSpan[] {
	const joined: LiteralSpan[] = [];
	for (const span of spans.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
		const last = joined.at(-1);
		if (last === undefined || span.from >= last.to) {
			joined.push(span);
		} else if (span.to > last.to || span.kind !== last.kind) {
			const to = Math.max(last.to, span.to);
			joined[joined.length - 1] = { from: last.from, to, kind: "string", value: text.slice(last.from, to) };
		}
	}
	return joined;
}
