/**
 * XPath parser of EXTRACTVALUE and UPDATEXML: `/a//b[@c = 1]/text()`, `count(//a) + 1`.
 *
 * Returns the tree, or throws error 1105 with the rest that cannot be read.
 */
import { ParsedTexts } from "../operand/parsed-texts.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { type ByteString, decodeText } from "../../types/value/value.ts";
import { pathFunctionArity } from "./path-functions.ts";
import { type Axis, axes, type PathExpression, type PathOperator, type PathStep } from "./path-tree.ts";

/** Binary operators by precedence, the weakest first. */
const ladder: readonly (readonly PathOperator[])[] = [
	["or"],
	["and"],
	["=", "!="],
	["<=", ">=", "<", ">"],
	["+", "-"],
	["*", "div", "mod"],
];

const known = new ParsedTexts<PathExpression>((text) => new Parser(text).whole());

export function parsePath(text: ByteString): PathExpression {
	return known.of(text);
}

const blank = /\s*/y;
const name = /[A-Za-z_\x80-\xff][-A-Za-z0-9_.\x80-\xff]*(?::(?!:)[A-Za-z_\x80-\xff][-A-Za-z0-9_.\x80-\xff]*)?/y;
const variable = /[\w.$\x80-\xff]+/y;
const number = /\d+(?:\.\d*)?|\.\d+/y;
const quoted = /"[^"]*"|'[^']*'/y;
const nodeKinds: ReadonlySet<string> = new Set(["text", "node", "comment", "processing-instruction"]);
const axisNames: ReadonlySet<string> = new Set(axes);
const deepest = 100;

class Parser {
	readonly #text: ByteString;
	#at = 0;
	#depth = 0;
	/** POSITION() and LAST() are valid in predicates only. */
	#predicateDepth = 0;

	constructor(text: ByteString) {
		this.#text = text;
	}

	whole(): PathExpression {
		const expression = this.#operation(0);
		this.#skip();
		return this.#at < this.#text.length ? this.#fail() : expression;
	}

