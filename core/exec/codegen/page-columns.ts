/**
 * Code generation for stored columns: locates and decodes column values in a page's bytes, on first use.
 *
 * Lazy decoding: rows that a condition rejects cost only the condition. `store/encoding/row.ts` shows the row format.
 *
 * A row without NULLs of less than 256 bytes is located with two loads a column; all others through `columnLocator`.
 * An integer of up to four bytes is one load: the four bytes up to its end, which are always within the row, shifted.
 */
import type { Column, Table } from "../../catalog/table.ts";
import { invariant } from "../../errors/invariant.ts";
import { readInteger } from "../../store/encoding/integer-bytes.ts";
import { readLatin1 } from "../../store/encoding/latin1.ts";
import { bytesForm, floatForm, valueFormOf } from "../../store/encoding/row.ts";
import { columnLocator } from "../../store/encoding/row-span.ts";
import type { SqlType } from "../../types/value/type.ts";
import { sessionTime } from "../rows/timestamp-column.ts";
import { literal, type LoopCode } from "./loop-codegen.ts";
import { boundsOfType, isWord, type Term, type ValueTerm } from "./term.ts";

/** Source of column values while a loop is generated. */
export interface Columns {
	has(slot: number): boolean;
	/** `type`: of the expression that reads it. */
	term(slot: number, type: SqlType): Term;
	/** Copies the value into the closures' row. */
	fill(slot: number, type: SqlType): void;
	/** Copies all values that the query reads. */
	fillAll(): void;
}

interface Place {
	readonly from: string;
	readonly to: string;
}

export class PageColumns implements Columns {
	readonly #loop: LoopCode;
	readonly #firstSlot: number;
	readonly #table: Table;
	/** Offsets of the columns that the query reads. */
	readonly #offsets: readonly number[];
	readonly #places = new Map<number, Place>();
	readonly #terms = new Map<number, Term>();
	readonly #filled = new Set<number>();
	#isOpen = false;

	constructor(loop: LoopCode, table: Table, firstSlot: number, offsets: readonly number[]) {
		this.#loop = loop;
		this.#table = table;
		this.#firstSlot = firstSlot;
		this.#offsets = offsets;
	}

	has(slot: number): boolean {
		return slot >= this.#firstSlot && slot < this.#firstSlot + this.#table.columns.length;
	}

	term(slot: number): Term {
		let term = this.#terms.get(slot);
		if (term === undefined) {
			const column = this.#column(slot);
			term = valueFormOf(column.type) === bytesForm ? this.#bytes(column) : this.#number(column);
			this.#terms.set(slot, term);
		}
		return term;
	}

	fill(slot: number): void {
		if (this.#filled.has(slot)) {
			return;
		}
		this.#filled.add(slot);
		const term = this.term(slot);
		if (term.kind === "value") {
			this.#loop.line(`row[${slot}] = ${term.code};`);
			return;
		}
		const text = `${this.#loop.constant(readLatin1)}(${term.bytes}, ${term.from}, ${term.to})`;
		this.#loop.line(`row[${slot}] = ${term.nullable ? `${term.from} < 0 ? null : ${text}` : text};`);
	}

	fillAll(): void {
		for (const offset of this.#offsets) {
			this.fill(this.#firstSlot + offset);
		}
	}

	#column(slot: number): Column {
		return this.#table.columns[slot - this.#firstSlot]!;
	}

