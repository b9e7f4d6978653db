/**
 * Code generation for hash joins: an inner loop over the matches of a row, around the rest of the body.
 *
 * After it, the right side's columns have values. Integer keys are probed inline (`integer-table.ts`), others by a
 * call.
 */
import { isDirect } from "../../functions/comparison/comparison.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import { isWordTerm, type ExpressionCode } from "./expression-codegen.ts";
import type { HashJoin } from "./hash-join.ts";
import { probeText, tableNames } from "./integer-table.ts";
import { JoinTable } from "./join-table.ts";
import type { LoopCode } from "./loop-codegen.ts";
import type { Columns } from "./page-columns.ts";
import { boundsOfType, type ValueTerm } from "./term.ts";

export function joinCode(join: HashJoin, expressions: ExpressionCode): void {
	const { loop } = expressions;
	const [type] = join.types as [SqlType];
	const isInteger = join.types.length === 1 && isDirect(type) && familyOf(type) !== "float";
	const { name } = loop.part(() => new JoinTable(join, isInteger));
	const terms = join.probes.map((probe, at) => expressions.plain(probe, join.types[at]));
	const number = isInteger
		? integerText(terms[0]!, name, loop)
		: loop.keep(`${name}.find([${terms.map(({ code }) => code).join(", ")}])`);
	const [at, right] = [loop.name(), loop.name()];
	const first = loop.keep(`${number} < 0 ? 0 : ${name}.firsts[${number}]`);
	const more = join.outer ? loop.name() : undefined;
	loop.openMatches(at, first, `${name}.nexts[${at}]`, more);
	loop.line(`const ${right} = ${name}.row(${at});`);
	expressions.add(new JoinedColumns(loop, join, right));
}

function integerText(term: ValueTerm, table: string, loop: LoopCode): string {
	const integers = `${table}.integers`;
	if (term.form !== "number") {
		return loop.keep(`${term.code} === null ? -1 : ${integers}.find(${term.code})`);
	}
	const names = tableNames(loop, integers);
	if (!term.nullable) {
		return probeText(loop, names, term.code, isWordTerm(term));
	}
	const number = loop.name();
	loop.line(`let ${number} = -1;`);
	loop.line(`if (${term.code} !== null) {`);
	loop.line(`${number} = ${probeText(loop, names, term.code, isWordTerm(term))};`);
	loop.line("}");
	return number;
}

/** Columns of the right side: values of a stored row. */
class JoinedColumns implements Columns {
	readonly #loop: LoopCode;
	readonly #join: HashJoin;
	readonly #row: string;
	readonly #terms = new Map<number, ValueTerm>();
	readonly #filled = new Set<number>();

	constructor(loop: LoopCode, join: HashJoin, row: string) {
		this.#loop = loop;
		this.#join = join;
		this.#row = row;
	}

	has(slot: number): boolean {
		return slot >= this.#join.firstSlot && slot < this.#join.endSlot;
	}

	term(slot: number, type: SqlType): ValueTerm {
		let term = this.#terms.get(slot);
		if (term === undefined) {
			const code = this.#loop.keep(`${this.#row}[${slot - this.#join.firstSlot}]`);
			const bounds = this.#isStored(slot) ? boundsOfType(type) : undefined;
			const form = bounds !== undefined || familyOf(type) === "float" ? "number" : isDirect(type) ? "integer" : "any";
			term = { kind: "value", code, nullable: this.#isNullable(slot), form, bounds };
			this.#terms.set(slot, term);
		}
		return term;
	}

	fill(slot: number, type: SqlType): void {
		if (!this.#filled.has(slot)) {
			this.#filled.add(slot);
			this.#loop.line(`row[${slot}] = ${this.term(slot, type).code};`);
		}
	}

	fillAll(): void {
		const { firstSlot, endSlot } = this.#join;
		for (let slot = firstSlot; slot < endSlot; slot++) {
			this.#loop.line(`row[${slot}] = ${this.#row}[${slot - firstSlot}];`);
		}
	}

	/** True for a table's column, whose values are of its declared type. */
	#isStored(slot: number): boolean {
		const { input } = this.#join;
		return input.kind === "table" && slot < input.source.keySlot;
	}

	#isNullable(slot: number): boolean {
		const { input, outer, firstSlot } = this.#join;
		const column = input.kind === "table" ? input.source.table?.columns[slot - firstSlot] : undefined;
		return outer || column === undefined || column.nullable || column.originDefault === null;
	}
}
