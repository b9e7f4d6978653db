/**
 * The text of a loop while it is written: lines, names, and what the lines refer to.
 *
 * In: lines of the writers around it (`page-columns.ts`, `expression-codegen.ts` ...). Out: a function of a page and a
 * run. What the text refers to is handed over by reference: functions and constants when it is made, values of the
 * statement with each run. No text of a user is ever part of it: names are made here, literals are numbers.
 *
 *     (k) => { const k0 = k[0]; ... return function (page, run) {
 *         head                       once a page
 *         for (let at = 0; at < count; at++) {
 *             body                   once a row; joins open loops of their own in it
 *         }
 *     } }
 */
import { invariant } from "../../invariant.ts";
import type { Known } from "./known-value.ts";
import type { MakePart, Program, Step } from "./fused-run.ts";

export class LoopCode {
	readonly #constants: unknown[] = [];
	readonly #constantNames = new Map<unknown, string>();
	readonly #known: Known[] = [];
	readonly #parts: MakePart[] = [];
	readonly #head: string[] = [];
	readonly #reloads: string[] = [];
	readonly #body: string[] = [];
	#names = 0;
	#open = 0;

	/** A name that nothing else has. */
	name(): string {
		return `v${this.#names++}`;
	}

	/** The name of something that is the same in all runs. */
	constant(value: unknown): string {
		let name = this.#constantNames.get(value);
		if (name === undefined) {
			name = `k${this.#constants.push(value) - 1}`;
			this.#constantNames.set(value, name);
		}
		return name;
	}

	/** The name of a value of the statement. */
	known(known: Known): string {
		const at = this.#known.push(known) - 1;
		const name = `p${at}`;
		this.#head.push(`const ${name} = run.known[${at}];`);
		return name;
	}

	/** The name of a part, and its place among the parts. */
	part(make: MakePart): { readonly name: string; readonly at: number } {
		const at = this.#parts.push(make) - 1;
		const name = `t${at}`;
		this.#head.push(`const ${name} = run.parts[${at}];`);
		return { name, at };
	}

	/** The name of a member of a part that may become another when the part grows. */
	member(part: string, member: string): string {
		const name = this.name();
		this.#head.push(`let ${name} = ${part}.${member};`);
		this.#reloads.push(`${name} = ${part}.${member};`);
		return name;
	}

	/** Something that is the same for all rows of a page. */
	head(text: string): void {
		this.#head.push(text);
	}

	line(text: string): void {
		this.#body.push(text);
	}

	/** Keeps the value of an expression. */
	keep(expression: string): string {
		const name = this.name();
		this.#body.push(`const ${name} = ${expression};`);
		return name;
	}

	/** Opens a loop or block that lasts to the end of the row. */
	open(text: string): void {
		this.#body.push(`${text} {`);
		this.#open++;
	}

	/** Goes on with the next row unless this holds. */
	require(condition: string): void {
		this.#body.push(`if (!(${condition})) continue;`);
	}

	/** To stand where a part may have grown. */
	get reload(): string {
		return reloadMark;
	}

	build(): Program {
		const reload = this.#reloads.join(" ");
		const constants = this.#constants.map((_constant, at) => `const k${at} = k[${at}];`);
		const text = [
			'"use strict";',
			...constants,
			"return function (page, run) {",
			"const x = page.bytes, starts = page.starts, count = page.count, view = run.view(x), row = run.row, execution = run.execution;",
			...this.#head,
			"for (let at = 0; at < count; at++) {",
			...this.#body.map((line) => line.replaceAll(reloadMark, reload)),
			"}".repeat(this.#open + 1),
			"};",
		].join("\n");
		const make = new Function("k", text) as (constants: readonly unknown[]) => Step;
		return { step: make(this.#constants), known: this.#known, parts: this.#parts };
	}
}

const reloadMark = "/*reload*/";

/** A number as it is written in the text. */
export function literal(value: number): string {
	invariant(Number.isFinite(value), "Only finite numbers are written into a loop.");
	return value < 0 || Object.is(value, -0) ? `(${value})` : String(value);
}
