/**
 * Generates and compiles the JavaScript source of a loop over a page (`new Function`).
 *
 * Writers (`page-columns.ts`, `expression-codegen.ts` ...) add lines. Constants are passed by reference when the
 * function is created, values of the statement with each run. The source contains no user text: names are generated,
 * literals are numbers.
 *
 *     (k) => { const k0 = k[0]; ... return function (page, run) {
 *         head                       once a page
 *         for (let at = 0; at < count; at++) {
 *             body                   once a row; joins open nested loops in it, which pause after many matches
 *         }
 *     } }
 */
import { invariant } from "../../errors/invariant.ts";
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
	/** Names of the places in the loops over matches, outermost first. */
	readonly #places: string[] = [];
	#names = 0;
	#open = 0;

	name(): string {
		return `v${this.#names++}`;
	}

	/** Returns the name of a constant of all runs. */
	constant(value: unknown): string {
		let name = this.#constantNames.get(value);
		if (name === undefined) {
			name = `k${this.#constants.push(value) - 1}`;
			this.#constantNames.set(value, name);
		}
		return name;
	}

	/** Returns the name of a value of the statement. */
	known(known: Known): string {
		const at = this.#known.push(known) - 1;
		const name = `p${at}`;
		this.#head.push(`const ${name} = run.known[${at}];`);
		return name;
	}

	/** Returns the name of a part, and its index. */
	part(make: MakePart): { readonly name: string; readonly at: number } {
		const at = this.#parts.push(make) - 1;
		const name = `t${at}`;
		this.#head.push(`const ${name} = run.parts[${at}];`);
		return { name, at };
	}

	/** Returns the name of a part's member that is replaced when the part grows. */
	member(part: string, member: string): string {
		const name = this.name();
		this.#head.push(`let ${name} = ${part}.${member};`);
		this.#reloads.push(`${name} = ${part}.${member};`);
		return name;
	}

	/** Adds a line that runs once a page. */
	head(text: string): void {
		this.#head.push(text);
	}

	line(text: string): void {
		this.#body.push(text);
	}

	/** Assigns an expression to a new variable. */
	keep(expression: string): string {
		const name = this.name();
		this.#body.push(`const ${name} = ${expression};`);
		return name;
	}

	/** Opens a loop or block that ends with the row. */
	open(text: string): void {
		this.#body.push(`${text} {`);
		this.#open++;
	}

	/**
	 * Opens a loop over the matches of a row, which pauses after many: with the place of the row and those in all loops
	 * around it the next step goes on there. Places are made integers, since V8 kept rows and matches as values of any
	 * type else (join and group: 12 % more, 2 x AMD EPYC, 2026-11-30).
	 *
	 * @param place - name of a match's place; 0 ends the loop
	 * @param more - name of a flag, where the place may be 0 in the first round
	 */
	openMatches(place: string, first: string, next: string, more?: string): void {
		const depth = this.#places.push(place);
		const start = this.keep(`goesOn >= ${depth} ? run.places[${depth}] | 0 : ${first}`);
		this.line(`if (goesOn === ${depth}) goesOn = 0;`);
		this.open(
			more === undefined
				? `for (let ${place} = ${start}; ${place} !== 0; ${place} = ${next})`
				: `for (let ${place} = ${start}, ${more} = true; ${more}; ${place} = ${next}, ${more} = ${place} !== 0)`,
		);
		this.line(
			`if (${place} !== ${start} && matches-- === 0) { run.pause([${["at", ...this.#places].join(", ")}]); return; }`,
		);
	}

	/** Skips the row unless the condition is true. */
	require(condition: string): void {
		this.#body.push(`if (!(${condition})) continue;`);
	}

	/** Placeholder for reloading members, where a part may have grown. */
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
			"const x = page.bytes, starts = page.starts, count = page.count, view = run.view(x);",
			"const row = run.row, execution = run.execution;",
			...this.#head,
			...(this.#places.length === 0 ? [] : ["let goesOn = run.goesOn(), matches = run.mostMatches;"]),
			`for (let at = ${this.#places.length === 0 ? "0" : "goesOn === 0 ? 0 : run.places[0] | 0"}; at < count; at++) {`,
			...this.#body.map((line) => line.replaceAll(reloadMark, reload)),
			"}".repeat(this.#open + 1),
			"};",
		].join("\n");
		const make = new Function("k", text) as (constants: readonly unknown[]) => Step;
		return { step: make(this.#constants), known: this.#known, parts: this.#parts };
	}
}

const reloadMark = "/*reload*/";

/** Returns a number as source code. */
export function literal(value: number): string {
	invariant(Number.isFinite(value), "Only finite numbers are written into a loop.");
	return value < 0 || Object.is(value, -0) ? `(${value})` : String(value);
}
