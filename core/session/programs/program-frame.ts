/**
 * Frame of a running stored program: values of its variables, and the rows of a trigger.
 */
import { fold } from "../../catalog/identifier.ts";
import type { ProgramRecord } from "../../catalog/record.ts";
import { settleVariable } from "../../catalog/settle.ts";
import type { Column, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { invariant } from "../../errors/invariant.ts";
import type { Execution } from "../../exec/execution.ts";
import { Admission } from "../../exec/rows/admission.ts";
import { columnConverter } from "../../exec/rows/column-assignment.ts";
import type { Program } from "../../sql/tree/statement.ts";
import { nullLiteral } from "../../types/convert/literal.ts";
import type { Evaluation, LocalVariables, TypedValue } from "../../types/evaluation/evaluation.ts";
import { encodeText, type Row } from "../../types/value/value.ts";

/** A trigger's table, and its row before and after the change. */
export interface TriggerRows {
	readonly table: Table;
	readonly old: Row | undefined;
	readonly new: Row | undefined;
}

const settled = new WeakMap<ProgramRecord, readonly (Column | null)[]>();

function columnsOf(record: ProgramRecord): readonly (Column | null)[] {
	let columns = settled.get(record);
	if (columns === undefined) {
		columns = record.variables.map((variable) => (variable === null ? null : settleVariable(variable)));
		settled.set(record, columns);
	}
	return columns;
}

export class ProgramFrame implements LocalVariables {
	/** Variables of the statement that runs, in the order of its parameters. */
	statementSlots: readonly number[] = [];
	/** Throws where the trigger's definer may not use a column of its rows so; absent: all are allowed. */
	admitColumn: ((column: string, use: "SELECT" | "UPDATE") => void) | undefined;
	readonly #values: TypedValue[];
	readonly #columns: readonly (Column | null)[];
	readonly #program: Program;
	readonly #rows: TriggerRows | undefined;
	/** Values of NEW pass the rules as written ones do. */
	#admission: Admission;
	/** Conversions are strict as writes are. */
	#evaluation: Evaluation;

	constructor(program: Program, record: ProgramRecord, evaluation: Execution, rows?: TriggerRows) {
		this.#program = program;
		this.#columns = columnsOf(record);
		this.#values = this.#columns.map((column) => (column === null ? nullLiteral : { type: column.type, value: null }));
		this.#evaluation = evaluation;
		this.#rows = rows;
		this.#admission = new Admission(evaluation, false);
	}

	/** The settings have become those of the program: sql_mode decides how its values are converted. */
	enter(evaluation: Execution): void {
		this.#evaluation = evaluation;
		this.#admission = new Admission(evaluation, false);
	}

	read(slot: number): TypedValue {
		const cell = this.#cell(slot, "SELECT");
		return cell === undefined ? this.#values[slot]! : { type: cell.column.type, value: cell.row[cell.column.offset] };
	}

	assign(slot: number, given: TypedValue): void {
		const cell = this.#cell(slot, "UPDATE");
		const column = cell?.column ?? this.#columns[slot];
		if (column === null || column === undefined) {
			this.#values[slot] = given;
			return;
		}
		const value = given.value === null ? null : columnConverter(column, given.type)(given.value, this.#evaluation);
		if (cell === undefined) {
			this.#values[slot] = { type: column.type, value };
		} else {
			cell.row[column.offset] = value === null ? null : this.#admission.admit(column, value);
		}
	}

	assignParameter(index: number, value: TypedValue): void {
		const slot = this.statementSlots[index];
		invariant(slot !== undefined, "A parameter of a program's statement is a variable.");
		this.assign(slot, value);
	}

	/** The cell of NEW.column or OLD.column. */
	#cell(slot: number, use: "SELECT" | "UPDATE"): { readonly column: Column; readonly row: Row } | undefined {
		const { row: side, name } = this.#program.variables[slot]!;
		if (side === undefined) {
			return undefined;
		}
		const row = this.#rows?.[side];
		invariant(row !== undefined, "CREATE TRIGGER has checked the rows.");
		const column = this.#rows?.table.columnsByName.get(fold(name));
		if (column === undefined) {
			// ALTER TABLE has dropped or renamed it since.
			throw sqlError("unknownColumn", encodeText(name), side.toUpperCase());
		}
		this.admitColumn?.(column.name, use);
		return { column, row };
	}
}
