/**
 * Redaction of statement text by its tokens: string literals that hold an account's password become `'<secret>'`.
 *
 * `secret-text.ts` prints statements that set a password; this finds what is left in any text, also in one that is
 * not parsed for it: EXPLAIN RULES, bodies of programs, calls of PASSWORD(), MASTER_PASSWORD of CHANGE MASTER, OPTIONS
 * of CREATE SERVER, and literals that are statements themselves. It runs where a text is logged or shown, not where it
 * is executed.
 */
import type { ByteString } from "../../types/value/value.ts";

const secret = "'<secret>'";

/** Of the texts without these words none is scanned. */
const suspect = /password|identified/i;

/** A literal with a statement in it that sets a password. */
const statementInside = /\bidentified\s+(?:by|with|as)\b|password\b[^,;]{0,200}?[=('"]/i;

/** Words between PASSWORD and a literal after which the literal belongs to something else. */
const endsPassword: ReadonlySet<string> = new Set(["FROM", "WHERE", "AND", "OR", "SELECT", "VALUES", "SET"]);

const blank = /\s/;
const letter = /[\w$\x80-\xff]/;

/** Returns the text with passwords replaced; the same text where there is none. Linear in its length. */
export function redactedText(text: ByteString): ByteString {
	return suspect.test(text) ? new Redaction(text).result() : text;
}

class Redaction {
	readonly #text: ByteString;
	#at = 0;
	/** Parts of the result, and where the next one begins in the text. */
	#shown = "";
	#copiedTo = 0;
	/** The last token but blanks, comments and introducers: a word in capitals, a sign, or `literal`, `secret`. */
	#before = "";
	#isIdentified = false;
	#isPassword = false;
	/** A literal held a statement that sets a password: those after it may be parts of it. */
	#isBuilt = false;

	constructor(text: ByteString) {
		this.#text = text;
	}

	result(): ByteString {
		const text = this.#text;
		while (this.#at < text.length) {
			const next = text[this.#at]!;
			if (next === "'" || next === '"') {
				this.#literal(next);
			} else if (next === "`") {
				this.#at = this.#endOfQuoted(next);
				this.#token("name");
			} else if (letter.test(next)) {
				this.#word();
			} else if (!this.#skipped(next)) {
				this.#at++;
				this.#token(next);
			}
		}
		return this.#shown + text.slice(this.#copiedTo);
	}

	#literal(quote: string): void {
		const [start, end] = [this.#at, this.#endOfQuoted(quote)];
		const content = this.#text.slice(start + 1, end - 1);
		const isShown = content.includes("<secret>");
		this.#isBuilt ||= !isShown && suspect.test(content) && statementInside.test(content);
		const isSecret = !isShown && (this.#isBuilt || this.#before === "secret" || this.#awaitsSecret());
		if (isSecret) {
			this.#shown += this.#text.slice(this.#copiedTo, start) + secret;
			this.#copiedTo = end;
		}
		this.#at = end;
		this.#before = isSecret ? "secret" : "literal";
	}

	#awaitsSecret(): boolean {
		const before = this.#before;
		return this.#isIdentified
			? before === "BY" || before === "AS" || before === "PASSWORD"
			: this.#isPassword && (before.endsWith("PASSWORD") || before === "=" || before === "(");
	}

	#word(): void {
		const start = this.#at;
		while (this.#at < this.#text.length && letter.test(this.#text[this.#at]!)) {
			this.#at++;
		}
		const isIntroducer = /^(?:_\w+|[nxb])$/i.test(this.#text.slice(start, Math.min(this.#at, start + 40)));
		if (!isIntroducer || this.#text[this.#at] === "(") {
			// No word that matters is longer.
			this.#token(this.#text.slice(Math.max(start, this.#at - 40), this.#at).toUpperCase());
		}
	}

	#token(token: string): void {
		if (token === "IDENTIFIED") {
			this.#isIdentified = true;
		} else if (token.endsWith("PASSWORD") && !this.#isIdentified) {
			this.#isPassword = true;
		} else if (token === "," || token === ";") {
			this.#isIdentified = false;
			this.#isPassword = false;
		} else if (endsPassword.has(token) || (token === ")" && this.#before !== "(")) {
			this.#isPassword = false;
		}
		this.#before = token;
	}

	/** Moves past a blank or a comment; the content of a version comment is code. */
	#skipped(next: string): boolean {
		const text = this.#text;
		if (blank.test(next)) {
			this.#at++;
		} else if (text.startsWith("/*!", this.#at)) {
			this.#at += 3;
			while (this.#at < text.length && text[this.#at]! >= "0" && text[this.#at]! <= "9") {
				this.#at++;
			}
		} else if (text.startsWith("*/", this.#at)) {
			this.#at += 2;
		} else if (text.startsWith("/*", this.#at)) {
			this.#at = endAfter(text, "*/", this.#at + 2);
		} else if (next === "#" || (text.startsWith("--", this.#at) && blank.test(text[this.#at + 2] ?? " "))) {
			this.#at = endAfter(text, "\n", this.#at);
		} else {
			return false;
		}
		return true;
	}

	/** The end of a quoted token, or of the text where the quote is not closed. */
	#endOfQuoted(quote: string): number {
		const text = this.#text;
		for (let at = this.#at + 1; at < text.length; at++) {
			const next = text[at];
			if (next === "\\" && quote !== "`") {
				at++;
			} else if (next === quote) {
				if (text[at + 1] !== quote) {
					return at + 1;
				}
				at++;
			}
		}
		return text.length;
	}
}

function endAfter(text: string, end: string, from: number): number {
	const found = text.indexOf(end, from);
	return found === -1 ? text.length : found + end.length;
}
