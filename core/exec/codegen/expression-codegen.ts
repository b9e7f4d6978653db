/**
 * Code generation for expressions: columns, known values and arithmetic are inlined, the rest calls closures.
 *
 * A closure runs on a row that is filled with the columns it reads, which is always correct.
 *
 * Integers are added as doubles. Where value ranges prove the result exact no check is needed; else a guard passes
 * results beyond 2^53, bigints and BIGINT overflow to the function that the closure would call: same errors.
 */
import type { Compiled } from "../../functions/definition/function.ts";
import type { BoundCall, BoundExpression } from "../../plan/tree/bound-expression.ts";
import { someBound } from "../../plan/tree/bound-tree.ts";
import { readLatin1 } from "../../store/encoding/latin1.ts";
import { compile, compileTo } from "../../plan/compile/compile.ts";
import { namingExpression } from "../../plan/compile/out-of-range.ts";
import { invariant } from "../../errors/invariant.ts";
import { converter, identity } from "../../types/assign/conversion.ts";
import { powerOfTen } from "../../types/numeric/decimal.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import { asInteger, asNumber, asValue, isSteady, known } from "./known-value.ts";
import { mayBeTogether } from "./quiet.ts";
import { literal, type LoopCode } from "./loop-codegen.ts";
import type { Columns } from "./page-columns.ts";
import {
	addBounds,
	boundsOfType,
	isWord,
	multiplyBounds,
	safeBounds,
	subtractBounds,
	type Bounds,
	type Term,
	type ValueTerm,
} from "./term.ts";

const combined = { "+": addBounds, "-": subtractBounds, "*": multiplyBounds };
type Sign = keyof typeof combined;

export class ExpressionCode {
	readonly loop: LoopCode;
	readonly #columns: Columns[] = [];
	readonly #known = new Map<string, ValueTerm>();

	constructor(loop: LoopCode) {
		this.loop = loop;
	}

	/** Makes the columns of a further table available. */
	add(columns: Columns): void {
		this.#columns.push(columns);
	}

	value(bound: BoundExpression): Term {
		if (bound.kind === "column") {
			return this.#of(bound.slot).term(bound.slot, bound.type);
		}
		if (bound.kind === "constant" && typeof bound.value === "number") {
			return constantTerm(bound.value, bound.type);
		}
		if (isSteady(bound)) {
			return this.#steady(compile(bound), bound.type);
		}
		return (
			(bound.kind === "call" ? this.#arithmetic(bound) : undefined) ?? this.#closure(bound, compile(bound), bound.type)
		);
	}

	/** Returns the value converted to a type, as operands are. */
	converted(bound: BoundExpression, to: SqlType | undefined): Term {
		if (to === undefined) {
			return this.value(bound);
		}
		if (isSteady(bound)) {
			return bound.kind === "constant" && bound.type === to
				? this.value(bound)
				: this.#steady(compileTo(bound, to), to);
		}
		if (converter(bound.type, to) === identity) {
			return this.value(bound);
		}
		return this.#rescaled(bound, to) ?? this.#closure(bound, compileTo(bound, to), to);
	}

	/** Like `converted`, but as a value, not as text in place. */
	plain(bound: BoundExpression, to?: SqlType): ValueTerm {
		const term = this.converted(bound, to);
		return term.kind === "value"
			? term
			: this.#closure(bound, to === undefined ? compile(bound) : compileTo(bound, to), to ?? bound.type);
	}

	/** Fills the closures' row with the columns that an expression reads. */
	fill(bound: BoundExpression): void {
		someBound(bound, (node) => {
			if (node.kind === "column") {
				this.#of(node.slot).fill(node.slot, node.type);
			}
			return false;
		});
	}

	/** Fills the row with every column that the query reads. */
	fillAll(): void {
		for (const columns of this.#columns) {
			columns.fillAll();
		}
	}

	/** Returns code whose value is the term's, as rows contain it. */
	textOf(term: Term): string {
		if (term.kind === "value") {
			return term.code;
		}
		const text = `${this.loop.constant(readLatin1)}(${term.bytes}, ${term.from}, ${term.to})`;
		return term.nullable ? `(${term.from} < 0 ? null : ${text})` : text;
	}

	#of(slot: number): Columns {
		const columns = this.#columns.find((each) => each.has(slot));
		invariant(columns !== undefined, "Every slot that is read has been filled.");
		return columns;
	}

