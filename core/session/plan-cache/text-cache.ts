/**
 * Text cache: statements by exact text and parser mode, parsed and planned.
 */
import { usesFastPath } from "../../async/fast-path.ts";
import type { ParserMode } from "../../sql/parser.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { StatementText } from "./statement-text.ts";

const maximumTexts = 1000;
const maximumBytes = 1024;

const isUsed = usesFastPath("plan-cache");

interface Kept {
	readonly statement: StatementText;
	readonly mode: ParserMode;
}

export class TextCache {
	readonly #byText = new Map<ByteString, Kept>();

	find(text: ByteString, mode: ParserMode): StatementText | undefined {
		if (text.length > maximumBytes) {
			return undefined;
		}
		const kept = this.#byText.get(text);
		return kept !== undefined && sameMode(kept.mode, mode) ? kept.statement : undefined;
	}

	/** Adds a statement and returns it; evicts the oldest beyond the limit. */
	keep(text: ByteString, mode: ParserMode, statement: StatementText): StatementText {
		if (text.length > maximumBytes || !isUsed) {
			return statement;
		}
		if (this.#byText.size >= maximumTexts) {
			const [oldest] = this.#byText.keys();
			this.#byText.delete(oldest!);
		}
		this.#byText.set(text, { statement, mode });
		return statement;
	}
}

function sameMode(a: ParserMode, b: ParserMode): boolean {
	return (
		a === b ||
		(a.ansiQuotes === b.ansiQuotes &&
			a.pipesAsConcat === b.pipesAsConcat &&
			a.noBackslashEscapes === b.noBackslashEscapes &&
			a.ignoreSpace === b.ignoreSpace &&
			a.highNotPrecedence === b.highNotPrecedence &&
			a.realAsFloat === b.realAsFloat)
	);
}
