/**
 * Arguments of CALL: their number and kind, and the variables that receive OUT and INOUT parameters.
 */
import type { Routine } from "../../catalog/program.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { CallProcedure } from "../../sql/tree/session.ts";
import type { ProgramParameter } from "../../sql/tree/statement.ts";
import { encodeText } from "../../types/value/value.ts";
import type { FactsOfSession } from "../client/session-facts.ts";
import type { ProgramFrame } from "./program-frame.ts";

/** Throws 1318 and 1414. */
export function checkArguments(
	{ database, record }: Routine,
	written: CallProcedure["arguments"],
	parameters: readonly ProgramParameter[],
	{ locals }: FactsOfSession,
): void {
	const name = encodeText(`${database}.${record.name}`);
	if (written.length !== parameters.length) {
		throw sqlError("wrongProgramArguments", "PROCEDURE", name, parameters.length, written.length);
	}
	parameters.forEach(({ mode }, at) => {
		const { kind } = written[at]!;
		const isVariable = kind === "user-variable" || (kind === "parameter" && locals !== undefined);
		if (mode !== "in" && !isVariable) {
			throw sqlError("notVariableArgument", at + 1, name);
		}
	});
}

/** `caller`: the variables of the statement that calls. */
export function handOut(
	parameters: readonly ProgramParameter[],
	written: CallProcedure["arguments"],
	frame: ProgramFrame,
	caller: FactsOfSession["locals"],
	facts: FactsOfSession,
): void {
	parameters.forEach(({ mode, slot }, at) => {
		const argument = written[at]!;
		if (mode === "in") {
			return;
		}
		if (argument.kind === "user-variable") {
			facts.setUserVariable(argument.name, frame.read(slot));
		} else if (argument.kind === "parameter") {
			caller?.assignParameter(argument.index, frame.read(slot));
		}
	});
}