	#closure(bound: BoundExpression, compiled: Compiled, type: SqlType): ValueTerm {
		this.fill(bound);
		const code = this.loop.keep(`${this.loop.constant(compiled)}(row, execution)`);
		return { kind: "value", code, nullable: true, form: formOf(type), bounds: undefined };
	}

	/** Never NULL: a run with a NULL among its known values falls back to the general operator. */
	#steady(compiled: Compiled, type: SqlType): ValueTerm {
		const name = this.loop.constant(compiled);
		let term = this.#known.get(name);
		if (term === undefined) {
			const isExact = formOf(type) === "integer";
			const bounds = isExact ? boundsOfType(type) : undefined;
			// A number where numbers are common; a run with a bigint falls back.
			const isNumber = bounds !== undefined || familyOf(type) === "integer" || familyOf(type) === "float";
			const form = isNumber ? asNumber : isExact ? asInteger : asValue;
			const code = this.loop.known(known(compiled, form));
			term = {
				kind: "value",
				code,
				nullable: false,
				form: isNumber ? "number" : formOf(type),
				bounds: isNumber && isExact ? (bounds ?? safeBounds) : undefined,
			};
			this.#known.set(name, term);
		}
		return term;
	}

	/** A DECIMAL scaled to more fractional digits, if all of its values fit. */
	#rescaled(bound: BoundExpression, to: SqlType): ValueTerm | undefined {
		const family = familyOf(bound.type);
		if (to.name !== "decimal" || to.unsigned || (family !== "integer" && family !== "decimal")) {
			return undefined;
		}
		const digits = to.scale - (family === "decimal" ? bound.type.scale : 0);
		const bounds = boundsOfType(bound.type);
		if (
			digits < 0 ||
			bounds === undefined ||
			Math.max(-bounds.least, bounds.greatest) * 10 ** digits > 10 ** Math.min(15, to.length)
		) {
			return undefined;
		}
		return this.#scaled(this.plain(bound), digits);
	}

	#scaled(term: ValueTerm, digits: number): ValueTerm {
		if (digits === 0) {
			return term;
		}
		const factor = 10 ** digits;
		const product = `${term.code} * ${factor}`;
		const code = this.loop.keep(term.nullable ? `${term.code} === null ? null : ${product}` : product);
		return { ...term, code, bounds: multiplyBounds(term.bounds, { least: factor, greatest: factor }) };
	}

	#arithmetic(call: BoundCall): ValueTerm | undefined {
		const { definition, operands, resolution } = call;
		const sign = definition.name as Sign;
		const isKnownSign = sign in combined && operands.length === 2;
		if (
			!isKnownSign ||
			resolution.evaluate === undefined ||
			resolution.operands === undefined ||
			!mayBeTogether(operands[0]!, operands[1]!)
		) {
			return undefined;
		}
		const [left, right] = resolution.operands;
		switch (resolution.type.name) {
			case "bigint":
				return this.#exact(call, sign, this.plain(operands[0]!, left), this.plain(operands[1]!, right));
			case "decimal":
				return this.#decimal(call, sign);
			case "double":
				return this.#float(call, sign, this.plain(operands[0]!, left), this.plain(operands[1]!, right));
			default:
				return undefined;
		}
	}

	#decimal(call: BoundCall, sign: Sign): ValueTerm | undefined {
		const [left, right] = call.resolution.operands as readonly [SqlType, SqlType];
		const scale = sign === "*" ? left.scale + right.scale : Math.max(left.scale, right.scale);
		if (scale !== call.resolution.type.scale) {
			return undefined;
		}
		const terms = [this.plain(call.operands[0]!, left), this.plain(call.operands[1]!, right)] as const;
		const factors = sign === "*" ? [0, 0] : [scale - left.scale, scale - right.scale];
		return this.#exact(call, sign, terms[0], terms[1], factors[0], factors[1]);
	}

	/** `leftDigits`, `rightDigits`: zeros to append to the operands first. */
	#exact(
		call: BoundCall,
		sign: Sign,
		a: ValueTerm,
		b: ValueTerm,
		leftDigits = 0,
		rightDigits = 0,
	): ValueTerm | undefined {
		if (a.form === "any" || b.form === "any") {
			return undefined;
		}
		const bounds = combined[sign](scaledBounds(a.bounds, leftDigits), scaledBounds(b.bounds, rightDigits));
		const operation = `${times(a.code, leftDigits)} ${sign} ${times(b.code, rightDigits)}${sign === "*" ? " + 0" : ""}`;
		const nullable = a.nullable || b.nullable;
		const nulls = nullTest(a, b);
		if (bounds !== undefined && (!call.resolution.type.unsigned || bounds.least >= 0)) {
			const code = this.loop.keep(nullable ? `${nulls} ? null : ${operation}` : operation);
			return { kind: "value", code, nullable, form: "number", bounds };
		}
		return this.#guarded(
			call,
			a,
			b,
			operation,
			"<= 9007199254740991",
			call.resolution.type.unsigned ? ">= 0" : ">= -9007199254740991",
		);
	}

	#float(call: BoundCall, sign: Sign, a: ValueTerm, b: ValueTerm): ValueTerm | undefined {
		if (a.form !== "number" || b.form !== "number") {
			return undefined;
		}
		return this.#guarded(
			call,
			a,
			b,
			`${a.code} ${sign} ${b.code}`,
			"<= 1.7976931348623157e308",
			">= -1.7976931348623157e308",
		);
	}

	/** Calls the function itself for results beyond the guard. */
	#guarded(call: BoundCall, a: ValueTerm, b: ValueTerm, operation: string, below: string, above: string): ValueTerm {
		const { loop } = this;
		const result = loop.name();
		const slow = `${loop.constant(namingExpression(call.resolution.evaluate!, call))}(execution, ${a.code}, ${b.code})`;
		const nullable = a.nullable || b.nullable;
		const numbers = [a, b].filter((term) => term.form !== "number").map((term) => `typeof ${term.code} === "number"`);
		const isFast = [...numbers, `(${result} = ${operation}) ${below}`, `${result} ${above}`].join(" && ");
		loop.line(`let ${result} = 0;`);
		loop.line(
			nullable
				? `if (${nullTest(a, b)}) ${result} = null; else if (!(${isFast})) ${result} = ${slow};`
				: `if (!(${isFast})) ${result} = ${slow};`,
		);
		const isFloat = call.resolution.type.name === "double";
		return { kind: "value", code: result, nullable, form: isFloat ? "number" : "integer", bounds: undefined };
	}
}

