/**
 * Regular expression translator: from the syntax of Henry Spencer's library, which MySQL 5.7 uses, to RE2's.
 *
 * Accepts an extended POSIX expression. A character without meaning to Spencer is an ordinary one (`\d` is a d); the
 * first mistake is reported in the library's words. The empty expression is an exception: it matches every text, as
 * on the real servers of the line.
 */
import { classNames, collatingNames } from "./posix-names.ts";

/** A syntax error, with the library's message. */
export class RegularExpressionFault extends Error {}

const mostRepetitions = 255;

function fail(words: string): never {
	throw new RegularExpressionFault(words);
}

function isDigit(character: string | undefined): boolean {
	return character !== undefined && character >= "0" && character <= "9";
}

/** Escapes a literal character, within brackets too. */
function literal(character: string): string {
	return /^[A-Za-z0-9_]$/.test(character) ? character : `\\x{${character.codePointAt(0)!.toString(16)}}`;
}

class Reading {
	private at = 0;

	private readonly characters: readonly string[];

	constructor(expression: string) {
		this.characters = [...expression];
	}

	/** Parses branches separated by `|`, none of them empty, up to the end or the closing parenthesis. */
	branches(depth: number): string {
		const all: string[] = [];
		do {
			let branch = "";
			while (this.at < this.characters.length && !this.sees("|") && !(depth > 0 && this.sees(")"))) {
				branch += this.piece(depth);
			}
			all.push(branch === "" ? fail("empty (sub)expression") : branch);
		} while (this.eats("|"));
		return all.join("|");
	}

	/** Parses an atom and its repetition; a second repetition is an error. */
	private piece(depth: number): string {
		const isCaret = this.sees("^");
		const atom = this.atom(depth);
		if (!this.seesRepetition()) {
			return atom;
		}
		if (isCaret) {
			fail("repetition-operator operand invalid");
		}
		const sign = this.next();
		const count = sign === "{" ? this.bounds() : sign;
		return this.seesRepetition() ? fail("repetition-operator operand invalid") : `(?:${atom})${count}`;
	}

	private atom(depth: number): string {
		const character = this.next();
		switch (character) {
			case "(":
				return this.group(depth);
			case ")":
				return fail("parentheses not balanced");
			case "^":
				return "\\A";
			case "$":
				return "\\z";
			case ".":
				return ".";
			case "*":
			case "+":
			case "?":
				return fail("repetition-operator operand invalid");
			case "[":
				return this.word() ?? this.brackets();
			case "\\":
				return this.at < this.characters.length ? literal(this.next()) : fail("trailing backslash (\\)");
			case "{":
				return isDigit(this.peek()) ? fail("repetition-operator operand invalid") : literal(character);
			default:
				return literal(character);
		}
	}

	private group(depth: number): string {
		const inner = this.sees(")") || this.at === this.characters.length ? "" : this.branches(depth + 1);
		return this.eats(")") ? `(?:${inner})` : fail("parentheses not balanced");
	}

	/** A `{` repeats only where a digit follows. */
	private seesRepetition(): boolean {
		return (
			this.sees("*") || this.sees("+") || this.sees("?") || (this.sees("{") && isDigit(this.characters[this.at + 1]))
		);
	}

	private bounds(): string {
		const least = this.count();
		const isRange = this.eats(",");
		const most = isRange && isDigit(this.peek()) ? this.count() : undefined;
		if (most !== undefined && most < least) {
			fail("invalid repetition count(s)");
		}
		if (!this.eats("}")) {
			fail(this.characters.includes("}", this.at) ? "invalid repetition count(s)" : "braces not balanced");
		}
		return `{${least}${isRange ? "," : ""}${most ?? ""}}`;
	}

	private count(): number {
		let count = 0;
		while (isDigit(this.peek()) && count <= mostRepetitions) {
			count = count * 10 + Number(this.next());
		}
		return count <= mostRepetitions ? count : fail("invalid repetition count(s)");
	}

	/** Word boundaries `[[:<:]]` and `[[:>:]]`. */
	private word(): string | undefined {
		const sign = this.characters.slice(this.at, this.at + 6).join("");
		if (sign !== "[:<:]]" && sign !== "[:>:]]") {
			return undefined;
		}
		this.at += 6;
		return "\\b";
	}

	private brackets(): string {
		const opening = this.eats("^") ? "[^" : "[";
		let members = this.eats("]") ? literal("]") : this.eats("-") ? literal("-") : "";
		while (this.at < this.characters.length && !this.sees("]") && !this.sees("-", "]")) {
			members += this.member();
		}
		members += this.eats("-") ? literal("-") : "";
		return this.eats("]") ? `${opening}${members}]` : fail("brackets ([ ]) not balanced");
	}

	/** Parses one member of a bracket expression: a class, an equivalence class, a character or a range. */
	private member(): string {
		if (this.sees("-")) {
			fail("invalid character range");
		}
		if (this.eats("[", ":")) {
			return this.characterClass();
		}
		if (this.eats("[", "=")) {
			return literal(this.collatingElement("=", true));
		}
		const first = this.symbol();
		if (!this.sees("-") || this.characters[this.at + 1] === undefined || this.characters[this.at + 1] === "]") {
			return literal(first);
		}
		this.at++;
		const last = this.eats("-") ? "-" : this.symbol();
		return first.codePointAt(0)! <= last.codePointAt(0)!
			? `${literal(first)}-${literal(last)}`
			: fail("invalid character range");
	}

	private characterClass(): string {
		this.expectMore();
		let name = "";
		while (/^[A-Za-z]$/.test(this.peek() ?? "")) {
			name += this.next();
		}
		if (!classNames.has(name)) {
			fail("invalid character class");
		}
		this.expectMore();
		return this.eats(":", "]") ? `[:${name}:]` : fail("invalid character class");
	}

	/** Throws where the bracket expression is not closed. */
	private expectMore(): void {
		if (this.at === this.characters.length) {
			fail("brackets ([ ]) not balanced");
		}
	}

	private symbol(): string {
		this.expectMore();
		return this.eats("[", ".") ? this.collatingElement(".", false) : this.next();
	}

	/** Parses a character, literal or by its POSIX name, between `[=` and `=]` or `[.` and `.]`. */
	private collatingElement(sign: string, isClass: boolean): string {
		if (isClass && (this.sees("-") || this.sees("]"))) {
			fail("invalid collating element");
		}
		const from = this.at;
		while (this.at < this.characters.length && !this.sees(sign, "]")) {
			this.at++;
		}
		const name = this.characters.slice(from, this.at);
		if (!this.eats(sign, "]")) {
			fail("brackets ([ ]) not balanced");
		}
		return collatingNames.get(name.join("")) ?? (name.length === 1 ? name[0]! : fail("invalid collating element"));
	}

	private peek(): string | undefined {
		return this.characters[this.at];
	}

	private next(): string {
		return this.characters[this.at++]!;
	}

	private sees(first: string, second?: string): boolean {
		return this.characters[this.at] === first && (second === undefined || this.characters[this.at + 1] === second);
	}

	private eats(first: string, second?: string): boolean {
		const isThere = this.sees(first, second);
		this.at += isThere ? (second === undefined ? 1 : 2) : 0;
		return isThere;
	}
}

/** Returns the expression in RE2's syntax; throws a RegularExpressionFault. */
export function translateExpression(expression: string): string {
	return expression === "" ? "" : new Reading(expression).branches(0);
}