	/** Loads the row's header. */
	#openRow(): void {
		if (this.#isOpen) {
			return;
		}
		this.#isOpen = true;
		const loop = this.#loop;
		const ids = this.#offsets.map((offset) => this.#table.columns[offset]!.id);
		const locate = loop.constant(columnLocator(ids));
		const spans = loop.constant(new Int32Array(2 * ids.length));
		const greatest = Math.max(...ids);
		loop.head(`const spans = ${spans};`);
		loop.line("const s = starts[at];");
		loop.line(greatest > 255 ? "const plain = false;" : `const plain = x[s] === 0 && x[s + 1] >= ${greatest};`);
		loop.line("const values = s + 2 + x[s + 1];");
		loop.line(`if (!plain) ${locate}(x, s, spans);`);
	}

	#place(column: Column): Place {
		let place = this.#places.get(column.offset);
		if (place === undefined) {
			this.#openRow();
			const [from, to] = [this.#loop.name(), this.#loop.name()];
			const span = 2 * this.#offsets.indexOf(column.offset);
			const rank = column.id - 1;
			const start = rank === 0 ? "values" : `values + x[s + ${rank + 1}]`;
			this.#loop.line(`let ${from}, ${to};`);
			const assertion = isAlwaysThere(column) ? ` if (${from} < 0) ${this.#loop.constant(refuseAbsent)}();` : "";
			this.#loop.line(
				`if (plain) { ${from} = ${start}; ${to} = values + x[s + ${rank + 2}]; } ` +
					`else { ${from} = spans[${span}]; ${to} = spans[${span + 1}];${assertion} }`,
			);
			place = { from, to };
			this.#places.set(column.offset, place);
		}
		return place;
	}

	#bytes(column: Column): Term {
		const loop = this.#loop;
		const { from, to } = this.#place(column);
		const { originDefault } = column;
		const { nullable } = column;
		if (typeof originDefault !== "string") {
			return { kind: "bytes", bytes: "x", from, to, nullable };
		}
		const bytes = loop.name();
		const missing = loop.constant(Buffer.from(originDefault, "latin1"));
		loop.line(`let ${bytes} = x;`);
		loop.line(`if (${from} === -2) { ${bytes} = ${missing}; ${from} = 0; ${to} = ${originDefault.length}; }`);
		return { kind: "bytes", bytes, from, to, nullable };
	}

	#number(column: Column): ValueTerm {
		const loop = this.#loop;
		const place = this.#place(column);
		const { type, originDefault } = column;
		const bounds = boundsOfType(type);
		const isFloat = valueFormOf(type) === floatForm;
		const { nullable } = column;
		let decoded = isFloat
			? floatText(place)
			: integerText(loop, place, bounds !== undefined && isWord(bounds), bounds !== undefined);
		if (type.name === "timestamp") {
			decoded = `${loop.constant(sessionTime)}(${decoded}, ${literal(type.scale)}, execution)`;
		}
		const missing = typeof originDefault === "number" ? literal(originDefault) : loop.constant(originDefault);
		const code = loop.keep(
			nullable
				? `${place.from} >= 0 ? ${decoded} : ${place.from} === -1 ? null : ${missing}`
				: isAlwaysThere(column)
					? decoded
					: `${place.from} >= 0 ? ${decoded} : ${missing}`,
		);
		const form = isFloat || bounds !== undefined ? "number" : "integer";
		return { kind: "value", code, nullable, form, bounds: isFloat ? undefined : bounds };
	}
}

/** NOT NULL since the table was created: a NULL test would cost as much as the value. */
function isAlwaysThere({ nullable, originDefault }: Column): boolean {
	return !nullable && originDefault === null;
}

function refuseAbsent(): never {
	invariant(false, "A column that is NOT NULL has a value in every row.");
}

function floatText({ from, to }: Place): string {
	const either = `${to} - ${from} === 4 ? view.getFloat32(${from}, true) : view.getFloat64(${from}, true)`;
	return `(${from} === ${to} ? 0 : ${either})`;
}

/** `word`: at most four bytes; `safe`: at most seven. */
function integerText(loop: LoopCode, { from, to }: Place, word: boolean, safe: boolean): string {
	const size = `(${to} - ${from})`;
	const small = `view.getInt32(${to} - 4, true) >> (32 - (${size} << 3))`;
	if (word) {
		return `(${from} === ${to} ? 0 : ${small})`;
	}
	const middle = `(view.getInt32(${to} - 4, true) >> (64 - (${size} << 3))) * 4294967296 + view.getUint32(${from}, true)`;
	const read = `${loop.constant(readInteger)}(x, ${from}, ${to})`;
	return `(${from} === ${to} ? 0 : ${size} <= 4 ? ${small} : ${safe ? middle : `${size} < 8 ? ${middle} : ${read}`})`;
}