function nullTest(...terms: readonly ValueTerm[]): string {
	return terms
		.filter(({ nullable }) => nullable)
		.map(({ code }) => `${code} === null`)
		.join(" || ");
}

function times(code: string, digits: number): string {
	return digits === 0 ? code : `${code} * ${powerOfTen(digits)}`;
}

function scaledBounds(bounds: Bounds | undefined, digits: number): Bounds | undefined {
	return digits === 0 ? bounds : multiplyBounds(bounds, { least: 10 ** digits, greatest: 10 ** digits });
}

function formOf(type: SqlType): ValueTerm["form"] {
	switch (familyOf(type)) {
		case "integer":
		case "decimal":
		case "bit":
		case "temporal":
		case "enum":
		case "set":
			return "integer";
		case "float":
			return "number";
		default:
			return "any";
	}
}

function constantTerm(value: number, type: SqlType): ValueTerm {
	const isWhole = formOf(type) === "integer";
	return {
		kind: "value",
		code: literal(value),
		nullable: false,
		form: "number",
		bounds: isWhole ? { least: value, greatest: value } : undefined,
	};
}

/** True if all values of the term fit into 32 bits. */
export function isWordTerm(term: Term): boolean {
	return term.kind === "value" && term.form === "number" && term.bounds !== undefined && isWord(term.bounds);
}