	#operation(level: number): PathExpression {
		const operators = ladder[level];
		if (operators === undefined) {
			return this.#negation();
		}
		let left = this.#operation(level + 1);
		for (;;) {
			const operator = operators.find((each) => this.#accept(each));
			if (operator === undefined) {
				return left;
			}
			left = { kind: "binary", operator, left, right: this.#operation(level + 1) };
		}
	}

	#negation(): PathExpression {
		if (this.#accept("-")) {
			return { kind: "negation", of: this.#negation() };
		}
		let left = this.#path();
		while (this.#accept("|")) {
			left = { kind: "binary", operator: "|", left, right: this.#path() };
		}
		return left;
	}

	#path(): PathExpression {
		this.#skip();
		const primary = this.#primary();
		if (primary !== undefined) {
			const predicates = this.#predicates();
			const filtered: PathExpression = predicates.length === 0 ? primary : { kind: "filter", of: primary, predicates };
			return this.#is("/") ? { kind: "path", from: filtered, steps: this.#steps() } : filtered;
		}
		if (!this.#is("/")) {
			return { kind: "path", from: "here", steps: this.#relative() };
		}
		if (!this.#is("//") && this.#accept("/") && !this.#beginsStep()) {
			return { kind: "path", from: "root", steps: [] };
		}
		this.#at -= this.#text[this.#at - 1] === "/" ? 1 : 0;
		return { kind: "path", from: "root", steps: this.#steps() };
	}

	/** Parses a number, a text, a call or an expression in parentheses. */
	#primary(): PathExpression | undefined {
		if (this.#accept("(")) {
			return this.#closed(() => this.#operation(0));
		}
		const text = this.#match(quoted);
		if (text !== undefined) {
			return { kind: "text", value: text.slice(1, -1) };
		}
		const digits = this.#match(number);
		if (digits !== undefined) {
			return { kind: "number", value: Number(digits) };
		}
		return this.#is("$") ? this.#variable() : this.#call();
	}

	/** `$@a` is a user variable; `$a`, a stored program's variable, is refused. */
	#variable(): PathExpression {
		const start = this.#at;
		this.#accept("$");
		if (this.#accept("@")) {
			return { kind: "variable", name: decodeText(this.#match(variable) ?? this.#fail()) };
		}
		throw sqlError("unknownError", `Unknown XPATH variable at: '${this.#text.slice(start)}'`);
	}

	#call(): PathExpression | undefined {
		const start = this.#at;
		const called = this.#match(name)?.toLowerCase();
		if (called === undefined || nodeKinds.has(called) || !this.#accept("(")) {
			this.#at = start;
			return undefined;
		}
		const arity = pathFunctionArity(called);
		if (arity === undefined) {
			this.#at--;
			return this.#fail();
		}
		const operands: PathExpression[] = [];
		if (!this.#is(")")) {
			do {
				operands.push(this.#operation(0));
			} while (this.#accept(","));
		}
		if (!this.#accept(")") || operands.length < arity[0] || operands.length > arity[1]) {
			this.#at = start;
			return this.#fail();
		}
		if (this.#predicateDepth === 0 && (called === "position" || called === "last")) {
			return this.#fail();
		}
		return { kind: "call", name: called, operands };
	}

	/** Parses `/a//b`, starting at a slash. */
	#steps(): PathStep[] {
		const steps: PathStep[] = [];
		for (;;) {
			if (this.#accept("//")) {
				steps.push({ axis: "descendant-or-self", name: undefined, predicates: [] });
			} else if (!this.#accept("/")) {
				return steps;
			}
			this.#step(steps);
		}
	}

	#relative(): PathStep[] {
		const steps: PathStep[] = [];
		this.#step(steps);
		return [...steps, ...this.#steps()];
	}

	#beginsStep(): boolean {
		this.#skip();
		return /[@.*A-Za-z_\x80-\xff]/.test(this.#text[this.#at] ?? "");
	}

	#step(steps: PathStep[]): void {
		if (this.#accept("..")) {
			steps.push({ axis: "parent", name: undefined, predicates: this.#predicates() });
			return;
		}
		if (this.#accept(".")) {
			steps.push({ axis: "self", name: undefined, predicates: this.#predicates() });
			return;
		}
		const axis = this.#axis();
		if (this.#accept("*")) {
			steps.push({ axis, name: undefined, predicates: this.#predicates() });
			return;
		}
		const found = this.#match(name) ?? this.#fail();
		if (nodeKinds.has(found.toLowerCase()) && this.#accept("(")) {
			this.#expect(")");
			if (found.toLowerCase() === "node") {
				steps.push({ axis, name: undefined, predicates: this.#predicates() });
			} else if (steps.length > 0) {
				// `/a/text()` is equivalent to `/a`: a node's text is read in either case.
				const last = steps.pop()!;
				steps.push({ ...last, predicates: [...last.predicates, ...this.#predicates()] });
			}
			return;
		}
		steps.push({ axis, name: found, predicates: this.#predicates() });
	}

	#axis(): Axis {
		if (this.#accept("@")) {
			return "attribute";
		}
		const start = this.#at;
		const word = this.#match(name)?.toLowerCase();
		if (word !== undefined && this.#accept("::")) {
			return axisNames.has(word) ? (word as Axis) : this.#fail();
		}
		this.#at = start;
		return "child";
	}

	#predicates(): PathExpression[] {
		const predicates: PathExpression[] = [];
		while (this.#accept("[")) {
			this.#predicateDepth++;
			predicates.push(this.#closed(() => this.#operation(0), "]"));
			this.#predicateDepth--;
		}
		return predicates;
	}

	#closed(read: () => PathExpression, close: ")" | "]" = ")"): PathExpression {
		if (++this.#depth > deepest) {
			this.#fail();
		}
		const inner = read();
		this.#depth--;
		this.#expect(close);
		return inner;
	}

	#skip(): void {
		blank.lastIndex = this.#at;
		this.#at += blank.exec(this.#text)![0].length;
	}

	#is(mark: string): boolean {
		this.#skip();
		return this.#text.startsWith(mark, this.#at);
	}

	/** A keyword matches only if no letter follows. */
	#accept(mark: string): boolean {
		if (!this.#is(mark) || (/^[a-z]/.test(mark) && /[-\w.]/.test(this.#text[this.#at + mark.length] ?? ""))) {
			return false;
		}
		this.#at += mark.length;
		return true;
	}

	#expect(mark: string): void {
		if (!this.#accept(mark)) {
			this.#fail();
		}
	}

	#match(pattern: RegExp): string | undefined {
		this.#skip();
		pattern.lastIndex = this.#at;
		const found = pattern.exec(this.#text)?.[0];
		this.#at += found?.length ?? 0;
		return found;
	}

	#fail(): never {
		throw sqlError("unknownError", `XPATH syntax error: '${this.#text.slice(this.#at, this.#at + 32)}'`);
	}
}
