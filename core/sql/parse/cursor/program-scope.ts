/**
 * Scope of a stored program while it is parsed: its variables, conditions, cursors and labels, by block.
 *
 * A name of a variable in an expression becomes a parameter of the statement that is being parsed; `slots` notes which
 * variable fills it.
 */
import { sqlError } from "../../../errors/catalogue.ts";
import { encodeText } from "../../../types/value/value.ts";
import type { DataType } from "../../tree/data-type.ts";
import type { Condition, LocalVariable, ProgramKind } from "../../tree/statement.ts";

interface Frame {
	readonly variables: Map<string, number>;
	readonly conditions: Map<string, Condition>;
	readonly cursors: Map<string, number>;
	/** Labels outside of a handler are not visible in it. */
	readonly labels: Map<string, "block" | "loop">;
	readonly hidesLabels: boolean;
}

function newFrame(hidesLabels = false): Frame {
	return { variables: new Map(), conditions: new Map(), cursors: new Map(), labels: new Map(), hidesLabels };
}

/** How far the lists of a scope have grown; they are shared with it. */
export interface ProgramProgress {
	readonly variables: readonly LocalVariable[];
	readonly variableCount: number;
	readonly cursorCount: number;
	readonly hasReturn: boolean;
	readonly slots: readonly number[];
	readonly slotCount: number;
}

export class ProgramScope {
	readonly kind: ProgramKind;
	/** All variables of the program by slot. */
	readonly variables: LocalVariable[] = [];
	cursorCount = 0;
	/** A function needs one. */
	hasReturn = false;
	/** Variables of the statement being parsed, in the order of its parameters. */
	slots: number[] = [];
	/** The rows that a trigger's event has. */
	readonly #rows: readonly ("new" | "old")[];
	readonly #rowSlots = new Map<string, number>();
	readonly #frames: Frame[] = [newFrame()];

	constructor(kind: ProgramKind, rows: readonly ("new" | "old")[] = []) {
		this.kind = kind;
		this.#rows = rows;
	}

	progress(): ProgramProgress {
		const { variables, cursorCount, hasReturn, slots } = this;
		return {
			variables,
			variableCount: variables.length,
			cursorCount,
			hasReturn,
			slots,
			slotCount: slots.length,
		};
	}

	/** Takes up a list that another scope of the same text has read: all that was declared until then, in its order. */
	resume({ variables, variableCount, cursorCount, hasReturn, slots, slotCount }: ProgramProgress): void {
		for (let slot = this.variables.length; slot < variableCount; slot++) {
			const variable = variables[slot]!;
			this.variables.push(variable);
			if (variable.row !== undefined) {
				this.#rowSlots.set(`${variable.row}.${variable.name.toLowerCase()}`, slot);
			}
		}
		this.cursorCount = cursorCount;
		this.hasReturn = hasReturn;
		for (let at = this.slots.length; at < slotCount; at++) {
			this.slots.push(slots[at]!);
		}
	}

	within<T>(read: () => T, hidesLabels = false): T {
		this.#frames.push(newFrame(hidesLabels));
		const node = read();
		this.#frames.pop();
		return node;
	}

	/** A variable without a type takes that of its value. */
	declare(name: string, type?: DataType): number {
		const { variables } = this.#innermost;
		if (variables.has(name.toLowerCase())) {
			throw sqlError("duplicateVariable", encodeText(name));
		}
		const slot = this.#add(type === undefined ? { name } : { name, type });
		variables.set(name.toLowerCase(), slot);
		return slot;
	}

	hidden(): number {
		return this.#add({ name: "" });
	}

	find(name: string): number | undefined {
		return this.#seek((frame) => frame.variables.get(name.toLowerCase()));
	}

	/** NEW.column or OLD.column of a trigger; undefined: `row` is the name of a table. */
	ofRow(row: string, column: string): number | undefined {
		const side = row.toLowerCase();
		if (this.kind !== "trigger" || (side !== "new" && side !== "old")) {
			return undefined;
		}
		if (!this.#rows.includes(side)) {
			throw sqlError("noSuchRowInTrigger", side.toUpperCase(), side === "new" ? "on DELETE" : "on INSERT");
		}
		const key = `${side}.${column.toLowerCase()}`;
		let slot = this.#rowSlots.get(key);
		if (slot === undefined) {
			slot = this.#add({ name: column, row: side });
			this.#rowSlots.set(key, slot);
		}
		return slot;
	}

	declareCondition(name: string, condition: Condition): void {
		const { conditions } = this.#innermost;
		if (conditions.has(name.toLowerCase())) {
			throw sqlError("duplicateCondition", encodeText(name));
		}
		conditions.set(name.toLowerCase(), condition);
	}

	condition(name: string): Condition {
		const found = this.#seek((frame) => frame.conditions.get(name.toLowerCase()));
		if (found === undefined) {
			throw sqlError("conditionMissing", encodeText(name));
		}
		return found;
	}

	declareCursor(name: string): number {
		const { cursors } = this.#innermost;
		if (cursors.has(name.toLowerCase())) {
			throw sqlError("duplicateCursor", encodeText(name));
		}
		cursors.set(name.toLowerCase(), this.cursorCount);
		return this.cursorCount++;
	}

	cursor(name: string): number {
		const found = this.#seek((frame) => frame.cursors.get(name.toLowerCase()));
		if (found === undefined) {
			throw sqlError("cursorMissing", encodeText(name));
		}
		return found;
	}

	label(name: string, of: "block" | "loop"): void {
		if (this.#labelled(name) !== undefined) {
			throw sqlError("duplicateLabel", encodeText(name));
		}
		this.#innermost.labels.set(name.toLowerCase(), of);
	}

	/** Throws 1308 for a label that encloses nothing here; ITERATE is for loops. */
	jump(word: "leave" | "iterate", name: string): void {
		const found = this.#labelled(name);
		if (found === undefined || (word === "iterate" && found === "block")) {
			throw sqlError("labelMissing", word.toUpperCase(), encodeText(name));
		}
	}

	#labelled(name: string): "block" | "loop" | undefined {
		for (let at = this.#frames.length - 1; at >= 0; at--) {
			const frame = this.#frames[at]!;
			const found = frame.labels.get(name.toLowerCase());
			if (found !== undefined || frame.hidesLabels) {
				return found;
			}
		}
		return undefined;
	}

	#add(variable: LocalVariable): number {
		this.variables.push(variable);
		return this.variables.length - 1;
	}

	get #innermost(): Frame {
		return this.#frames[this.#frames.length - 1]!;
	}

	#seek<T>(read: (frame: Frame) => T | undefined): T | undefined {
		for (let at = this.#frames.length - 1; at >= 0; at--) {
			const found = read(this.#frames[at]!);
			if (found !== undefined) {
				return found;
			}
		}
		return undefined;
	}
}
