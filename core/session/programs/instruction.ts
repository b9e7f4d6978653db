/**
 * Instructions of a stored program: its tree compiled to a flat list with jumps, which a loop can leave and resume.
 *
 *     enter block                     handlers and cursors of the block become active
 *     ... DEFAULT of variables, body
 *     exit 1
 *     jump END
 *     ... a handler, handled          one after the other; entered by the interpreter only
 *     END
 */
import { invariant } from "../../errors/invariant.ts";
import type { Block, Condition, Fragment, Program, ProgramNode } from "../../sql/tree/statement.ts";
import { StatementText } from "../plan-cache/statement-text.ts";

/** A statement or expression whose parameters are variables. */
export interface BodyStatement {
	readonly text: StatementText;
	readonly slots: readonly number[];
}

export interface BlockHandler {
	readonly action: "continue" | "exit";
	readonly conditions: readonly Condition[];
	readonly start: number;
}

export interface ActiveBlock {
	readonly handlers: readonly BlockHandler[];
	/** The instruction after the block. */
	end: number;
}

export type Instruction =
	| { readonly kind: "sql"; readonly statement: BodyStatement }
	/** Without a value: NULL. */
	| { readonly kind: "assign"; readonly slot: number; readonly value: BodyStatement | undefined }
	| { readonly kind: "jump"; to: number }
	/** `resume`: where CONTINUE goes on after a failure of the condition. */
	| { readonly kind: "jump-unless"; readonly condition: BodyStatement; to: number; resume: number }
	| { readonly kind: "enter"; readonly block: ActiveBlock }
	| { readonly kind: "exit"; readonly blocks: number }
	| { readonly kind: "return"; readonly value: BodyStatement }
	| { readonly kind: "declare-cursor"; readonly cursor: number; readonly query: BodyStatement }
	| { readonly kind: "open"; readonly cursor: number }
	| { readonly kind: "close"; readonly cursor: number }
	| { readonly kind: "fetch"; readonly cursor: number; readonly slots: readonly number[] }
	| { readonly kind: "case-not-found" }
	| { readonly kind: "handled" };

const compiled = new WeakMap<Program, readonly Instruction[]>();

/** Shared by all sessions, with the plans of its statements. */
export function instructionsOf(program: Program): readonly Instruction[] {
	let found = compiled.get(program);
	if (found === undefined) {
		const compiler = new Compiler();
		compiler.node(program.body);
		found = compiler.instructions;
		compiled.set(program, found);
	}
	return found;
}

interface Label {
	readonly name: string | undefined;
	readonly depth: number;
	/** Where ITERATE goes; undefined: a block. */
	readonly start: number | undefined;
	/** Jumps to its end. */
	readonly leaves: { to: number }[];
}

class Compiler {
	readonly instructions: Instruction[] = [];
	readonly #labels: Label[] = [];
	#depth = 0;

	get #next(): number {
		return this.instructions.length;
	}

	node(node: ProgramNode): void {
		switch (node.kind) {
			case "block":
				return this.#labelled(node.label, undefined, () => this.#block(node));
			case "sql":
				return this.#add({ kind: "sql", statement: statementOf(node.sql) });
			case "assign":
				return this.#add({ kind: "assign", slot: node.slot, value: statementOf(node.value) });
			case "if":
				return this.#branches(node);
			case "loop":
				return this.#labelled(node.label, this.#next, () => this.#loop(node));
			case "leave":
			case "iterate":
				return this.#jumpTo(node.kind, node.label);
			case "return":
				return this.#add({ kind: "return", value: statementOf(node.value) });
			case "fetch":
				return this.#add({ kind: "fetch", cursor: node.cursor, slots: node.slots });
			case "open":
			case "close":
				return this.#add({ kind: node.kind, cursor: node.cursor });
		}
	}

	#add(instruction: Instruction): void {
		this.instructions.push(instruction);
	}

	#jump(): { to: number } {
		const jump: Instruction = { kind: "jump", to: -1 };
		this.#add(jump);
		return jump;
	}

	#labelled(name: string | undefined, start: number | undefined, read: () => void): void {
		const label: Label = { name: name?.toLowerCase(), depth: this.#depth, start, leaves: [] };
		this.#labels.push(label);
		read();
		this.#labels.pop();
		for (const jump of label.leaves) {
			jump.to = this.#next;
		}
	}

	#jumpTo(kind: "leave" | "iterate", name: string): void {
		const label = this.#labels.findLast((each) => each.name === name.toLowerCase());
		invariant(label !== undefined, "The parser has found the label.");
		if (this.#depth > label.depth) {
			this.#add({ kind: "exit", blocks: this.#depth - label.depth });
		}
		const jump = this.#jump();
		if (kind === "iterate") {
			jump.to = label.start ?? -1;
		} else {
			label.leaves.push(jump);
		}
	}

	#block({ variables, cursors, handlers, body }: Block): void {
		const active = { handlers: [] as BlockHandler[], end: -1 };
		this.#add({ kind: "enter", block: active });
		this.#depth++;
		for (const { slot, initial } of variables) {
			this.#add({ kind: "assign", slot, value: initial === undefined ? undefined : statementOf(initial) });
		}
		for (const { cursor, query } of cursors) {
			this.#add({ kind: "declare-cursor", cursor, query: statementOf(query) });
		}
		for (const node of body) {
			this.node(node);
		}
		this.#add({ kind: "exit", blocks: 1 });
		this.#depth--;
		if (handlers.length > 0) {
			const jump = this.#jump();
			for (const { action, conditions, body: handler } of handlers) {
				active.handlers.push({ action, conditions, start: this.#next });
				this.node(handler);
				this.#add({ kind: "handled" });
			}
			jump.to = this.#next;
		}
		active.end = this.#next;
	}

	#branches({ branches, otherwise }: Extract<ProgramNode, { kind: "if" }>): void {
		const ends: { to: number }[] = [];
		const tests: { resume: number }[] = [];
		for (const { when, then } of branches) {
			const test: Instruction = { kind: "jump-unless", condition: statementOf(when), to: -1, resume: -1 };
			this.#add(test);
			tests.push(test);
			for (const node of then) {
				this.node(node);
			}
			ends.push(this.#jump());
			test.to = this.#next;
		}
		if (otherwise === undefined) {
			this.#add({ kind: "case-not-found" });
		}
		for (const node of otherwise ?? []) {
			this.node(node);
		}
		for (const jump of ends) {
			jump.to = this.#next;
		}
		for (const test of tests) {
			test.resume = this.#next;
		}
	}

	#loop({ condition, body }: Extract<ProgramNode, { kind: "loop" }>): void {
		const start = this.#next;
		const test: Instruction | undefined = condition && {
			kind: "jump-unless",
			condition: statementOf(condition.test),
			to: -1,
			resume: -1,
		};
		if (test !== undefined && condition?.form === "while") {
			this.#add(test);
		}
		for (const node of body) {
			this.node(node);
		}
		if (test !== undefined && condition?.form === "until") {
			test.to = start;
			this.#add(test);
			test.resume = this.#next;
			return;
		}
		this.#add({ kind: "jump", to: start });
		if (test !== undefined) {
			test.to = this.#next;
			test.resume = this.#next;
		}
	}
}

function statementOf({ statement, text, parameterCount, slots }: Fragment): BodyStatement {
	return { text: new StatementText({ statement, text, parameterCount }, true), slots };
}
