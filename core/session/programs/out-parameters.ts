/**
 * OUT and INOUT parameters of a CALL in the binary protocol: a result set of one row behind those of the procedure.
 */
import type { Routine } from "../../catalog/program.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { fixedColumn } from "../../plan/tree/result-column.ts";
import type { CallProcedure } from "../../sql/tree/session.ts";
import type { CreateProgram } from "../../sql/tree/statement.ts";
import type { LocalVariables, TypedValue } from "../../types/evaluation/evaluation.ts";
import { deliverOutParameters } from "../api/result-delivery.ts";
import type { ResultSink } from "../api/result.ts";
import type { SessionContext } from "../api/session-context.ts";

/** Keeps what the procedure gives to each parameter of the statement. */
export class OutParameters implements LocalVariables {
	readonly #values = new Map<number, TypedValue>();

	assign(index: number, value: TypedValue): void {
		this.assignParameter(index, value);
	}

	assignParameter(index: number, value: TypedValue): void {
		this.#values.set(index, value);
	}

	/** Columns are named as the procedure's parameters, and their table as the procedure. */
	deliver(
		{ database, record }: Routine,
		{ program: { variables }, parameters }: CreateProgram,
		written: CallProcedure["arguments"],
		session: SessionContext,
		sink: ResultSink,
	): MaybePromise<void> {
		const given = written.flatMap((argument, at) => {
			const found = argument.kind === "parameter" ? this.#values.get(argument.index) : undefined;
			return found === undefined ? [] : [{ name: variables[parameters[at]!.slot]!.name, ...found }];
		});
		if (given.length === 0 || sink.takesOutParameters !== true) {
			return undefined;
		}
		const columns = given.map(({ name, type }) => ({
			...fixedColumn(name, type),
			database,
			table: record.name,
			originalTable: record.name,
		}));
		return deliverOutParameters(
			columns,
			given.map(({ value }) => value),
			{ session, sink },
		);
	}
}
