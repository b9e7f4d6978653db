/**
 * Text cache: statements by exact text and parser mode, parsed and planned.
 */
import { usesFastPath } from "../../async/fast-path.ts";
import type { ParserMode } from "../../sql/parser.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { CacheBudget, CachePlace } from "./cache-budget.ts";
import type { StatementText } from "./statement-text.ts";

/** Longer ones recur seldom. */
const longestCached = 1024;

const isUsed = usesFastPath("plan-cache");

class KeptText implements CachePlace {
	isUsed = false;
	readonly statement: StatementText;
	readonly mode: ParserMode;
	readonly #all: Map<ByteString, KeptText>;
	readonly #text: ByteString;

	constructor(statement: StatementText, mode: ParserMode, all: Map<ByteString, KeptText>, text: ByteString) {
		this.statement = statement;
		this.mode = mode;
		this.#all = all;
		this.#text = text;
	}

	empty(): void {
		if (this.#all.get(this.#text) === this) {
			this.#all.delete(this.#text);
		}
	}
}

export class TextCache {
	readonly #budget: CacheBudget;
	readonly #byText = new Map<ByteString, KeptText>();

	constructor(budget: CacheBudget) {
		this.#budget = budget;
	}

	find(text: ByteString, mode: ParserMode): StatementText | undefined {
		if (text.length > longestCached) {
			return undefined;
		}
		const kept = this.#byText.get(text);
		if (kept === undefined || !sameMode(kept.mode, mode)) {
			return undefined;
		}
		kept.isUsed = true;
		return kept.statement;
	}

	/** Adds a statement and returns it. */
	keep(text: ByteString, mode: ParserMode, statement: StatementText): StatementText {
		if (text.length > longestCached || !isUsed) {
			return statement;
		}
		statement.isKept = true;
		const before = this.#byText.get(text);
		if (before !== undefined) {
			this.#budget.drop(before);
		}
		const kept = new KeptText(statement, mode, this.#byText, text);
		this.#byText.set(text, kept);
		this.#budget.fill(kept, statement.treeWeight);
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
