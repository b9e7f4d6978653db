/**
 * Prints CREATE PROCEDURE, FUNCTION and TRIGGER, and ALTER PROCEDURE and FUNCTION: bodies as they were written.
 */
import { type ByteString, encodeText } from "../../types/value/value.ts";
import type { AlterProgram, Characteristics, CreateProgram } from "../tree/statement.ts";
import { printName, printTableName, printText } from "./name.ts";
import { printAccount } from "./account.ts";
import { words } from "./printer.ts";

export function printCreateProgram(node: CreateProgram): ByteString {
	const { what, name, definer, trigger, bodyText, parameterText, returnsText } = node;
	const begin = words(
		"CREATE",
		definer !== undefined && `DEFINER = ${printAccount(definer)}`,
		what.toUpperCase(),
		printTableName(name),
	);
	if (trigger !== undefined) {
		const { time, event, table, order } = trigger;
		return words(
			begin,
			time.toUpperCase(),
			event.toUpperCase(),
			`ON ${printTableName(table)} FOR EACH ROW`,
			order !== undefined && `${order.relation.toUpperCase()} ${printName(order.trigger)}`,
			bodyText,
		);
	}
	return words(
		`${begin}(${parameterText})`,
		what === "function" && `RETURNS ${returnsText}`,
		characteristics(node.characteristics),
		bodyText,
	);
}

export function printAlterProgram({ what, name, characteristics: changed }: AlterProgram): ByteString {
	return words("ALTER", what.toUpperCase(), printTableName(name), characteristics(changed));
}

function characteristics(given: Partial<Characteristics>): ByteString {
	return words(
		given.deterministic !== undefined && (given.deterministic ? "DETERMINISTIC" : "NOT DETERMINISTIC"),
		given.dataAccess !== undefined && encodeText(given.dataAccess),
		given.security !== undefined && `SQL SECURITY ${given.security}`,
		given.comment !== undefined && given.comment !== "" && `COMMENT ${printText(given.comment)}`,
	);
}
