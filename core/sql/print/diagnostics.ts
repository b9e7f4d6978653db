/**
 * Prints SIGNAL, RESIGNAL and GET DIAGNOSTICS.
 */
import type { ByteString } from "../../types/value/value.ts";
import type { GetDiagnostics, Signal } from "../tree/diagnostics.ts";
import { printVariableTarget } from "./name.ts";
import { list, type Printer, words } from "./printer.ts";

export function printSignal(printer: Printer, { kind, state, items }: Signal): ByteString {
	const assignments = list(items, ({ name, value }) => `${name.toUpperCase()} = ${printer.expression(value)}`);
	return words(
		kind.toUpperCase(),
		state !== undefined && `SQLSTATE '${state}'`,
		items.length > 0 && `SET ${assignments}`,
	);
}

export function printGetDiagnostics(printer: Printer, { area, condition, items }: GetDiagnostics): ByteString {
	const assignments = list(items, ({ variable, name }) => `${printVariableTarget(variable)} = ${name.toUpperCase()}`);
	return words(
		"GET",
		area.toUpperCase(),
		"DIAGNOSTICS",
		condition !== undefined && `CONDITION ${printer.expression(condition)}`,
		assignments,
	);
}
